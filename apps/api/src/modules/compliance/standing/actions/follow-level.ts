import { and, eq, inArray, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { isAbandoned, openBatch, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { levelFollowing } from "../../../../schema/compliance.ts";
import { membershipsBelow } from "../queries/counted.ts";
import { todayOf } from "../queries/duties.ts";
import { follow } from "./follow.ts";
import { onBehalfOf } from "./follow-steps.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";

/** So many memberships are brought in line at once, so that the answer is there. */
export const movedAtOnce = 300;
const nothing = "00000000-0000-0000-0000-000000000000";

type Membership = { profile_level_access_id: string; profile_id: string; level_id: string };

/**
 * Brings everybody at a level and below it in line with the assignments above it, after it was moved under `lockDuties`: at
 * once, or step by step where they are many.
 *
 * @param crossed the levels that are above it now and were not, or were and are not.
 * @param most how many memberships are brought in line at once.
 * @returns the round whose steps are to be taken (`continueLevel`); null when everybody is in line.
 */
export async function followMoved(
  call: Call,
  levelId: string,
  crossed: readonly string[],
  most = movedAtOnce,
): Promise<{ round: string } | null> {
  const contents = await contentsMoved(call, crossed);
  if (contents?.length === 0) return null;
  const memberships = await nextMemberships(call, { levelId, afterLevel: nothing, afterMembership: nothing }, most + 1);
  if (memberships.length <= most) {
    await call.db.delete(levelFollowing).where(ofLevel(call, levelId));
    await follow(call, scopeOf(memberships, contents));
    return null;
  }
  const begun = {
    round: newId(),
    afterLevel: nothing,
    afterMembership: nothing,
    total: await membershipsBelow(call, levelId),
    done: 0,
    begunBy: actingProfile(call),
    movedAt: call.now,
    contents,
  };
  await call.db
    .insert(levelFollowing)
    .values({ organizationId: call.organizationId, levelId, ...begun })
    .onConflictDoUpdate({ target: [levelFollowing.organizationId, levelFollowing.levelId], set: begun });
  return { round: begun.round };
}

type LevelRound = { levelId: string; round: string };

const following = openBatch<LevelRound, typeof levelFollowing.$inferSelect, Membership>({
  size: openBatchSize({ most: 1_000 }),
  async begin(call, { levelId, round }) {
    const [, [row]] = await Promise.all([
      lockDuties(call, "memberships"),
      call.db
        .select()
        .from(levelFollowing)
        .where(and(ofLevel(call, levelId), eq(levelFollowing.round, round)))
        .for("update"),
    ]);
    return row ?? null;
  },
  isFirst: ({ done }) => done === 0,
  async take(call, row, most) {
    const memberships = await nextMemberships(call, row, most);
    const scope = scopeOf(memberships, row.contents);
    const [today] = await Promise.all([todayOf(call), lockPeople(call, scope.profileIds)]);
    await follow(onBehalfOf(call, row.begunBy), scope, today);
    return partOf(memberships, most, (last) => last);
  },
  advance: (call, { levelId, done }, { next, taken }) =>
    call.db
      .update(levelFollowing)
      .set({
        afterLevel: next.level_id,
        afterMembership: next.profile_level_access_id,
        done: done + taken,
        movedAt: call.now,
      })
      .where(ofLevel(call, levelId)),
  finish: (call, { levelId }) => call.db.delete(levelFollowing).where(ofLevel(call, levelId)),
});

/**
 * One step: some hundred memberships at the level and below it, wherever it is by now. Those who change memberships
 * meanwhile bring their own in line; a level that is moved away has a round of its own.
 *
 * @returns whether more is left. Of a round that was replaced or is over: nothing.
 */
export const continueLevel = following.step;

/** Rounds under way that no job works on any more: it was given up. To be taken up again. */
export async function abandonedLevels(call: Call): Promise<{ levelId: string; round: string }[]> {
  return call.db
    .select({ levelId: levelFollowing.levelId, round: levelFollowing.round })
    .from(levelFollowing)
    .where(and(ours(levelFollowing, call), isAbandoned(call, levelFollowing.movedAt, "round", levelFollowing.round)))
    .limit(100);
}

/** How far those of these levels are that were moved with many members. The caller authorizes. */
export async function levelsFollowing(call: Call, levelIds: readonly string[]) {
  return call.db
    .select({ levelId: levelFollowing.levelId, done: levelFollowing.done, total: levelFollowing.total })
    .from(levelFollowing)
    .where(and(ours(levelFollowing, call), inArray(levelFollowing.levelId, [...levelIds])));
}

const ofLevel = (call: Call, levelId: string) => and(ours(levelFollowing, call), eq(levelFollowing.levelId, levelId));

/**
 * The contents that are asked of anybody at one of these levels, or not asked by an exception there: nobody owes anything else
 * more or less. With those of the moves that people are still following: whom this one takes away from another on its way is
 * brought in line with both. Null: any.
 */
async function contentsMoved(call: Call, crossed: readonly string[]): Promise<string[] | null> {
  const there = sql`organization_id = ${call.organizationId} AND level_id = ANY(${sql.param([...crossed])}::uuid[]) AND ended_at IS NULL`;
  const { rows } = await call.db.execute<{ contents: string[] | null }>(sql`
    SELECT CASE WHEN NOT EXISTS (
      SELECT FROM level_following WHERE organization_id = ${call.organizationId} AND contents IS NULL
    ) THEN ARRAY(
      SELECT content_id FROM content_assignment WHERE ${there}
      UNION SELECT content_id FROM content_exemption WHERE ${there}
      UNION SELECT unnest(contents) FROM level_following WHERE organization_id = ${call.organizationId}
    ) END AS contents`);
  return rows[0]?.contents ?? null;
}

const scopeOf = (memberships: readonly Membership[], contentIds: readonly string[] | null) => ({
  contentIds,
  profileLevelAccessIds: memberships.map((row) => row.profile_level_access_id),
  profileIds: [...new Set(memberships.map((row) => row.profile_id))],
});

/** Level by level in the order of their ids, which no move changes: a walk along one index, wherever it is in it. */
async function nextMemberships(
  call: Call,
  at: { levelId: string; afterLevel: string; afterMembership: string },
  most: number,
): Promise<Membership[]> {
  const { rows } = await call.db.execute<Membership>(sql`
    SELECT next.profile_level_access_id, next.profile_id, here.level_id
    FROM level AS top
    JOIN level AS here ON here.organization_id = top.organization_id AND here.pre BETWEEN top.pre AND top.last
      AND here.level_id >= ${at.afterLevel}
    CROSS JOIN LATERAL (
      SELECT membership.profile_level_access_id, membership.profile_id
      FROM profile_level_access AS membership
      WHERE membership.organization_id = ${call.organizationId} AND membership.level_id = here.level_id
        AND (here.level_id > ${at.afterLevel} OR membership.profile_level_access_id > ${at.afterMembership})
      ORDER BY membership.profile_level_access_id LIMIT ${most}
    ) AS next
    WHERE top.organization_id = ${call.organizationId} AND top.level_id = ${at.levelId}
    ORDER BY here.level_id, next.profile_level_access_id
    LIMIT ${most}`);
  return rows;
}
