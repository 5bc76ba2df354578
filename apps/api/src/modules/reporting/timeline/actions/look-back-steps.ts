import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openPace } from "../../../../jobs/batch-size.ts";
import { queue } from "../../../../jobs/job-tables.ts";
import { lookBack, lookBackChange, lookBackMember, type ThenCounts } from "../../../../schema/reporting.ts";
import {
  arrivalsBelow,
  type MemberThen,
  membersBetween,
  membersThen,
  treeBelow,
} from "../../../compliance/standing/queries/level-then.ts";
import { type LevelRow, levelById } from "../../../people/hierarchy/queries.ts";
import { changeOf, countChange, noChanges } from "./changes.ts";

/** Memberships of a step that nobody waits for. */
const pace = openPace({ least: 200, first: 1_000, most: 5_000 });
const minuteMs = 60_000;
/** So long one is kept. */
const keptMs = 24 * 60 * minuteMs;
/** Rows that one step removes. */
const removedAtOnce = 20_000;

/** One step of one that is under way. @returns whether more is left; of one that is over, or whose level moved, nothing. */
export async function continueLookingBack(call: Call, lookBackId: string, most = pace.most): Promise<boolean> {
  const began = performance.now();
  const [row] = await call.db
    .select()
    .from(lookBack)
    .where(and(ours(lookBack, call), eq(lookBack.lookBackId, lookBackId), eq(lookBack.state, "building")))
    .for("update", { skipLocked: true });
  if (!row) return false;
  const level = await levelById(call, row.levelId).catch(() => null);
  if (!level || (await treeBelow(call, level)) !== row.tree) {
    await call.db.update(lookBack).set({ state: "over" }).where(one(call, lookBackId));
    return false;
  }
  const left = await stepOf(call, row, level, most);
  pace.learn(most, performance.now() - began);
  return left;
}

export type LookBackRun = Omit<typeof lookBack.$inferSelect, "organizationId">;

/** Looks at the next memberships of one. @returns whether more is left. */
export async function stepOf(call: Call, row: LookBackRun, level: LevelRow, most: number): Promise<boolean> {
  const { lookBackId, counts } = row;
  const { looked, last } =
    row.since === null ? await stood(call, row, level, most) : await changed(call, row, level, most);
  const soFar = row.looked + looked;
  await call.db
    .update(lookBack)
    .set({
      ...{ counts, looked: soFar, movedAt: call.now },
      ...(last === null
        ? { state: "whole" as const, total: soFar }
        : { ...last, total: Math.max(soFar, row.total ?? (await arrivalsBelow(call, level))) }),
    })
    .where(one(call, lookBackId));
  return last !== null;
}

async function stood(call: Call, { lookBackId, at, counts, ...place }: LookBackRun, level: LevelRow, most: number) {
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

/** Compares two instants: what stood otherwise is kept, and who stood as before is only counted. */
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

/** The counts of nobody. */
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

/** Those that are over or older than a day, and those under way that no job works on any more. */
export async function untendedLookBacks(call: Call): Promise<{ lookBackId: string; over: boolean }[]> {
  const before = new Date(call.now.getTime() - keptMs).toISOString();
  const still = new Date(call.now.getTime() - minuteMs).toISOString();
  const { rows } = await call.db.execute<{ id: string; over: boolean }>(sql`
    SELECT look_back_id AS id, state = 'over' OR created_at <= ${before}::timestamptz AS over FROM look_back
    WHERE organization_id = ${call.organizationId} AND (state = 'over' OR created_at <= ${before}::timestamptz
      OR state = 'building' AND moved_at <= ${still}::timestamptz)
      AND NOT EXISTS (
        SELECT FROM pgboss.job_common WHERE name = ${queue} AND state < 'completed'
          AND data->'payload'->>'lookBackId' = look_back_id::text)
    ORDER BY created_at LIMIT 100`);
  return rows.map(({ id, over }) => ({ lookBackId: id, over }));
}

/** Removes one, some rows a step. @returns whether more is left. */
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
