import { dayOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { mayKnowReason, reasonPlace } from "../../../library/index.ts";
import { iso, most, type StatusQuery, type Stood, type Why } from "./why-query.ts";

type Exemption = Why["exemptions"][number];

/**
 * Lists the exceptions of the membership from its assignments, those in force at the instant apart, and its grace periods. The
 * reason for an exception is null for people who may not see it.
 */
export async function sparedThen(call: Call, { past, profileLevelAccessId, at }: StatusQuery, stood: Stood) {
  const { organizationId } = call;
  const day = dayOf(at.getTime(), stood.basis.zone);
  const then = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await call.db.execute<{
    id: string;
    content_id: string;
    name: string;
    sealed: Buffer;
    level_id: string | null;
    level_pre: number | null;
    until: string | null;
    created_at: string;
    created_by: string | null;
    ended_at: string | null;
    holds: boolean;
  }>(sql`
    SELECT exempt.content_exemption_id AS id, exempt.content_id, content.name, exempt.sealed_reason AS sealed,
      exempt.level_id, spared.pre AS level_pre, exempt.until_day::text AS until, exempt.created_at::text AS created_at, ended.at::text AS ended_at,
      creator.first_name || ' ' || creator.last_name AS created_by,
      (ended.at IS NULL OR ended.at > ${then})
        AND (exempt.until_day IS NULL OR exempt.until_day >= ${day}::date) AS holds
    FROM content_exemption AS exempt
    -- An end that was taken back later was one until then.
    CROSS JOIN LATERAL (SELECT coalesce((SELECT min(change.changed_at) FROM content_assignment_change AS change
      WHERE change.organization_id = ${organizationId} AND change.content_id = exempt.content_id
        AND exempt.content_exemption_id = ANY(change.exemptions_ended)
        AND change.changed_at <= ${then} AND change.undone_at > ${then}), exempt.ended_at) AS at) AS ended
    JOIN content ON content.organization_id = exempt.organization_id AND content.content_id = exempt.content_id
    JOIN level AS here ON here.organization_id = exempt.organization_id AND here.level_id = ${stood.levelId}
    LEFT JOIN level AS spared ON spared.organization_id = exempt.organization_id AND spared.level_id = exempt.level_id
    LEFT JOIN profile AS creator ON creator.organization_id = exempt.organization_id
      AND creator.profile_id = exempt.created_by
    WHERE exempt.organization_id = ${organizationId} AND exempt.created_at <= ${then}
      AND (exempt.profile_id = ${past.profileId}
        OR (here.pre BETWEEN spared.pre AND CASE WHEN exempt.include_below THEN spared.last ELSE spared.pre END
          AND (exempt.label_id IS NULL OR exempt.label_id = ${stood.labelId})))
      AND EXISTS (SELECT FROM content_assignment AS assignment
        JOIN content_assignment_label AS named ON named.organization_id = assignment.organization_id
          AND named.content_assignment_id = assignment.content_assignment_id AND named.label_id = ${stood.labelId}
        JOIN level AS top ON top.organization_id = assignment.organization_id AND top.level_id = assignment.level_id
        WHERE assignment.organization_id = ${organizationId} AND assignment.content_id = exempt.content_id
          AND here.pre BETWEEN top.pre AND CASE WHEN assignment.include_below THEN top.last ELSE top.pre END
          AND assignment.created_at <= ${then} AND (assignment.ended_at IS NULL OR assignment.ended_at > ${then}))
    ORDER BY exempt.created_at LIMIT ${most.exemptions}`);
  const graces = await call.db.execute<{ content_id: string; until: string }>(sql`
    SELECT content_id, until_day::text AS until FROM content_grace
    WHERE organization_id = ${organizationId} AND profile_level_access_id = ${profileLevelAccessId}
      AND until_day >= ${day}::date LIMIT ${most.exemptions}`);
  const target = { ...past.target, membershipPres: past.membershipPres };
  const known = (row: (typeof rows)[number]) =>
    mayKnowReason(call, target, { levelId: row.level_id, levelPre: row.level_pre });
  const key = rows.some(known) ? (await organizationFacts(call)).wrappedKey : null;
  const toResponse = (row: (typeof rows)[number]): Exemption => ({
    contentId: row.content_id,
    name: row.name,
    reason: known(row) ? call.adapters.vault.open(key as Buffer, reasonPlace(call, row.id), row.sealed) : null,
    untilDay: row.until,
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.created_by,
    endedAt: row.ended_at !== null && new Date(row.ended_at) <= at ? iso(row.ended_at) : null,
  });
  return {
    holding: rows.filter((row) => row.holds).map(toResponse),
    former: rows.filter((row) => !row.holds).map(toResponse),
    graces: new Map(graces.rows.map((row) => [row.content_id, row.until])),
  };
}
