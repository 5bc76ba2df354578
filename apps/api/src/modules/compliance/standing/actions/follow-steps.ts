import { and, count, eq, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { isAbandoned, openBatch, type Part, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { contentFollowing } from "../../../../schema/compliance.ts";
import { contentAssignment, contentAssignmentLabel } from "../../../../schema/library.ts";
import { profileLevelAccess } from "../../../../schema/people.ts";
import { concernsMore } from "../queries/demands.ts";
import { todayOf } from "../queries/duties.ts";
import { membershipsWith } from "../queries/membership-counts.ts";
import { type Followed, follow } from "./follow.ts";
import { type Grace, promiseGrace, promisesKept } from "./grace.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";

/** Up to this many demands of one content are updated at once, so that the response includes the result. */
export const atOnce = 2_000;
const nobody = "00000000-0000-0000-0000-000000000000";

/** `round`: the rest is done step by step (`continueFollowing`). */
type FollowedOrBegun = Followed | { round: string };

/**
 * Updates everybody by the assignments of a content, which the caller has changed under `lockDuties`: at once, or step by step
 * when many people are concerned. Replaces a round under way for the content.
 *
 * @param most how many demands are updated at once; 2,000 unless given.
 * @param grace cleared people stay cleared through a day; earlier promises that are not applied yet remain.
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
    // The lock order is the same everywhere: first the organization, then the people. No transaction that holds people waits
    // for this row. Independent statements are sent together to save round trips.
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
 * Updates some hundred of the people who have a label that the content was ever assigned to. Concurrent changes of memberships
 * update their own; people who were already processed match the assignments.
 *
 * @returns whether more is left. A round that was replaced or is over does nothing.
 */
export const continueFollowing = following.step;

/** Returns the progress in memberships. The caller authorizes. */
export async function followingOf(
  call: Call,
  contentId: string,
): Promise<{ inProgress: boolean; done: number; total: number | null }> {
  const [row] = await call.db
    .select({ done: contentFollowing.done, total: contentFollowing.total })
    .from(contentFollowing)
    .where(ofContent(call, contentId));
  return row ? { inProgress: true, ...row } : { inProgress: false, done: 0, total: null };
}

/** Lists rounds under way whose job was given up, so that they can be resumed. */
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

/** Returns a call whose history names the author of the change, who needs no permission anymore and gets none. */
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

/** Reads the next people, ordered by id: a walk along one index. */
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
