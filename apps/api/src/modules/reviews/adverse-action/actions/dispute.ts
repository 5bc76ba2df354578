import type { BodyOf, ResponseOf } from "@touchline/contract";
import { acceptedFileExtensions } from "@touchline/contract";
import type {
  addAdverseStatement,
  closeDispute,
  DisputeReporter,
  DisputeResult,
  disputeReport,
} from "@touchline/contract/screening/adverse-action";
import { daysLeft, leastAfterDispute, waitingPeriod } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { adverseActionFile } from "../../../../schema/reviews.ts";
import { keepUploads } from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { type ActionRow, readAdverse } from "../queries/action.ts";
import { notifyPerson, notifyReviewers } from "./notify.ts";
import { moveAction, presentAction, recordStep, refuseUnlessPossible, standing, type Whom, whomOf } from "./step.ts";

type On<Body> = Body & { requirementId: string };

/**
 * Records that the person disputes the report, whether they said so in the product or told a reviewer, and pauses the
 * waiting period. After the final notice the dispute is only recorded and reported to the reviewers.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function dispute(
  unlocked: Call,
  input: On<BodyOf<typeof disputeReport>>,
): Promise<ResponseOf<typeof disputeReport>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await readAdverse(call, input, "ownOrReview");
  const own = read.target.self || read.target.guardedChild;
  refuseUnlessPossible("dispute", read);
  const action = presentAction(read);
  const whom = whomOf(read);
  const of = { zone: read.on.zone, requirementName: read.on.required.name, explanation: input.explanation };
  await stopPeriod(call, action, whom, { ...of, reporter: own ? "applicant" : "reviewer" });
  return standing(read);
}

/** Stops the waiting period, or records a dispute after the decision. The caller holds the person. */
export async function stopPeriod(
  call: Call,
  action: ActionRow,
  whom: Whom,
  on: { reporter: DisputeReporter; zone: string; requirementName: string; explanation: string },
): Promise<void> {
  const { reporter, zone, explanation: text } = on;
  if (action.state === "final") {
    await recordStep(call, action, whom, { kind: "disputedLate", facts: { reporter }, text });
    return notifyReviewers(call, action.adverseActionId, whom, "disputedLate");
  }
  await moveAction(call, action, ["waiting"], {
    state: "disputed",
    daysLeft: action.lastDay === null ? 0 : daysLeft(call.now.getTime(), action.lastDay, zone),
    disputedBy: reporter,
    ...{ lastDay: null, endsAt: null, toldAt: null },
  });
  await recordStep(call, action, whom, { kind: "disputed", facts: { reporter }, text });
  await notifyReviewers(call, action.adverseActionId, whom, "disputed");
  // Applicants who file a dispute themselves get no email about it.
  if (reporter !== "applicant") {
    await notifyPerson(call, action.adverseActionId, whom, { requirementName: on.requirementName, what: "disputed" });
  }
}

/** Records what the agency answered: the waiting period continues. @throws NotFound, Forbidden, Conflict */
export async function close(
  unlocked: Call,
  input: On<BodyOf<typeof closeDispute>>,
): Promise<ResponseOf<typeof closeDispute>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await readAdverse(call, input, "requirements.review");
  refuseUnlessPossible("closeDispute", read);
  const { result, note: text } = input;
  const of = { zone: read.on.zone, requirementName: read.on.required.name };
  await resumePeriod(call, presentAction(read), whomOf(read), { ...of, result, text });
  return standing(read);
}

/**
 * Lets the waiting period go on after a dispute: what was left of it, and never fewer than five business days, so that there is time to
 * answer. The caller holds the person.
 */
export async function resumePeriod(
  call: Call,
  action: ActionRow,
  whom: Whom,
  on: { result: DisputeResult; text: string; zone: string; requirementName: string },
): Promise<void> {
  const businessDays = Math.max(action.daysLeft ?? 0, leastAfterDispute);
  const { lastDay, endsAt } = waitingPeriod(call.now.getTime(), businessDays, on.zone);
  await moveAction(call, action, ["disputed"], {
    ...{ state: "waiting", lastDay, daysLeft: null, disputedBy: null, toldAt: null },
    endsAt: new Date(endsAt),
  });
  const { result, text, requirementName } = on;
  await recordStep(call, action, whom, { kind: "disputeClosed", facts: { result, lastDay, businessDays }, text });
  await notifyReviewers(call, action.adverseActionId, whom, "disputeClosed");
  await notifyPerson(call, action.adverseActionId, whom, { requirementName, what: "disputeClosed" });
}

/** Adds what the person wants considered. @throws NotFound, Forbidden (the person or a guardian), Conflict, 415 (files) */
export async function addStatement(
  unlocked: Call,
  input: On<BodyOf<typeof addAdverseStatement>> & { uploads: readonly UploadedFile[] },
): Promise<ResponseOf<typeof addAdverseStatement>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await readAdverse(call, input, "own");
  refuseUnlessPossible("statement", read);
  const action = presentAction(read);
  const { uploads, statement: text } = input;
  const fileIds = uploads.length === 0 ? [] : await keepUploads(call, uploads, acceptedFileExtensions);
  const facts = fileIds.length === 0 ? {} : { files: fileIds.length };
  const step = await recordStep(call, action, whomOf(read), { kind: "statement", facts, text });
  if (fileIds.length > 0) {
    await call.db
      .insert(adverseActionFile)
      .values(fileIds.map((fileId) => ({ organizationId: call.organizationId, adverseActionStepId: step, fileId })));
  }
  await notifyReviewers(call, action.adverseActionId, whomOf(read), "statement");
  return standing(read);
}
