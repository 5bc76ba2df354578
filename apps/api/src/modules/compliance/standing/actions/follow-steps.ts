import { and, count, eq, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { isAbandoned, openBatch, type Part, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { contentFollowing } from "../../../../schema/compliance.ts";
import { contentAssignment, contentAssignmentLabel } from "../../../../schema/library.ts";
import { profileLevelAccess } from "../../../../schema/people.ts";
import { membershipsWith } from "../queries/counted.ts";
import { concernsMore } from "../queries/demands.ts";
import { todayOf } from "../queries/duties.ts";
import { type Followed, follow } from "./follow.ts";
import { type Grace, promiseGrace, promisesKept } from "./grace.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";

/** So many demands of one content are brought in line at once, so that the answer is there. */
export const atOnce = 2_000;
const nobody = "00000000-0000-0000-0000-000000000000";

/** `round`: the rest goes step by step (`continueFollowing`). */
type FollowedOrBegun = Followed | { round: string };

/**
 * Brings everybody in line with the assignments of a content, which the caller has changed under `lockDuties`: at once, or
 * step by step where many are concerned. Whatever was under way for the content is replaced.
 *
 * @param most how many demands are brought in line at once; 2,000 unless given.
 * @param grace whoever is cleared stays so until a day; what was promised before and is not kept yet goes on.
 */
export async function followAssignments(
  call: Call,
  contentId: string,
  most = atOnce,
  grace?: Grace,
): Promise<FollowedOrBegun> {
  if (grace) await promiseGrace(call, contentId, grace);
  if (!(await concernsMore(call, contentId, most))) {
    await call.db.delete(contentFollowing).where(ofContent(call, contentId));
    const followed = await follow(call, { contentId });
    await promisesKept(call, contentId);
    return followed;
  }
  const round = newId();
  const begun = {
    round,
    afterProfile: nobody,
    total: null,
    done: 0,
    begunBy: actingProfile(call),
    movedAt: call.now,
  };
  await call.db
    .insert(contentFollowing)
    .values({ organizationId: call.organizationId, contentId, ...begun })
    .onConflictDoUpdate({ target: [contentFollowing.organizationId, contentFollowing.contentId], set: begun });
  return { round };
}

type Following = typeof contentFollowing.$inferSelect;

const following = openBatch<
  { contentId: string; round: string },
  Following,
  string,
  Part<string> & { memberships: number }
>({
  size: openBatchSize({ most: 1_000 }),
  async begin(call, { contentId, round }) {
    // In the order of everybody: first the organization, then the people. Nobody who holds people waits for this row.
    // Statements that do not wait for each other's answers leave together: of a step of many there are enough as it is.
    const [, [row]] = await Promise.all([
      lockDuties(call, "memberships"),
      call.db
        .select()
        .from(contentFollowing)
        .where(and(ofContent(call, contentId), eq(contentFollowing.round, round)))
        .for("update"),
    ]);
    if (!row) return null;
    return { ...row, total: row.total ?? (await membershipsWith(call, labelsOf(call, contentId))) };
  },
  isFirst: ({ afterProfile }) => afterProfile === nobody,
  async take(call, { contentId, afterProfile, begunBy }, most) {
    const rows = await nextPeople(call, contentId, afterProfile, most);
    const people = rows.map((row) => row.profileId);
    const [today] = await Promise.all([todayOf(call), lockPeople(call, people)]);
    await follow(onBehalfOf(call, begunBy), { contentId, people }, today);
    const memberships = rows.reduce((sum, row) => sum + row.memberships, 0);
    return { ...partOf(rows, most, (last) => last.profileId), memberships };
  },
  advance: (call, { contentId, total, done }, { next, memberships }) =>
    call.db
      .update(contentFollowing)
      .set({ afterProfile: next, total, done: done + memberships, movedAt: call.now })
      .where(ofContent(call, contentId)),
  async finish(call, { contentId }) {
    await call.db.delete(contentFollowing).where(ofContent(call, contentId));
    await promisesKept(call, contentId);
  },
});

/**
 * One step: some hundred people of everybody who has a label that the content was ever assigned to. Those who change
 * memberships meanwhile bring their own in line; whoever has been passed is as the assignments want them.
 *
 * @returns whether more is left. Of a round that was replaced or is over: nothing.
 */
export const continueFollowing = following.step;

/** How far it is, in memberships. The caller authorizes. */
export async function followingOf(
  call: Call,
  contentId: string,
): Promise<{ underWay: boolean; done: number; total: number | null }> {
  const [row] = await call.db
    .select({ done: contentFollowing.done, total: contentFollowing.total })
    .from(contentFollowing)
    .where(ofContent(call, contentId));
  return row ? { underWay: true, ...row } : { underWay: false, done: 0, total: null };
}

/** Rounds under way that no job works on any more: it was given up. To be taken up again. */
export async function abandonedFollowing(call: Call): Promise<{ contentId: string; round: string }[]> {
  return call.db
    .select({ contentId: contentFollowing.contentId, round: contentFollowing.round })
    .from(contentFollowing)
    .where(
      and(ours(contentFollowing, call), isAbandoned(call, contentFollowing.movedAt, "round", contentFollowing.round)),
    )
    .limit(100);
}

const ofContent = (call: Call, contentId: string) =>
  and(ours(contentFollowing, call), eq(contentFollowing.contentId, contentId));

/** The history names the author of the change, who needs no permission anymore and gets none. */
export function onBehalfOf(call: Call, profileId: string | null): Call {
  if (profileId === null) return call;
  const managers = { review: false, content: false };
  const family = { entries: [profileId], children: [], onceGuarded: [] };
  return {
    ...call,
    actor: { kind: "person", profileId, appUserId: nobody, grants: [], ...family, managers, externalReviewer: null },
  };
}

/** Selects the labels the content was ever assigned to; other members are not affected. */
const labelsOf = (call: Call, contentId: string) => sql`ARRAY(
  SELECT ${contentAssignmentLabel.labelId} FROM ${contentAssignmentLabel}
  JOIN ${contentAssignment} ON ${contentAssignment.organizationId} = ${contentAssignmentLabel.organizationId}
    AND ${contentAssignment.contentAssignmentId} = ${contentAssignmentLabel.contentAssignmentId}
  WHERE ${ours(contentAssignmentLabel, call)} AND ${contentAssignment.contentId} = ${contentId})`;

/** The next people in the order of their ids: a walk along one index, wherever it is in it. */
async function nextPeople(call: Call, contentId: string, after: string, most: number) {
  return call.db
    .select({ profileId: profileLevelAccess.profileId, memberships: count() })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        sql`${profileLevelAccess.profileId} > ${after}`,
        sql`${profileLevelAccess.labelId} = ANY(${labelsOf(call, contentId)})`,
      ),
    )
    .groupBy(profileLevelAccess.profileId)
    .orderBy(profileLevelAccess.profileId)
    .limit(most);
}
