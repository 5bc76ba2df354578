import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { customType, date, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import pg from "pg";
import { expect, test } from "vitest";
import { aWorld } from "../../test/world.ts";
import { instantColumn } from "./columns.ts";
import { newId } from "./ids.ts";
import { insertRows } from "./insert-rows.ts";
import { flags, inParts, instants, numbers, texts, words } from "./lists.ts";
import type { TenantDb } from "./tenancy.ts";

const world = aWorld();

/** A table for one connection. */
const kept = pgTable("kept", {
  id: uuid("id").notNull(),
  name: text("name").notNull(),
  at: instantColumn("at"),
  day: date("day", { mode: "string" }),
  many: integer("many"),
  few: smallint("few").array(),
  words: text("words").array(),
  told: customType<{ data: unknown; driverData: unknown }>({ dataType: () => "jsonb" })("told"),
});

const odd = ["", " ", "null", "NULL", "a,b;{c}", `O'Brien "Bo"`, "a\\b", "Zoë 👩‍👧", "line\nend", "\\u0041"];
const rows = odd.map((name, n) => ({
  id: newId(),
  name,
  at: n % 2 === 0 ? null : new Date(Date.UTC(1969 + n * 40, 11, 31, 23, 59, 59, 999 - n)),
  day: n % 3 === 0 ? null : `2026-02-2${n % 9}`,
  many: n % 4 === 0 ? null : n - 5,
  few: n % 5 === 0 ? null : n % 5 === 1 ? [] : [n, -n],
  words: n % 5 === 4 ? null : odd.slice(0, n),
  told: n === 0 ? null : { name, of: [name, null, n / 3], none: null },
}));

async function inTable<Result>(work: (db: TenantDb) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: world.it.adminUrl });
  await client.connect();
  try {
    await client.query(`CREATE TEMPORARY TABLE kept (id uuid, name text, at timestamptz, day date, many integer,
      few smallint[], words text[], told jsonb)`);
    return await work(drizzle(client) as unknown as TenantDb);
  } finally {
    await client.end();
  }
}

test("rows arrive as they were sent: lists, JSON, and missing values", async () => {
  const found = await inTable(async (db) => {
    await insertRows({ db }, kept, rows);
    return db.select().from(kept).orderBy(kept.id);
  });
  expect(found).toEqual(rows);
});

test("lists hold what the query builder reads row by row, absent values, and instants of every century", async () => {
  const [lists, parts, none] = await inTable(async (db) => {
    await insertRows({ db }, kept, rows);
    // PostgreSQL stores microseconds, a thousandth of our precision. All are rewritten, so that they stay in order.
    await db.execute(
      sql`UPDATE kept SET at = at + CASE WHEN at < '2250-01-01' THEN interval '999 microseconds' ELSE '0' END`,
    );
    const all = {
      ids: words(kept.id),
      names: texts(kept.name),
      at: instants<Date | null>(kept.at),
      days: words<string | null>(kept.day),
      many: numbers<number | null>(kept.many),
      positive: flags<boolean | null>(sql`${kept.many} > 0`),
    };
    return [
      await db.select(all).from(kept),
      await db
        .select({ few: inParts(kept.few, Number) })
        .from(kept)
        .orderBy(kept.id),
      await db.select(all).from(kept).where(sql`false`),
    ] as const;
  });
  expect(lists).toEqual([
    {
      ids: rows.map((row) => row.id),
      names: odd,
      at: rows.map((row) => row.at),
      days: rows.map((row) => row.day),
      many: rows.map((row) => row.many),
      positive: rows.map((row) => (row.many === null ? null : row.many > 0)),
    },
  ]);
  expect(parts.map((row) => row.few)).toEqual(rows.map((row) => row.few));
  expect(none).toEqual([{ ids: [], names: [], at: [], days: [], many: [], positive: [] }]);
});
