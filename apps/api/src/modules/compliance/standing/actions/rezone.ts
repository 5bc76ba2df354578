import { movedMidnight } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { rezoning } from "../../../../schema/compliance.ts";
import { peopleAfter } from "../queries/people-after.ts";
import { peopleCounted } from "../queries/rezoning.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";
import { restand } from "./restand.ts";

const nobody = "00000000-0000-0000-0000-000000000000";

/** Notes that the organization's people are to follow another time zone. The caller holds the duties (`lockDuties`). */
export async function beginRezoning(call: Call, fromZone: string, toZone: string): Promise<void> {
  await call.db.insert(rezoning).values({
    organizationId: call.organizationId,
    fromZone,
    toZone,
    afterProfile: nobody,
    done: 0,
    total: await peopleCounted(call),
    begunBy: actingProfile(call),
  });
}

const walk = openBatch<object, typeof rezoning.$inferSelect, string>({
  size: openBatchSize({ first: 500, most: 500 }),
  async begin(call) {
    // The lock order is the same everywhere: first the organization, then the people.
    await lockDuties(call, "memberships");
    const [row] = await call.db.select().from(rezoning).where(ours(rezoning, call)).for("update");
    return row ?? null;
  },
  async take(call, row, most) {
    const people = await peopleAfter(call, row.afterProfile, most);
    await lockPeople(call, people);
    const moved = new Set<string>();
    for (const days of dated) for (const id of await moveDays(call, people, row, days)) moved.add(id);
    await keepAttempts(call, [...moved]);
    await restand(call, people);
    return partOf(people, most, (last) => last);
  },
  advance: (call, { done }, { next, taken }) =>
    call.db
      .update(rezoning)
      .set({ afterProfile: next, done: done + taken })
      .where(ours(rezoning, call)),
  finish: (call) => call.db.delete(rezoning).where(ours(rezoning, call)),
});

/**
 * Moves the due and expiration days of some hundred people to the new time zone, and updates their statuses, with history. Rows
 * written meanwhile use the new zone already and stay.
 *
 * @returns whether more is left.
 */
export const continueRezoning = (call: Call, most?: number) => walk.step(call, {}, most);

/** The days that are stored as instants. A completion at another moment than midnight keeps it. */
const dated = [
  { table: "demand", column: "due_at" },
  { table: "attempt", column: "expires_at" },
  { table: "attempt", column: "completed_at" },
  { table: "attempt", column: "signature_ends_at" },
] as const;

/** @returns the submissions with moved days. */
async function moveDays(
  call: Call,
  people: readonly string[],
  { fromZone, toZone }: { fromZone: string; toZone: string },
  { table, column }: (typeof dated)[number],
): Promise<string[]> {
  const here = sql.identifier(table);
  const at = sql.identifier(column);
  const theirs = sql`requirement.organization_id = ${here}.organization_id
    AND requirement.requirement_id = ${here}.requirement_id
    AND requirement.profile_id = ANY(${sql.param([...people])}::uuid[])`;
  const { rows } = await call.db.execute<{ at: number }>(sql`
    SELECT DISTINCT (extract(epoch FROM ${here}.${at}) * 1000)::float8 AS at FROM ${here} JOIN requirement ON ${theirs}
    WHERE ${here}.organization_id = ${call.organizationId} AND ${here}.${at} IS NOT NULL`);
  // Among hundreds of people there are few distinct dates, so each is moved only once.
  const moved = rows.flatMap((row) => {
    const after = movedMidnight(row.at, fromZone, toZone);
    return after === row.at ? [] : [{ before: iso(row.at), after: iso(after) }];
  });
  if (moved.length === 0) return [];
  const submission = sql.raw(table === "attempt" ? "attempt.attempt_id" : "NULL::uuid");
  const { rows: changed } = await call.db.execute<{ id: string | null }>(sql`
    UPDATE ${here} SET ${at} = moved.after
    FROM requirement, unnest(
      ${sql.param(moved.map((one) => one.before))}::timestamptz[],
      ${sql.param(moved.map((one) => one.after))}::timestamptz[]
    ) AS moved (before, after)
    WHERE ${here}.organization_id = ${call.organizationId} AND ${here}.${at} = moved.before AND ${theirs}
    RETURNING ${submission} AS id`);
  return changed.flatMap(({ id }) => id ?? []);
}

const iso = (instant: number) => new Date(instant).toISOString();
