import { and, eq, inArray, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { isAbandoned, openBatch, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { levelFollowing } from "../../../../schema/compliance.ts";
import { todayOf } from "../queries/duties.ts";
import { membershipsBelow } from "../queries/membership-counts.ts";
import { follow } from "./follow.ts";
import { onBehalfOf } from "./follow-steps.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";

/** Up to this many memberships are updated at once, so that the response includes the result. */
export const movedAtOnce = 300;
const nothing = "00000000-0000-0000-0000-000000000000";

type Membership = { profile_level_access_id: string; profile_id: string; level_id: string };

/**
 * Updates everybody at a level and below it by the assignments above, after it was moved under `lockDuties`: at once, or step
 * by step when there are many.
 *
 * @param crossed the levels that are above it now and weren't, or were and aren't.
 * @param most how many memberships are updated at once.
 * @returns the round whose steps follow (`continueLevel`); null when everybody is up to date.
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
 * Updates some hundred memberships at the level and below it, wherever it is by now. Concurrent changes of memberships update
 * their own; a level that is moved away has a round of its own.
 *
 * @returns whether more is left. A round that was replaced or is over does nothing.
 */
export const continueLevel = following.step;

/** Lists rounds under way whose job was given up, so that they can be resumed. */
export async function abandonedLevels(call: Call): Promise<{ levelId: string; round: string }[]> {
  return call.db
    .select({ levelId: levelFollowing.levelId, round: levelFollowing.round })
    .from(levelFollowing)
    .where(and(ours(levelFollowing, call), isAbandoned(call, levelFollowing.movedAt, "round", levelFollowing.round)))
    .limit(100);
}

/** Returns the progress of these levels that were moved with many members. The caller authorizes. */
export async function levelsFollowing(call: Call, levelIds: readonly string[]) {
  return call.db
    .select({ levelId: levelFollowing.levelId, done: levelFollowing.done, total: levelFollowing.total })
    .from(levelFollowing)
    .where(and(ours(levelFollowing, call), inArray(levelFollowing.levelId, [...levelIds])));
}

const ofLevel = (call: Call, levelId: string) => and(ours(levelFollowing, call), eq(levelFollowing.levelId, levelId));

/**
 * Returns the contents assigned to anybody at one of these levels, or excepted there: only these requirements can change.
 * Includes those of moves that people are still following: people whom this move takes out of another are updated for both.
 * Null: any.
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

/** Reads the next memberships level by level, ordered by ids, which no move changes: a walk along one index. */
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
