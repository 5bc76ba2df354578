import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld } from "../../test/world.ts";
import { level } from "../modules/hierarchy/tables.ts";
import { builtOnce } from "./built-once.ts";
import { openTenancy, ours, plansAlike, type TenantDb } from "./tenancy.ts";

const world = aWorld();

const named = builtOnce<{ levelId: string }, { name: string }[]>((db, call) =>
  db
    .select({ name: level.name })
    .from(level)
    .where(sql`${ours(level, call)} AND ${eq(level.levelId, call.given("levelId"))}`),
);

test("a query that was built once is asked in the transaction of each call, and sees that tenant alone", async () => {
  const orgs = await Promise.all([world.it.anOrganization("One"), world.it.anOrganization("Two")]);
  const ask = (of: number, level: number) =>
    (orgs[of] as (typeof orgs)[number]).asSystem((call) =>
      Promise.all([
        named(call, { levelId: orgs[level]?.levels.root ?? "" }),
        named(plansAlike(call), { levelId: orgs[level]?.levels.root ?? "" }),
      ]),
    );
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n % 2, n % 3 === 0 ? (n + 1) % 2 : n % 2)));
  for (const [n, [one, other]] of all.entries()) {
    expect(one).toHaveLength(n % 3 === 0 ? 0 : 1);
    expect(other).toEqual(one);
  }
});

test("it is sent when it is awaited, behind what was asked before", async () => {
  const org = await world.it.anOrganization();
  const sent: string[] = [];
  const tenancy = openTenancy(world.it.database.pool, (text) => sent.push(text));
  await tenancy.run(tenancy.found(org.organizationId), async (db) => {
    const call = { db, organizationId: tenancy.found(org.organizationId) };
    const locking = async () =>
      db.execute(sql`SELECT 1 AS lock FROM organization WHERE organization_id = ${call.organizationId}`);
    await Promise.all([locking(), named(call, { levelId: org.levels.root })]);
  });
  expect(sent.map((text) => text.includes("AS lock"))).toEqual([true, false]);
});

test("outside of a transaction it is refused", async () => {
  const org = await world.it.anOrganization();
  const { db, organizationId } = await org.asSystem((call) => Promise.resolve(call));
  await expect(named({ db, organizationId }, { levelId: org.levels.root })).rejects.toThrow();
  await expect(named({ db: {} as TenantDb, organizationId }, { levelId: org.levels.root })).rejects.toThrow(
    /belongs to a tenant's/,
  );
});

test("plans are made for any value to the end of the transaction, and no longer", async () => {
  const org = await world.it.anOrganization();
  const mode = sql`SELECT current_setting('plan_cache_mode') AS mode FROM organization WHERE organization_id = ${org.organizationId}`;
  const { rows } = await org.asSystem((call) => plansAlike(call).db.execute(mode));
  expect(rows).toEqual([{ mode: "force_generic_plan" }]);
  for (let n = 0; n < 12; n += 1) {
    expect((await org.asSystem((call) => call.db.execute(mode))).rows).toEqual([{ mode: "auto" }]);
  }
});
