import { dayOf, startOfDay } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import { type Stands, transition } from "../../../compliance/index.ts";
import { subjectOf } from "../../../requirements/index.ts";
import { actOn, concludeAct, reasonOf } from "./acts.ts";
import { completionDates } from "./completion.ts";

/**
 * Records a completion without a submitted document as a new attempt. An open submission is superseded, and a
 * completion that is still valid is renewed if it may be already.
 *
 * @param input.date the day of completion in the organization's time zone; not in the future.
 * @throws NotFound, Forbidden, Conflict (completed and not renewable yet, or rejected), 400 (dates, a missing reason).
 */
export async function completeWithoutUpload(
  call: Call,
  input: {
    requirementId: string;
    profileLevelAccessId: string;
    date: string;
    reason?: string | undefined;
    validUntil?: string | undefined;
  },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "markComplete");
  const note = await reasonOf(call, input.reason);
  const today = dayOf(call.now.getTime(), on.zone);
  if (input.date > today) {
    throw invalid("date", "This date is in the future. Enter the date it was completed.");
  }
  const completedAt = input.date < today ? new Date(startOfDay(input.date, on.zone)) : call.now;
  const dates = completionDates(call, on.required.settings.validity, on.zone, {
    completedAt,
    onRecord: on.owed.requirement.facts.completion,
    validUntil: input.validUntil ?? null,
    field: "date",
    goodThrough: on.required.settings.validThrough,
  });
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "completedWithoutUpload" }, on.required.versionId, {
    ...dates,
    decidedAt: call.now,
  });
  return concludeAct(call, subject, { kind: "markedComplete", attemptId, note });
}
