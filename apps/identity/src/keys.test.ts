import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "../test/database.ts";
import { anIdentity, aPerson, migratedDatabase, PREFIX, poolOf, SECRET, signIn } from "../test/world.ts";
import { renewOldSigningKey, rotateSigningKey, signingKeys } from "./keys.ts";

let database: TestDatabase;
let pool: ReturnType<typeof poolOf>;
beforeAll(async () => {
  database = await migratedDatabase();
  pool = poolOf(database.appUrl);
});
afterAll(() => pool.end());

const newer = "another secret, of later days, and long";

test("services that start at once share one key, and a later start finds it", async () => {
  const sets = await Promise.all(Array.from({ length: 5 }, () => signingKeys(pool, [SECRET], Date.now())));
  const kids = new Set(sets.flat().map(({ kid }) => kid));
  expect(kids.size).toBe(1);
  expect(kids).toContain((await signingKeys(pool, [SECRET], Date.now()))[0]?.kid);
});

test("tokens of one process are checked with the keys of another", async () => {
  const [one, two] = await Promise.all([anIdentity(database), anIdentity(database)]);
  const { email } = await aPerson(one);
  const { body } = await signIn(one, email);
  const keys = (await two.app.inject(`${PREFIX}/jwks`)).json();
  const { createLocalJWKSet, jwtVerify } = await import("jose");
  await expect(jwtVerify(body.access_token ?? "", createLocalJWKSet(keys))).resolves.toBeTruthy();
  await Promise.all([one.stop(), two.stop()]);
});

test("a key sealed under an older secret opens while that secret is still given, and not without it", async () => {
  const [key] = await signingKeys(pool, [SECRET], Date.now());
  expect((await signingKeys(pool, [newer, SECRET], Date.now()))[0]).toEqual(key);
  await expect(signingKeys(pool, [newer], Date.now())).rejects.toThrow(/can't be opened/);
});

test("the private part is not readable in the table", async () => {
  const [key] = await signingKeys(pool, [SECRET], Date.now());
  const { rows } = await pool.query("select public_jwk::text as public, private_sealed from identity.signing_key");
  expect(rows[0].public).not.toContain(key?.d);
  expect(rows[0].public).not.toContain('"d"');
  expect(rows[0].private_sealed.toString("latin1")).not.toContain(key?.d);
});

test("a new key is published before it signs, and the older one after it signed", async () => {
  const own = poolOf((await migratedDatabase()).appUrl);
  const now = Date.now();
  const hours = (count: number) => now + count * 3_600_000;
  const kids = async (at: number) => (await signingKeys(own, [SECRET], at)).map(({ kid }) => kid);
  const [older] = await kids(now);
  await rotateSigningKey(own, [SECRET], { now });
  const [first, newerKid] = await kids(hours(1));
  expect(first).toBe(older);
  expect(newerKid).toBeDefined();
  expect(await kids(hours(25))).toEqual([newerKid, older]);
  expect(await kids(hours(49))).toEqual([newerKid]);
  await own.end();
});

test("a key of ninety days is renewed at the start: the new one signs at once, the older one is published a day more", async () => {
  const own = poolOf((await migratedDatabase()).appUrl);
  const now = Date.now();
  const days = (count: number) => now + count * 86_400_000;
  const kids = async (at: number) => (await signingKeys(own, [SECRET], at)).map(({ kid }) => kid);
  expect(await renewOldSigningKey(own, [SECRET], { now })).toBe(false);
  const [older] = await kids(now);
  expect(await renewOldSigningKey(own, [SECRET], { now: days(89) })).toBe(false);
  expect(await renewOldSigningKey(own, [SECRET], { now: days(91) })).toBe(true);
  const [signs, ...published] = await kids(days(91));
  expect(signs).not.toBe(older);
  expect(published).toEqual([older]);
  expect(await kids(days(93))).toEqual([signs]);
  expect(await renewOldSigningKey(own, [SECRET], { now: days(92) })).toBe(false);
  await own.end();
});
