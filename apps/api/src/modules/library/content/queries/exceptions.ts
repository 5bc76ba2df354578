import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Call, organizationFacts, type Reading } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { contentExemption } from "../../../../schema/library.ts";
import { level, profile } from "../../../../schema/people.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { exemptionsFor, pairsOfMemberships, todayOf } from "../../../compliance/index.ts";
import { placesOf } from "../../../people/index.ts";

/** Lists a content's exceptions in force today, oldest first. */
export async function exceptionsOf(call: Call, contentId: string) {
  const { day } = await todayOf(call);
  return call.db
    .select({
      exemption: contentExemption,
      levelPre: level.pre,
      levelName: level.name,
      person: sql<string | null>`${profile.firstName} || ' ' || ${profile.lastName}`,
    })
    .from(contentExemption)
    .leftJoin(level, onKey(level.levelId, contentExemption.levelId))
    .leftJoin(profile, onKey(profile.profileId, contentExemption.profileId))
    .where(
      and(
        ours(contentExemption, call),
        eq(contentExemption.contentId, contentId),
        isNull(contentExemption.endedAt),
        sql`coalesce(${contentExemption.untilDay} >= ${day}::date, true)`,
      ),
    )
    .orderBy(asc(contentExemption.createdAt), asc(contentExemption.contentExemptionId))
    .limit(1000);
}

/** The encryption context of an exception's reason. */
export const reasonPlace = (call: Pick<Call, "organizationId">, exemptionId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "content_exemption",
  column: "reason",
  id: exemptionId,
});

/** Lists a content's exceptions as the actor may see them: names and reasons only within reach. */
export async function exceptionsSeen(call: Call, contentId: string) {
  const rows = await exceptionsOf(call, contentId);
  const people = rows.flatMap(({ exemption }) => exemption.profileId ?? []);
  const places = await placesOf(call, people);
  const sees = (levelPre: number) => verdictOn(call, "content.assign", { levelPre }).allowed;
  const key = rows.length > 0 ? (await organizationFacts(call)).wrappedKey : null;
  return rows.map(({ exemption, levelPre, levelName, person }) => {
    const {
      contentExemptionId: exceptionId,
      profileId,
      levelId,
      includeBelow,
      labelId,
      untilDay,
      createdAt,
    } = exemption;
    const theirs = places.get(profileId ?? "") ?? [];
    const seen = levelPre === null ? theirs.every(sees) : sees(levelPre);
    return {
      ...{ exceptionId, profileId, levelId, includeBelow, labelId, untilDay, createdAt: createdAt.toISOString() },
      name: seen ? (person ?? levelName) : null,
      reason: seen
        ? call.adapters.vault.open(key as Buffer, reasonPlace(call, exceptionId), exemption.sealedReason)
        : null,
    };
  });
}

/** The exceptions and grace periods of a membership, without checking who reads them. */
export type SparedRead = {
  exempt: {
    contentId: string;
    name: string;
    untilDay: string | null;
    exemptionId: string;
    levelId: string | null;
    levelPre: number | null;
    sealed: Buffer;
    wrappedKey: Buffer;
  }[];
  optionalUntil: { contentId: string; name: string; untilDay: string }[];
};

/** Reads exceptions and grace periods in two statements that are sent together. */
export async function readExceptions(
  call: Reading & Pick<Call, "now">,
  profileLevelAccessId: string,
): Promise<SparedRead> {
  const day = sql`(SELECT (${call.now.toISOString()}::timestamptz AT TIME ZONE here.time_zone)::date
    FROM organization AS here WHERE here.organization_id = ${call.organizationId})`;
  const [exempt, graces] = await Promise.all([
    prepared<SparedRead["exempt"][number]>(
      call.db,
      "content.exempt",
      sql`
      SELECT DISTINCT ON (assignment.content_id) assignment.content_id AS "contentId", assignment.content_name AS name,
        exempt.until_day::text AS "untilDay", exempt.content_exemption_id AS "exemptionId",
        exempt.sealed_reason AS sealed, organization.wrapped_key AS "wrappedKey", exempt.level_id AS "levelId",
        (SELECT spared.pre FROM level AS spared WHERE spared.organization_id = assignment.organization_id
          AND spared.level_id = exempt.level_id) AS "levelPre"
      FROM ${pairsOfMemberships(call, {
        memberships: sql`membership.profile_level_access_id = ${profileLevelAccessId}`,
        assignments: sql`assignment.ended_at IS NULL`,
      })}
      CROSS JOIN LATERAL (${exemptionsFor(call, { day })}) AS exempt
      JOIN organization ON organization.organization_id = ${call.organizationId}
      ORDER BY assignment.content_id, exempt.until_day DESC NULLS FIRST
      LIMIT 200`,
    ),
    prepared<SparedRead["optionalUntil"][number]>(
      call.db,
      "content.grace",
      sql`
      SELECT content.content_id AS "contentId", content.name, grace.until_day::text AS "untilDay"
      FROM content_grace AS grace
      JOIN content ON content.organization_id = grace.organization_id AND content.content_id = grace.content_id
      WHERE grace.organization_id = ${call.organizationId} AND grace.until_day >= ${day}
        AND grace.profile_level_access_id = ${profileLevelAccessId}
      ORDER BY content.name LIMIT 200`,
    ),
  ]);
  return { exempt: exempt.rows, optionalUntil: graces.rows };
}

/** The person whose exceptions are read, and their relation to the actor. */
type Concerned = {
  self: boolean;
  guardedChild: boolean;
  /** The level where they are read; missing for a deleted level. */
  levelPre?: number;
  /** The preorder number of the level of every membership of the person. */
  membershipPres: readonly number[];
};

/**
 * Returns whether the actor may see the reason for an exception: people who may make it, of a level there, of a person wherever
 * they are. Never for oneself or one's own children; the timeline uses this rule too.
 */
export function mayKnowReason(
  call: Call,
  target: Concerned,
  { levelId, levelPre }: { levelId: string | null; levelPre: number | null },
): boolean {
  if (target.self || target.guardedChild) return false;
  const mayMake = (at: { levelPre?: number }) => verdictOn(call, "content.assign", at).allowed;
  if (levelId !== null) return levelPre !== null && mayMake({ levelPre });
  return mayMake(target) && target.membershipPres.every((pre) => mayMake({ levelPre: pre }));
}

/**
 * Lists a member's exceptions with their reasons; null for people who may not see a reason. The caller has authorized seeing
 * the membership.
 */
export function exceptionsWithReasons(call: Call, target: Concerned, { exempt, optionalUntil }: SparedRead) {
  const { vault } = call.adapters;
  return {
    exemptions: exempt.map(({ exemptionId, levelId, levelPre, sealed, wrappedKey, ...one }) => ({
      ...one,
      reason: mayKnowReason(call, target, { levelId, levelPre })
        ? vault.open(wrappedKey, reasonPlace(call, exemptionId), sealed)
        : null,
    })),
    optionalUntil,
  };
}

/** Lists a member's exceptions, without the reasons. */
export const exceptionsWithoutReasons = ({ exempt, optionalUntil }: SparedRead) => ({
  exemptions: exempt.map(({ contentId, name, untilDay }) => ({ contentId, name, untilDay })),
  optionalUntil,
});
