import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { addAssessment, clearAfterReview, sendFinalNotice } from "@touchline/contract/screening/adverse-action";
import { adverseRefusalTexts, dayOf, finalFromText, finalLetter } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { withLocks } from "../../../people/index.ts";
import { reviewRequirement } from "../../reviews/actions/review.ts";
import { type AdverseRead, readAdverse, type SentFacts, sentFactsPlace } from "../queries/action.ts";
import { partiesOf } from "../queries/parties.ts";
import { dayWritten, keepDocument, type LetterToPrint, printLetter } from "./letter.ts";
import { notifyPerson } from "./notify.ts";
import { moveAction, presentAction, recordStep, refuseUnlessPossible, standing, whomOf } from "./step.ts";

type On<Body> = Body & { requirementId: string };

/** Adds an individualized assessment. @throws NotFound, Forbidden, Conflict */
export async function assess(
  unlocked: Call,
  input: On<BodyOf<typeof addAssessment>>,
): Promise<ResponseOf<typeof addAssessment>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await readAdverse(call, input, "requirements.review");
  refuseUnlessPossible("assess", read);
  const { offense, timePassed, role } = input;
  const text = JSON.stringify({ offense, timePassed, role });
  await recordStep(call, presentAction(read), whomOf(read), { kind: "assessed", text });
  return standing(read);
}

/** Opens what was sent with the pre-adverse notice. */
export async function sentFactsOf(call: Call, action: { adverseActionId: string; sealedFacts: Buffer }) {
  const { wrappedKey } = await organizationFacts(call);
  const place = sentFactsPlace(call, action.adverseActionId);
  return JSON.parse(call.adapters.vault.open(wrappedKey, place, action.sealedFacts)) as SentFacts;
}

type Final = On<BodyOf<typeof sendFinalNotice>>;

/** Allows a reviewer or the system to end an adverse action only after the waiting period is over. @throws NotFound, Forbidden, Conflict */
async function permittedToEnd(call: Call, input: Final): Promise<AdverseRead> {
  const read = await readAdverse(call, input, "requirements.disqualify");
  const { facts, on } = read;
  if (facts.state === "waiting" && facts.endsAt !== null && facts.now < facts.endsAt && facts.report === "finding") {
    const day = dayWritten(dayOf(facts.endsAt, on.zone));
    throw conflict(`${adverseRefusalTexts.periodRuns} ${finalFromText(day)}`, "periodRuns");
  }
  refuseUnlessPossible("final", read);
  return read;
}

/** Reads what the final notice says. @throws NotFound, Forbidden, Conflict */
export async function beginFinal(call: Call, input: Final): Promise<LetterToPrint> {
  const read = await permittedToEnd(call, input);
  const action = presentAction(read);
  const { target, on } = read;
  const [parties, sent] = await Promise.all([partiesOf(call, read), sentFactsOf(call, action)]);
  const letter = finalLetter({
    ...parties,
    person: `${target.firstName} ${target.lastName}`,
    requirement: on.required.name,
    today: dayWritten(dayOf(call.now.getTime(), on.zone)),
    lastDay: "",
    businessDays: action.waitingDays,
    ...sent,
  });
  const { organization, address } = parties;
  return { letter, organization, address, reference: action.adverseActionId, at: call.now };
}

export const printFinal = (begun: LetterToPrint): Promise<Buffer> => printLetter(begun);

/**
 * Disqualifies the person because of the report and sends the final notice. Where a disqualification requires two
 * reviewers, the first only proposes it, and no notice is sent.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function finish(
  unlocked: Call,
  input: Final,
  letter: Buffer,
): Promise<ResponseOf<typeof sendFinalNotice>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await permittedToEnd(call, input);
  const action = presentAction(read);
  const { requirementId, profileLevelAccessId, reason } = input;
  const decided = await reviewRequirement(call, {
    ...{ requirementId, profileLevelAccessId, reviewDecision: "RejectedDisqualified" },
    ...{ reviewNotes: reason, through: "adverseAction" },
  });
  const whom = whomOf(read);
  const { requirementId: id, status, proposed } = { ...decided, requirementId };
  if (proposed) {
    await recordStep(call, action, whom, { kind: "finalProposed", text: reason });
    return { requirementId: id, status, proposed };
  }
  await moveAction(call, action, ["waiting"], { state: "final", endedAt: call.now });
  await keepDocument(call, action.adverseActionId, "finalNotice", letter);
  await recordStep(call, action, whom, { kind: "final", text: reason });
  await notifyPerson(call, action.adverseActionId, whom, { requirementName: read.on.required.name, what: "final" });
  return { requirementId: id, status, proposed };
}

/** Approves the check after all. @throws NotFound, Forbidden, Conflict */
export async function clear(
  unlocked: Call,
  input: On<BodyOf<typeof clearAfterReview>>,
): Promise<ResponseOf<typeof clearAfterReview>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await readAdverse(call, input, "requirements.review");
  refuseUnlessPossible("clear", read);
  const action = presentAction(read);
  const { requirementId, profileLevelAccessId, note, validUntil } = input;
  const { status } = await reviewRequirement(call, {
    ...{ requirementId, profileLevelAccessId, reviewDecision: "Approved", reviewNotes: note, validUntil },
    through: "adverseAction",
  });
  await moveAction(call, action, ["waiting", "disputed"], { state: "cleared", endedAt: call.now });
  await recordStep(call, action, whomOf(read), { kind: "cleared", text: note });
  await notifyPerson(call, action.adverseActionId, whomOf(read), {
    requirementName: read.on.required.name,
    what: "cleared",
  });
  return { ...standing(read), status };
}
