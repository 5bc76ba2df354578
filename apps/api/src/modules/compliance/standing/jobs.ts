import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../call.ts";
import { batchJob } from "../../../jobs/batch-job.ts";
import { defineJob, enqueue, enqueueAll } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { continueExpiries } from "./actions/count-expiries.ts";
import { continueDays } from "./actions/duty-day.ts";
import { foldCounts } from "./actions/fold.ts";
import { abandonedLevels, continueLevel } from "./actions/follow-level.ts";
import { abandonedFollowing, continueFollowing } from "./actions/follow-steps.ts";
import { fillLevels, noticeLargeLevels } from "./actions/index-levels.ts";
import { continueRedo } from "./actions/redo-steps.ts";
import { continueRezoning } from "./actions/rezone.ts";
import { sweepSome } from "./actions/sweep.ts";
import { countKinds, countTables } from "./queries/count-tables.ts";
import { anythingDue } from "./queries/stale-statuses.ts";

const nothing = z.object({});

/**
 * Updates statuses that time alone changes. A sweep step and a counting step alternate, so that requests find a free processor.
 */
export const sweep = defineJob({
  name: "standing.sweep",
  payload: nothing,
  async work(call) {
    if (await sweepSome(call)) await enqueue(call, countSwept, {}, { singletonKey: "countSwept" });
  },
});

/** Adds the changes from a sweep to the counts, and then continues the sweep if more is due. */
export const countSwept = defineJob({
  name: "standing.countSwept",
  payload: nothing,
  async work(call) {
    if (await fold(call)) return "again";
    if (await isThere(call, anythingDue(call))) await enqueue(call, sweep, {}, { singletonKey: "sweep" });
    return undefined;
  },
});

/** Adds recorded changes to the counts. */
export const count = batchJob({ name: "standing.count", payload: nothing, step: fold });

/** @returns whether more is pending. */
async function fold(call: Call): Promise<boolean> {
  const { levelIds, more } = await foldCounts(call);
  if (levelIds.length > 0) await noticeLargeLevels(call, levelIds);
  return more;
}

/** Adds the changes of a large step to the counts right away. Until then every list and dashboard adds them up itself. */
export async function foldSoon(call: Call): Promise<void> {
  if (await isThere(call, pendingCounts(call))) await enqueue(call, count, {}, { singletonKey: "count" });
}

/** Fills the member index of levels that have become large. */
export const fill = batchJob({ name: "standing.fill", payload: nothing, step: fillLevels });

/** Processes members affected by a change to one content's assignments, a few hundred people per step. */
export const followContent = batchJob({
  name: "standing.followContent",
  payload: z.object({ contentId: z.uuid(), round: z.uuid() }),
  step: continueFollowing,
  after: foldSoon,
});

/**
 * Moves people's days to the organization's new time zone. Retried for more than a day, because a half-finished move would be
 * wrong.
 */
export const rezone = batchJob({
  name: "standing.rezone",
  payload: nothing,
  retries: 40,
  step: (call) => continueRezoning(call),
  after: foldSoon,
});

/** Applies a deadline to repeat content to earlier completions, some hundred per step. */
export const redo = batchJob({
  name: "standing.redo",
  payload: nothing,
  step: (call) => continueRedo(call),
  after: foldSoon,
});

/** Resumes abandoned walks. */
export const noticeRedo: Schedule = {
  name: "standing.noticeRedo",
  everySeconds: 60,
  run: ({ eachOrganization, tenancy }) =>
    eachOrganization((call) => enqueue(call, redo, {}, { singletonKey: "redo" }), tenancy.organizationsRedoing()),
};

/** Updates people of a level that was moved, some hundred memberships per step. */
export const followLevel = batchJob({
  name: "standing.followLevel",
  payload: z.object({ levelId: z.uuid(), round: z.uuid() }),
  step: continueLevel,
  after: foldSoon,
});

/** Counts expirations for people from before they were counted, some hundred per step. */
export const countExpiries = batchJob({
  name: "standing.countExpiries",
  payload: nothing,
  priority: -1,
  step: (call) => continueExpiries(call),
});

/** Processes age limits that were crossed and exceptions that ended on the days that have passed. */
export const followDay = batchJob({
  name: "standing.followDay",
  payload: nothing,
  step: (call) => continueDays(call),
  after: foldSoon,
});

/** Checks only the organizations where a new day has begun. */
export const noticeDutyDays: Schedule = {
  name: "standing.noticeDays",
  everySeconds: 60,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(
      (call) => enqueue(call, followDay, {}, { singletonKey: "followDay" }),
      tenancy.organizationsOnAnotherDay(now()),
    ),
};

/** Checks only the organizations where any of these has something to do. */
export const noticeStanding: Schedule = {
  name: "standing.notice",
  everySeconds: 10,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(async (call) => {
      const { due, counted, building, following, moved, uncounted } = await waiting(call);
      if (due) await enqueue(call, sweep, {}, { singletonKey: "sweep" });
      if (counted) await enqueue(call, count, {}, { singletonKey: "count" });
      if (building) await enqueue(call, fill, {}, { singletonKey: "fill" });
      if (following) await enqueueAll(call, followContent, await abandonedFollowing(call));
      if (uncounted) await enqueue(call, countExpiries, {}, { singletonKey: "expiries" });
      if (moved) await enqueueAll(call, followLevel, await abandonedLevels(call));
    }, tenancy.organizationsBehind(now())),
};

async function isThere(call: Call, anything: SQL): Promise<boolean> {
  const { rows } = await call.db.execute<{ any: boolean }>(sql`SELECT ${anything} AS any`);
  return rows[0]?.any ?? false;
}

/** Returns whether any changes aren't in the counts yet. */
const pendingCounts = (call: Call) =>
  sql.join(
    countKinds.map(
      (kind) => sql`EXISTS (SELECT FROM ${countTables(kind).deltas} WHERE organization_id = ${call.organizationId})`,
    ),
    sql` OR `,
  );

type Waiting = Record<"due" | "counted" | "building" | "following" | "moved" | "uncounted", boolean>;

async function waiting(call: Call): Promise<Waiting> {
  const { rows } = await call.db.execute<Waiting>(sql`
    SELECT ${anythingDue(call)} AS due,
      ${pendingCounts(call)} AS counted,
      EXISTS (SELECT FROM level_index WHERE organization_id = ${call.organizationId} AND state = 'building') AS building,
      EXISTS (SELECT FROM content_following WHERE organization_id = ${call.organizationId}) AS following,
      EXISTS (SELECT FROM level_following WHERE organization_id = ${call.organizationId}) AS moved,
      EXISTS (SELECT FROM expiries_behind WHERE organization_id = ${call.organizationId}) AS uncounted`);
  return rows[0] ?? { due: false, counted: false, building: false, following: false, moved: false, uncounted: false };
}
