import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import { isAbandoned, openBatch } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { hasNoJob } from "../../../../jobs/queue.ts";
import { lookBack, lookBackChange, lookBackMember, type ThenCounts } from "../../../../schema/reporting.ts";
import { arrivalsBelow, type MemberThen, membersBetween, membersThen, treeBelow } from "../../../compliance/index.ts";
import { type LevelRow, levelById } from "../../../people/index.ts";
import { changeOf, countChange, noChanges } from "./changes.ts";

/** How long a result is kept. */
const keptMs = 24 * 60 * 60_000;
/** Rows that one step deletes. */
const removedAtOnce = 20_000;

export type LookBackRun = Omit<typeof lookBack.$inferSelect, "organizationId">;
type State = { row: LookBackRun; level: LevelRow };
type LookBackStep = Awaited<ReturnType<typeof standingsAt>>;
type Cursor = NonNullable<LookBackStep["last"]>;

const batch = openBatch<string, State, Cursor>({
  // Memberships in a step of the job.
  size: openBatchSize({ least: 200, first: 1_000, most: 5_000 }),
  async begin(call, lookBackId) {
    const [row] = await call.db
      .select()
      .from(lookBack)
      .where(and(ours(lookBack, call), eq(lookBack.lookBackId, lookBackId), eq(lookBack.state, "building")))
      .for("update", { skipLocked: true });
    if (!row) return null;
    const level = await levelById(call, row.levelId).catch(() => null);
    if (level && (await treeBelow(call, level)) === row.tree) return { row, level };
    await call.db.update(lookBack).set({ state: "over" }).where(one(call, lookBackId));
    return null;
  },
  async take(call, { row, level }, most) {
    const look = row.since === null ? standingsAt : changed;
    const { looked, last } = await look(call, row, level, most);
    return { taken: looked, next: last };
  },
  async advance(call, { row, level }, { taken, next }) {
    const { lookBackId, counts } = row;
    const looked = row.looked + taken;
    const total = Math.max(looked, row.total ?? (await arrivalsBelow(call, level)));
    await call.db
      .update(lookBack)
      .set({ counts, looked, movedAt: call.now, ...next, total })
      .where(one(call, lookBackId));
  },
  async finish(call, { row }, { taken }) {
    const { lookBackId, counts } = row;
    const looked = row.looked + taken;
    await call.db
      .update(lookBack)
      .set({ counts, looked, movedAt: call.now, state: "whole", total: looked })
      .where(one(call, lookBackId));
  },
});

/** Does one step of a look back in progress. @returns whether more is left; false when it is over or its level moved. */
export const continueLookingBack = batch.step;

/** Processes the next memberships of a look back that the caller has begun. @returns whether more is left. */
export const stepOf = (call: Call, row: LookBackRun, level: LevelRow, most: number) =>
  batch.stepFrom(call, { row, level }, most);

async function standingsAt(
  call: Call,
  { lookBackId, at, counts, ...place }: LookBackRun,
  level: LevelRow,
  most: number,
) {
  const { members, looked, last } = await membersThen(call, level, at, place, most);
  for (const member of members) countIn(counts, member);
  await insertRows(
    call,
    lookBackMember,
    members.map(({ demands, ...member }) => ({
      organizationId: call.organizationId,
      lookBackId,
      ...member,
      contents: demands.map((each) => each.contentId),
      contentStatuses: demands.map((each) => each.status),
    })),
  );
  return { looked, last };
}

/** Compares two instants: changes are stored, and unchanged members only counted. */
async function changed(
  call: Call,
  { lookBackId, at, since, counts, ...place }: LookBackRun,
  level: LevelRow,
  most: number,
) {
  const between = { from: since ?? at, to: at };
  const { members, looked, last } = await membersBetween(call, level, between, place, most);
  counts.between ??= noChanges();
  const rows = members.flatMap((member) => {
    const { profileLevelAccessId, profileId, sortName, before, after } = member;
    const found = changeOf(member);
    countChange(counts.between ?? noChanges(), member, found?.change);
    if (found === null) return [];
    return {
      ...{ organizationId: call.organizationId, lookBackId, profileLevelAccessId, profileId, sortName },
      change: found.change,
      ...{ beforeLevel: before?.levelId ?? null, beforeLabel: before?.labelId ?? null },
      ...{ afterLevel: after?.levelId ?? null, afterLabel: after?.labelId ?? null },
      ...{ beforeStatus: before?.overallStatus ?? null, afterStatus: after?.overallStatus ?? null },
      contents: found.requirements.map((one) => one.contentId),
      beforeStatuses: found.requirements.map((one) => one.before),
      afterStatuses: found.requirements.map((one) => one.after),
    };
  });
  await insertRows(call, lookBackChange, rows);
  return { looked, last };
}

/** Returns counts of zero. */
export const noCounts = (): ThenCounts => ({ labels: {}, contents: {} });

function countIn(counts: ThenCounts, { labelId, overallStatus, demands }: MemberThen): void {
  counts.labels[labelId] ??= {};
  const ofLabel = counts.labels[labelId];
  ofLabel[overallStatus] = (ofLabel[overallStatus] ?? 0) + 1;
  for (const { contentId, status } of demands) {
    counts.contents[contentId] ??= {};
    const ofContent = counts.contents[contentId];
    ofContent[status] = (ofContent[status] ?? 0) + 1;
  }
}

const one = (call: Call, lookBackId: string) => and(ours(lookBack, call), eq(lookBack.lookBackId, lookBackId));

/** Lists results that are over or older than a day, and unfinished ones that no job works on anymore. */
export async function untendedLookBacks(call: Call): Promise<{ lookBackId: string; over: boolean }[]> {
  const before = new Date(call.now.getTime() - keptMs).toISOString();
  const { rows } = await call.db.execute<{ id: string; over: boolean }>(sql`
    SELECT look_back_id AS id, state = 'over' OR created_at <= ${before}::timestamptz AS over FROM look_back
    WHERE organization_id = ${call.organizationId}
      AND ((state = 'over' OR created_at <= ${before}::timestamptz) AND ${hasNoJob("lookBackId", lookBack.lookBackId)}
        OR state = 'building' AND ${isAbandoned(call, lookBack.movedAt, "lookBackId", lookBack.lookBackId)})
    ORDER BY created_at LIMIT 100`);
  return rows.map(({ id, over }) => ({ lookBackId: id, over }));
}

/** Deletes a result, some rows per step. @returns whether more is left. */
export async function forgetSome(call: Call, lookBackId: string, most = removedAtOnce): Promise<boolean> {
  await call.db.update(lookBack).set({ state: "over" }).where(one(call, lookBackId));
  for (const table of [lookBackMember, lookBackChange]) {
    const { rowCount } = await call.db.execute(sql`
      DELETE FROM ${table} WHERE organization_id = ${call.organizationId} AND look_back_id = ${lookBackId}
        AND (sort_name, profile_level_access_id) IN (
          SELECT sort_name, profile_level_access_id FROM ${table}
          WHERE organization_id = ${call.organizationId} AND look_back_id = ${lookBackId}
          ORDER BY sort_name, profile_level_access_id LIMIT ${most})`);
    if ((rowCount ?? 0) === most) return true;
  }
  await call.db.delete(lookBack).where(one(call, lookBackId));
  return false;
}
