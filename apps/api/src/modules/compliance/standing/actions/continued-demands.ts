import type { DueRule } from "@touchline/contract/library/content-assignments";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/**
 * An edited assignment ends and another one takes its place. Due dates that count from an event continue, because nothing new
 * is asked: the demand keeps its first date, which is then before its assignment.
 */

type Owing = {
  profile_level_access_id: string;
  content_id: string;
  due_type: DueRule["type"] | null;
  due_days: number | null;
};
/** A requirement that a current assignment gives a membership. */
type Wanted = Owing & { level_id: string; assigned_at: string; presses: boolean };
/** A requirement that a membership has now. `ended`: its assignment is no longer in force. */
type Had = Owing & {
  due_at: number | null;
  asked_at: number;
  ended: boolean;
  /** When its assignment was made. */
  made_at: number;
  mandatory: boolean;
  pressed_since: number | null;
};

const ruleOf = (row: Owing) => `${row.profile_level_access_id} ${row.content_id} ${row.due_type} ${row.due_days}`;
const countsDays = ({ due_type: type }: Owing) => type === "AfterJoining" || type === "Season";

const wasPressed = ({ mandatory, pressed_since: since }: Had) => mandatory || since !== null;

/**
 * Finds the earlier demand that a newly added one continues on a membership: one of an ended assignment by the same rule, the
 * earliest due of several; for a mandatory one, the earliest mandatory one. A content that an edit makes mandatory starts anew;
 * one that an undone edit restores doesn't, nor does it continue what that edit started anew.
 *
 * @param surplus demands that no assignment in force makes anymore.
 */
export function requiredBefore<Before extends Had>(surplus: readonly Before[]): (row: Wanted) => Before | undefined {
  const ended = surplus.filter((row) => row.ended && countsDays(row));
  const first = firstOf(ended);
  const firstPressed = firstOf(ended.filter(wasPressed));
  return (row) => {
    const pressed = row.presses ? firstPressed.get(ruleOf(row)) : undefined;
    const before = pressed ?? first.get(ruleOf(row));
    if (!before || beganAnew(row, before)) return undefined;
    if (pressed) return pressed;
    const comesBack = Date.parse(row.assigned_at) <= before.asked_at;
    return !row.presses || comesBack ? before : undefined;
  };
}

/**
 * Returns whether a restored demand had started anew by the edit that is undone: its due date counts from when it was first
 * asked.
 */
const beganAnew = (row: Wanted, before: Had) =>
  Date.parse(row.assigned_at) < before.made_at && before.made_at <= before.asked_at;

/** Returns the earliest due demand of each rule on each membership. */
function firstOf<Before extends Had>(rows: readonly Before[]): ReadonlyMap<string, Before> {
  const first = new Map<string, Before>();
  for (const row of rows) {
    const known = first.get(ruleOf(row));
    if (!known || (row.due_at ?? 0) < (known.due_at ?? 0)) first.set(ruleOf(row), row);
  }
  return first;
}

const isContinued = (row: Wanted, before: Had) => before.asked_at < Date.parse(row.assigned_at);

/**
 * Returns when seasonal demands were assigned: for continued ones, the first assignment that made them.
 *
 * @param rows demands due by season, now and until now.
 * @returns a function from a demand to that instant; null when no record is left.
 */
export async function assignedFirst(
  call: Call,
  rows: readonly { row: Wanted; before: Had }[],
): Promise<(row: Wanted, before: Had) => number | null> {
  const edited = rows.filter(({ row, before }) => isContinued(row, before));
  const all = await seasonal(call, [...new Set(edited.map(({ row }) => row.content_id))]);
  return (row, before) => {
    if (!isContinued(row, before)) return Date.parse(row.assigned_at);
    const then = all.filter(
      (one) =>
        one.content_id === row.content_id &&
        one.due_days === row.due_days &&
        one.began <= before.asked_at &&
        before.asked_at < one.ended,
    );
    return (then.find((one) => one.level_id === row.level_id) ?? then[0])?.began ?? null;
  };
}

type Seasonal = { content_id: string; level_id: string; due_days: number | null; began: number; ended: number };

/** Lists every assignment of these contents that is or was due by season, latest first. */
async function seasonal(call: Call, contentIds: readonly string[]): Promise<Seasonal[]> {
  if (contentIds.length === 0) return [];
  const { rows } = await call.db.execute<Seasonal>(sql`
    SELECT content_id, level_id, due_days, (extract(epoch FROM created_at) * 1000)::float8 AS began,
           coalesce((extract(epoch FROM ended_at) * 1000)::float8, 'Infinity') AS ended
    FROM content_assignment
    WHERE organization_id = ${call.organizationId} AND content_id = ANY(${sql.param([...contentIds])}::uuid[])
      AND due_type = 'Season'
    ORDER BY created_at DESC`);
  return rows;
}
