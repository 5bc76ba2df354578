import { RequirementType, type ResponseOf } from "@touchline/contract";
import { states } from "@touchline/contract/regions";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import { type getLiveScan, type StateAnswer, stateAnswers } from "@touchline/contract/screening/live-scan";
import { dayOf } from "@touchline/rules";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { profile } from "../../../../schema/people.ts";
import { liveScan, liveScanAnswer } from "../../../../schema/screening.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { contactAddress, factsOf, isSubmitter, requirementOn } from "../../../requirements/index.ts";

export type Place = { requirementId: string; profileLevelAccessId: string };
type RequirementRead = Awaited<ReturnType<typeof requirementOn>>;

/** The encryption context of an answer's note. */
export const answerNotePlace = (call: Call, liveScanAnswerId: string) => ({
  tenant: call.organizationId,
  table: "live_scan_answer",
  column: "sealed_note",
  id: liveScanAnswerId,
});

/** @throws Conflict for a requirement of another type. */
export function refuseOtherKinds({ required }: RequirementRead): void {
  if (required.settings.kind !== "live-scan") throw conflict("This requirement isn't a Live Scan.", "notForThisType");
}

/** More answers of one requirement are never shown. */
const mostShown = 50;

/** The state's answers that a member sees: a record is for reviewers, and a clearance is the status itself. */
const answersForMember: readonly StateAnswer[] = ["delayed", "retake"];

/**
 * Reads the progress of a Live Scan, for the person, their guardian, and reviewers.
 *
 * @throws NotFound, Forbidden, Conflict for a requirement of another type.
 */
export async function progressOf(call: Call, input: Place): Promise<ResponseOf<typeof getLiveScan>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const own = isSubmitter(target);
  if (!own) authorize(call, "requirements.review", { ...target, requirementType: RequirementType.LiveScan });
  const on = await requirementOn(call, target, input.requirementId);
  refuseOtherKinds(on);
  const [[scan], answers, { timeZone, wrappedKey }] = await Promise.all([
    call.db
      .select()
      .from(liveScan)
      .where(and(ours(liveScan, call), eq(liveScan.requirementId, input.requirementId)))
      .orderBy(sql`coalesce(${liveScan.sentAt}, ${liveScan.formMadeLastAt}) DESC`, desc(liveScan.attemptId))
      .limit(1),
    call.db
      .select({ answer: liveScanAnswer, first: profile.firstName, last: profile.lastName })
      .from(liveScanAnswer)
      .leftJoin(profile, onKey(profile.profileId, liveScanAnswer.recordedBy))
      .where(and(ours(liveScanAnswer, call), eq(liveScanAnswer.requirementId, input.requirementId)))
      .orderBy(asc(liveScanAnswer.recordedAt), asc(liveScanAnswer.liveScanAnswerId))
      .limit(mostShown),
    organizationFacts(call),
  ]);
  const present = on.attempt?.attemptId === scan?.attemptId ? on.attempt : null;
  const facts = scan?.sentAt ? await factsOf<SubmissionFacts>(call, scan.attemptId) : {};
  return {
    formMadeAt: scan?.formMadeAt?.toISOString() ?? null,
    formMadeLastAt: scan?.formMadeLastAt?.toISOString() ?? null,
    atiNumber: facts.atiNumber ?? null,
    fingerprintedOn:
      scan?.sentAt && present?.state === "waitingProvider" && present.completedAt
        ? dayOf(present.completedAt.getTime(), timeZone)
        : null,
    sentAt: scan?.sentAt?.toISOString() ?? null,
    answers: answers
      .filter(
        ({ answer }) => !own || (answer.attemptId === scan?.attemptId && answersForMember.includes(answer.answer)),
      )
      .map(({ answer, first, last }) => ({
        answer: answer.answer,
        answeredOn: answer.answeredOn,
        recordedAt: answer.recordedAt.toISOString(),
        recordedByName: own ? null : [first, last].filter(Boolean).join(" "),
        note:
          own || answer.sealedNote === null
            ? ""
            : call.adapters.vault.open(wrappedKey, answerNotePlace(call, answer.liveScanAnswerId), answer.sealedNote),
      })),
    recordable: verdictOn(call, "requirements.review", on.about).allowed ? recordableOn(on, scan ?? null) : [],
    profile: own ? await filledInFrom(call, target) : null,
  };
}

/** The answers that can be recorded: all of them before there is a result, and only a later record after a clearance. */
export function recordableOn({ attempt }: RequirementRead, scan: { sentAt: Date | null } | null): StateAnswer[] {
  if (attempt?.state === "waitingProvider") return [...stateAnswers];
  return attempt?.state === "approved" && scan?.sentAt ? ["record"] : [];
}

type Filled = { profileId: string; firstName: string; lastName: string; dateOfBirth: string | null };

async function filledInFrom(call: Call, { profileId, firstName, lastName, dateOfBirth }: Filled) {
  const { address, city, stateId } = await contactAddress(call, profileId);
  const state = states.find((one) => one.stateId === stateId)?.name ?? "";
  return { firstName, lastName, dateOfBirth, street: address, city, state };
}
