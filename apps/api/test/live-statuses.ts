import { overallReasons, overallStatus } from "@touchline/rules";
import type { Call } from "../src/call.ts";
import { stoodAt } from "../src/modules/compliance/standing/queries/as-of.ts";
import { overallFacts, owedOn, readPeople } from "../src/modules/compliance/standing/queries/people.ts";

/** Returns what the live queries say about every membership of a person at the call's time, in a comparable form. */
export async function livesAs(call: Call, profileId: string) {
  const people = await readPeople(call, [profileId]);
  return people.memberships
    .map((membership) => {
      const { profileLevelAccessId, levelId, labelId } = membership;
      const facts = overallFacts(people, membership, call.now);
      const owed = owedOn(people.requirements.get(profileId) ?? [], profileLevelAccessId, call.now);
      return {
        ...{ profileLevelAccessId, levelId, labelId },
        overallStatus: overallStatus(facts),
        // The database returns several rows of one kind in any order.
        reasons: overallReasons(facts)
          .map((one) =>
            "demand" in one ? `${one.kind} ${one.demand.requirement.requirementId} ${one.demand.status}` : one.kind,
          )
          .sort(),
        requirements: owed
          .map(({ requirement, status, mandatory, dueAt, payer }) => ({
            ...{ requirementId: requirement.requirementId, status, mandatory, payer },
            dueAt: dueAt?.getTime() ?? null,
            completion: requirement.completion && {
              attemptId: requirement.completion.attemptId,
              completedAt: requirement.completion.completedAt.getTime(),
              expiresAt: requirement.completion.expiresAt?.getTime() ?? null,
            },
          }))
          .sort((a, b) => (a.requirementId < b.requirementId ? -1 : 1)),
      };
    })
    .sort((a, b) => (a.profileLevelAccessId < b.profileLevelAccessId ? -1 : 1));
}

/** Compares the live statuses with the record of an earlier moment. */
export async function recordedAs(call: Call, profileId: string, instant: Date): ReturnType<typeof livesAs> {
  return (await stoodAt(call, profileId, instant, () => true))
    .map(({ profileLevelAccessId, levelId, labelId, overallStatus, reasons, demands }) => ({
      ...{ profileLevelAccessId, levelId, labelId, overallStatus },
      reasons: reasons
        .map((one) => ("requirementId" in one ? `${one.kind} ${one.requirementId} ${one.status}` : one.kind))
        .sort(),
      requirements: demands
        .map(({ requirementId, status, mandatory, payer, dueAt, completion }) => ({
          ...{ requirementId, status, mandatory, payer, dueAt },
          completion: completion && {
            attemptId: completion.attemptId,
            completedAt: completion.completedAt,
            expiresAt: completion.expiresAt,
          },
        }))
        .sort((a, b) => (a.requirementId < b.requirementId ? -1 : 1)),
    }))
    .sort((a, b) => (a.profileLevelAccessId < b.profileLevelAccessId ? -1 : 1));
}
