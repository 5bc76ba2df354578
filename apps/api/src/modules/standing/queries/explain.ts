import type { reason } from "@touchline/contract/profiles";
import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../../../kernel/call.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { contentAssignment } from "../../content/tables.ts";
import { level } from "../../hierarchy/tables.ts";
import { label } from "../../labels/tables.ts";
import { profileLevelAccess } from "../../profiles/tables.ts";
import { type MembershipFacts, type OwedHere, owedOn, type PeopleFacts, readPeople, reasonsFor } from "./people.ts";

type Reason = z.output<typeof reason>;

/** One membership with everything that explains it. Read by the member's own pages, the member page and the review. */
export async function explainMembership(
  call: Call,
  membership: Pick<MembershipFacts, "profileId" | "profileLevelAccessId">,
): Promise<{ people: PeopleFacts; owed: OwedHere[]; reasons: Reason[] }> {
  const people = await readPeople(call, [membership.profileId]);
  const owed = owedOn(people.requirements.get(membership.profileId) ?? [], membership.profileLevelAccessId, call.now);
  const reasons = reasonsFor(people, membership, call.now);
  const concerned = reasons.flatMap((one) => ("demand" in one ? one.demand.assignmentIds : []));
  const [assignedAt, owedAs] = await Promise.all([
    assignmentLevels(call, concerned),
    membershipName(call, membership.profileLevelAccessId),
  ]);
  return {
    people,
    owed,
    reasons: reasons.map((one) => {
      if (!("demand" in one)) return { kind: one.kind };
      const { requirement: row, status, mandatory, assignmentIds } = one.demand;
      return {
        kind: one.kind,
        requirementId: row.requirementId,
        contentName: row.contentName,
        status,
        since: row.statusSince.toISOString(),
        mandatory,
        owedAs: {
          ...owedAs,
          assignedAt: [...new Set(assignmentIds.flatMap((id) => assignedAt.get(id) ?? []))],
        },
      };
    }),
  };
}

/** By assignment: the name of the level it was made at. */
export async function assignmentLevels(call: Call, assignmentIds: readonly string[]): Promise<Map<string, string>> {
  if (assignmentIds.length === 0) return new Map();
  const rows = await call.db
    .select({ id: contentAssignment.contentAssignmentId, levelName: level.name })
    .from(contentAssignment)
    .innerJoin(level, onKey(level.levelId, contentAssignment.levelId))
    .where(
      and(ours(contentAssignment, call), inArray(contentAssignment.contentAssignmentId, [...new Set(assignmentIds)])),
    );
  return new Map(rows.map((row) => [row.id, row.levelName]));
}

async function membershipName(call: Call, profileLevelAccessId: string) {
  const [row] = await call.db
    .select({ labelName: label.name, levelName: level.name })
    .from(profileLevelAccess)
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileLevelAccessId, profileLevelAccessId)));
  return row ?? { labelName: "", levelName: "" };
}
