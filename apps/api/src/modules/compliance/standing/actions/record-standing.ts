import { createHash } from "node:crypto";
import type { Basis, OverallFacts } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { standingRecord } from "../../../../schema/compliance.ts";
import type { MembershipFacts, OwedHere } from "../queries/people.ts";

export type NewStandingRecord = Omit<typeof standingRecord.$inferInsert, "organizationId" | "standingRecordId">;

/** Returns the facts that a membership's standing is derived from, and their hash; time alone changes neither. */
export function recordOf(
  row: Pick<MembershipFacts, "profileLevelAccessId" | "profileId" | "levelId" | "labelId">,
  facts: OverallFacts<OwedHere>,
  zone: string,
): { record: Omit<NewStandingRecord, "at">; hash: string } {
  const { profileLevelAccessId, profileId, levelId, labelId } = row;
  const basis: Basis = {
    zone,
    confirmed: facts.confirmed,
    activated: facts.activated,
    disqualified: facts.disqualified,
    demands: facts.demands
      .map(({ requirement, assignmentIds, mandatory, dueAt, payer }) => ({
        requirementId: requirement.requirementId,
        contentId: requirement.contentId,
        assignmentIds: [...assignmentIds].sort(),
        mandatory,
        dueAt: dueAt?.getTime() ?? null,
        payer,
        disqualified: requirement.facts.disqualified,
        openAttempt: requirement.facts.openAttempt,
        completion: requirement.completion && {
          attemptId: requirement.completion.attemptId,
          completedAt: requirement.completion.completedAt.getTime(),
          expiresAt: requirement.completion.expiresAt?.getTime() ?? null,
        },
      }))
      .sort((a, b) => (a.contentId < b.contentId ? -1 : 1)),
  };
  const hash = createHash("sha256")
    .update(JSON.stringify([levelId, labelId, basis]))
    .digest("base64url")
    .slice(0, 22);
  return { record: { profileLevelAccessId, profileId, levelId, labelId, basis }, hash };
}

/**
 * Returns the later of two timestamps: a call that waited for a person's lock began earlier than the holder, and is written
 * after it.
 */
export const laterOf = (at: Date, before: Date | null) => (before !== null && before > at ? before : at);

/** Adds rows to the history of where memberships stood. */
export async function keepStandings(call: Call, records: readonly NewStandingRecord[]): Promise<void> {
  await insertRows(
    call,
    standingRecord,
    records.map((record) => ({
      organizationId: call.organizationId,
      standingRecordId: newId(),
      ...record,
    })),
  );
}
