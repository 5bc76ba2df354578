import { afterAll, beforeAll, expect, test } from "vitest";
import { migratedDatabase, poolOf } from "../test/world.ts";
import { postgresAdapter, purgeExpired } from "./adapter.ts";

let pool: ReturnType<typeof poolOf>;
beforeAll(async () => {
  pool = poolOf((await migratedDatabase()).appUrl);
});
afterAll(() => pool.end());

const adapter = (model: string, now = Date.now) => postgresAdapter(pool, now)(model);

test("what is stored is found again, by the model it belongs to only", async () => {
  const payload = { kind: "Session", jti: "s1", uid: "u1", loginTs: 1, authorizations: { a: { sid: "x" } } };
  await adapter("Session").upsert("s1", payload, 60);
  expect(await adapter("Session").find("s1")).toEqual(payload);
  expect(await adapter("Session").findByUid("u1")).toEqual(payload);
  expect(await adapter("Interaction").find("s1")).toBeUndefined();
  expect(await adapter("Interaction").findByUid("u1")).toBeUndefined();
  await adapter("Session").upsert("s1", { ...payload, loginTs: 2 }, 60);
  expect(await adapter("Session").find("s1")).toMatchObject({ loginTs: 2 });
  await adapter("Session").destroy("s1");
  expect(await adapter("Session").find("s1")).toBeUndefined();
});

test("a code can be used once, however many try at once", async () => {
  const codes = adapter("AuthorizationCode");
  await codes.upsert("c1", { grantId: "g1" }, 60);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume("c1")));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await codes.find("c1")).toMatchObject({ consumed: expect.any(Number) });
});

test("what was never stored cannot be used", async () => {
  await expect(adapter("AuthorizationCode").consume("never")).rejects.toThrow("invalid_grant");
});

test("a grant's tokens go with it, model by model", async () => {
  await adapter("RefreshToken").upsert("r1", { grantId: "g2" }, 60);
  await adapter("RefreshToken").upsert("r2", { grantId: "g2" }, 60);
  await adapter("RefreshToken").upsert("r3", { grantId: "g3" }, 60);
  await adapter("RefreshToken").revokeByGrantId("g2");
  expect(await adapter("RefreshToken").find("r1")).toBeUndefined();
  expect(await adapter("RefreshToken").find("r2")).toBeUndefined();
  expect(await adapter("RefreshToken").find("r3")).toBeDefined();
});

test("expired rows are purged in bounded batches, the others stay", async () => {
  const past = () => Date.now() - 3_600_000;
  for (let index = 0; index < 7; index++) await adapter("Interaction", past).upsert(`old${index}`, {}, 60);
  await adapter("Interaction").upsert("new", {}, 60);
  await adapter("Interaction").upsert("lasting", {});
  expect(await purgeExpired(pool, { batchSize: 2, batches: 2 })).toBe(4);
  expect(await purgeExpired(pool)).toBe(3);
  expect(await purgeExpired(pool)).toBe(0);
  expect(await adapter("Interaction").find("new")).toBeDefined();
  expect(await adapter("Interaction").find("lasting")).toBeDefined();
});
