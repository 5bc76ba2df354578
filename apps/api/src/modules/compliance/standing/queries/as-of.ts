import type { RequirementType, Role } from "@touchline/contract";
import { type Basis, currentRole, factsAt, overallReasons, overallStatus } from "@touchline/rules";
import { and, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { content } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { everyEntry } from "./entries.ts";
import { assignmentLevels } from "./explain.ts";

type RecordedRow = {
  profile_level_access_id: string;
  level_id: string;
  level_name: string | null;
  level_pre: number | null;
  label_id: string;
  label_name: string | null;
  role: string | null;
  basis: Basis | null;
};

/** The membership of a person as it stood at an instant in the past. */
export type StoodAt = Awaited<ReturnType<typeof stoodAt>>[number];

/**
 * Returns where every membership of a person stood at an instant: the last record of it before then, and what the rules derive
 * from it for that instant. Memberships that had ended, or not begun, are left out. Names are today's.
 *
 * @param within whether the caller may see a membership at a level; null: a deleted level.
 */
export async function stoodAt(
  call: Call,
  profileId: string,
  instant: Date,
  within: (levelPre: number | null) => boolean,
) {
  const { rows } = await call.db.execute<RecordedRow>(sql`
    SELECT DISTINCT ON (record.profile_level_access_id) record.profile_level_access_id, record.level_id, record.label_id,
      record.basis, level.name AS level_name, level.pre AS level_pre, label.name AS label_name, label.role
    FROM standing_record AS record
    LEFT JOIN level ON level.organization_id = record.organization_id AND level.level_id = record.level_id
    LEFT JOIN label ON label.organization_id = record.organization_id AND label.label_id = record.label_id
    WHERE record.organization_id = ${call.organizationId} AND record.profile_id = ANY(${everyEntry(call, profileId)})
      AND record.at <= ${instant.toISOString()}::timestamptz
    ORDER BY record.profile_level_access_id, record.at DESC, record.standing_record_id DESC`);
  const then = rows
    .filter((row) => within(row.level_pre))
    .flatMap(({ basis, ...row }) => (basis === null ? [] : [{ row, facts: factsAt(basis, instant.getTime()) }]))
    .sort((a, b) => (a.row.level_pre ?? 0) - (b.row.level_pre ?? 0));
  const demands = then.flatMap(({ facts }) => facts.demands);
  const [contents, levels, sinceOf] = await Promise.all([
    contentNames(
      call,
      demands.map((one) => one.contentId),
    ),
    assignmentLevels(
      call,
      demands.flatMap((one) => one.assignmentIds),
    ),
    statusSince(
      call,
      profileId,
      demands.map((one) => one.requirementId),
      instant,
    ),
  ]);
  return then.map(({ row, facts }) => {
    const owedAs = { labelName: row.label_name ?? "A former role", levelName: row.level_name ?? "a former level" };
    return {
      profileLevelAccessId: row.profile_level_access_id,
      levelId: row.level_id,
      labelId: row.label_id,
      ...owedAs,
      role: row.role === null ? null : (currentRole(row.role) as Role | null),
      overallStatus: overallStatus(facts),
      reasons: overallReasons(facts).map((one) => {
        if (!("demand" in one)) return { kind: one.kind };
        const { requirementId, contentId, status, mandatory, assignmentIds } = one.demand;
        return {
          kind: one.kind,
          requirementId,
          contentName: contents.get(contentId)?.name ?? "",
          status,
          since: sinceOf.get(requirementId),
          mandatory,
          owedAs: { ...owedAs, assignedAt: [...new Set(assignmentIds.flatMap((id) => levels.get(id) ?? []))] },
        };
      }),
      demands: facts.demands.map((one) => ({
        ...one,
        name: contents.get(one.contentId)?.name ?? "",
        type: contents.get(one.contentId)?.type ?? (0 as RequirementType),
      })),
    };
  });
}

async function contentNames(call: Call, contentIds: readonly string[]) {
  if (contentIds.length === 0) return new Map<string, { name: string; type: RequirementType }>();
  const rows = await call.db
    .select({ id: content.contentId, name: content.name, type: content.type })
    .from(content)
    .where(and(ours(content, call), inArray(content.contentId, [...new Set(contentIds)])));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Returns since when each requirement had its status at that instant, as far as its history shows. */
async function statusSince(call: Call, profileId: string, requirementIds: readonly string[], instant: Date) {
  if (requirementIds.length === 0) return new Map<string, string>();
  const { rows } = await call.db.execute<{ requirement_id: string; since: string }>(sql`
    SELECT requirement_id, max(at)::text AS since FROM requirement_event
    WHERE organization_id = ${call.organizationId} AND at <= ${instant.toISOString()}::timestamptz
      AND profile_id = ANY(${everyEntry(call, profileId)})
      AND requirement_id = ANY(${sql.param([...new Set(requirementIds)])}::uuid[])
      AND (to_status IS NOT NULL OR kind = 'demanded')
    GROUP BY requirement_id`);
  return new Map(rows.map((row) => [row.requirement_id, new Date(row.since).toISOString()]));
}

/** Returns when the first record of a person was made; null if there is none. */
export async function recordedFrom(call: Call, profileId: string): Promise<Date | null> {
  const { rows } = await call.db.execute<{ first: string | null }>(sql`
    SELECT min(at) AS first FROM standing_record
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${everyEntry(call, profileId)})`);
  const first = rows[0]?.first ?? null;
  return first === null ? null : new Date(first);
}

/** Returns when a person was last a member at a level that the actor sees now; before any records if they never were. */
export async function lastWithinReach(call: Call, profileId: string): Promise<Date> {
  const within = rowsWithinReach(call, "members.see", level) ?? sql`false`;
  const { rows } = await call.db.execute<{ ended: string | null }>(sql`
    SELECT max(stay.ended) AS ended FROM (
      SELECT level_id, coalesce(
        lead(at) OVER (PARTITION BY profile_level_access_id ORDER BY at, member_event_id), at) AS ended
      FROM member_event
      WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${everyEntry(call, profileId)})
    ) AS stay
    JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = stay.level_id
    WHERE ${within}`);
  return new Date(rows[0]?.ended ?? 0);
}

/** Returns the owner and last level of a current or former membership, from its record; null if there is none. */
export async function formerMembership(call: Call, profileLevelAccessId: string) {
  const { rows } = await call.db.execute<{ profile_id: string; pre: number | null }>(sql`
    SELECT record.profile_id, level.pre FROM standing_record AS record
    LEFT JOIN level ON level.organization_id = record.organization_id AND level.level_id = record.level_id
    WHERE record.organization_id = ${call.organizationId} AND record.profile_level_access_id = ${profileLevelAccessId}
    ORDER BY record.at DESC, record.standing_record_id DESC LIMIT 1`);
  const [row] = rows;
  return row ? { profileId: row.profile_id, levelPre: row.pre } : null;
}
