import { dayOf, startOfDay } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import { type Stands, transition } from "../../../compliance/index.ts";
import { subjectOf } from "../../../requirements/index.ts";
import { actOn, concludeAct, reasonOf } from "./acts.ts";
import { completionDates } from "./completion.ts";

/**
 * Records a completion that was proven otherwise, as an attempt of its own; an open submission is superseded. What still counts
 * is renewed so as soon as it may be.
 *
 * @param input.date the day of completion in the organization's zone; not in the future.
 * @throws NotFound, Forbidden, Conflict (done and not to be renewed yet, rejected), 400 (dates, a missing reason).
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
  const dates = completionDates(call, on.asked.settings.validity, on.zone, {
    completedAt,
    onRecord: on.owed.requirement.facts.completion,
    validUntil: input.validUntil ?? null,
    field: "date",
    goodThrough: on.asked.settings.validThrough,
  });
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "completedWithoutUpload" }, on.asked.versionId, {
    ...dates,
    decidedAt: call.now,
  });
  return concludeAct(call, subject, { kind: "markedComplete", attemptId, note });
}
