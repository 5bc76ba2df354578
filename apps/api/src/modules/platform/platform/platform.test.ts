import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aWorld, password } from "../../../../test/world.ts";
import { awaitedOperators, keepOperators } from "./actions.ts";

const world = aWorld();

let people = 0;
async function anAccount({ emailConfirmed = true } = {}) {
  const email = `ops.${++people}.${randomUUID()}@example.org`;
  return { email, ...(await world.it.accounts.create({ email, password, emailConfirmed })) };
}
const awaited = (addresses: string[]) =>
  awaitedOperators({ tenancy: world.it.tenancy, identity: world.it.identity }, addresses);
const operators = async () =>
  (await world.it.database.pool.query("SELECT app_user_id AS id FROM platform_operator")).rows.map((row) => row.id);

test("an address names an account once it logs in, however it is spelled", async () => {
  const { sub, email } = await anAccount();
  const stranger = await anAccount();
  const named = awaited([email.toUpperCase()]);
  expect(await named.takeUp(new Date(), stranger.sub)).toBe(false);
  expect(await named.takeUp(new Date(), sub)).toBe(true);
  expect(await operators()).toContain(sub);
  expect(await operators()).not.toContain(stranger.sub);
});

test("an address that nobody has shown to be theirs names nobody", async () => {
  const { sub, email } = await anAccount({ emailConfirmed: false });
  expect(await awaited([email]).takeUp(new Date(), sub)).toBe(false);
});

test("an address names one account for good, and doesn't name a later owner", async () => {
  const first = await anAccount();
  expect(await awaited([first.email]).takeUp(new Date(), first.sub)).toBe(true);
  const { pool } = world.it.database;
  const hash = await pool.query("SELECT address_hash FROM platform_operator WHERE app_user_id = $1", [first.sub]);
  expect(hash.rows).toHaveLength(1);
  // The same address with another account behind it, in this process and in one that starts later.
  await world.it.accounts.remove(first.sub);
  const second = await world.it.accounts.create({ email: first.email, password });
  expect(await awaited([first.email]).takeUp(new Date(), second.sub)).toBe(false);
});

test("whom the configuration names no more is no operator after the next start", async () => {
  const [staying, leaving] = [await anAccount(), await anAccount()];
  const named = awaited([staying.email, leaving.email]);
  for (const one of [staying, leaving]) await named.takeUp(new Date(), one.sub);
  await keepOperators(world.it.tenancy, [staying.email]);
  expect(await operators()).toContain(staying.sub);
  expect(await operators()).not.toContain(leaving.sub);
  await keepOperators(world.it.tenancy, []);
  expect(await operators()).toEqual([]);
});
