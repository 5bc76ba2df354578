import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld } from "../../test/world.ts";
import { requirementEvent } from "../schema/compliance.ts";
import { requirementNote } from "../schema/reviews.ts";
import { newId } from "./ids.ts";
import { insertRows } from "./insert-rows.ts";
import { type OrganizationId, ours } from "./tenancy.ts";

const world = aWorld();

const odd = [
  `O'Brien "Bo"`,
  "a\\b",
  "a,b;{c}",
  "Zoë 👩‍👧 Nuñez",
  "tab\tline\nend",
  "\u2028",
  "",
  " ",
  "null",
  "\\u0041",
];

test("thousands of rows arrive as they were given, odd strings, absent values and instants too", async () => {
  const org = await world.it.anOrganization();
  const of = { profileId: newId(), contentId: newId(), requirementId: newId() };
  const at = new Date("2026-02-28T23:59:59.999Z");
  const rowsIn = (organizationId: OrganizationId) =>
    Array.from({ length: 4_100 }, (_, n) => ({
      ...of,
      organizationId,
      requirementEventId: newId(),
      kind: "status" as const,
      toStatus: n % 2 === 0 ? (3 as const) : null,
      actor: odd[n % odd.length] as string,
      at,
    }));
  const { rows, found } = await org.asSystem(async (call) => {
    const rows = rowsIn(call.organizationId);
    await insertRows(call, requirementEvent, rows);
    await insertRows(call, requirementEvent, []);
    const found = await call.db
      .select()
      .from(requirementEvent)
      .where(ours(requirementEvent, call))
      .orderBy(asc(requirementEvent.requirementEventId));
    return { rows, found };
  });
  const absent = { attemptId: null, profileLevelAccessId: null, fromState: null, toState: null, fromStatus: null };
  expect(found).toEqual(
    rows.map((row) => ({ ...row, ...absent, actorProfileId: null, writtenXid: expect.any(String) })),
  );
});

test("bytes arrive as they were given", async () => {
  const org = await world.it.anOrganization();
  const id = newId();
  const noted = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
  const found = await org.asSystem(async (call) => {
    const row = {
      organizationId: call.organizationId,
      requirementEventId: id,
      requirementId: id,
      actorProfileId: null,
    };
    await insertRows(call, requirementNote, [
      { ...row, sealedNote: noted, at: call.now },
      { ...row, requirementEventId: newId(), sealedNote: Buffer.alloc(0), at: call.now },
    ]);
    return call.db
      .select()
      .from(requirementNote)
      .where(ours(requirementNote, call))
      .orderBy(asc(requirementNote.requirementEventId));
  });
  expect(found.map((row) => row.sealedNote)).toEqual([noted, Buffer.alloc(0)]);
});

test("rows of different columns, a value that is missing and bytes for what is none are refused, not changed on the way", async () => {
  const org = await world.it.anOrganization();
  const refused = (...rows: object[]) =>
    expect(org.asSystem((call) => insertRows(call, requirementEvent, rows as (typeof requirementEvent.$inferInsert)[])))
      .rejects;
  await refused({ actor: "one" }, { actor: "two", kind: "status" }).toThrow(/name the same columns/);
  await refused({ actor: "one", kind: "status" }, { actor: "two", attemptId: null }).toThrow(/kind cannot be inserted/);
  await refused({ actor: Buffer.from("hi") }).toThrow(/actor cannot be inserted/);
});

test("a name that is no column of the table is refused, not left out", async () => {
  const org = await world.it.anOrganization();
  const row = { nickname: "Bo" } as unknown as typeof requirementEvent.$inferInsert;
  await expect(org.asSystem((call) => insertRows(call, requirementEvent, [row]))).rejects.toThrow(/no column nickname/);
});
