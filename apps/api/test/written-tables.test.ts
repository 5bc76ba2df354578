import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "@touchline/contract";
import { loadModule } from "libpg-query";
import { beforeAll, describe, expect, test } from "vitest";
import { servedAreas, writtenTables, wrongWrite } from "./written-tables.ts";

beforeAll(() => loadModule());

describe("the tables that a statement writes", () => {
  test.each([
    ["SELECT FROM profile WHERE organization_id = $1 FOR NO KEY UPDATE OF profile SKIP LOCKED", []],
    ["INSERT INTO label (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name", ["label"]],
    ['UPDATE "public"."level" AS l SET pre = 1', ["level"]],
    [
      "WITH gone AS (DELETE FROM ONLY demand RETURNING 1) INSERT INTO attempt SELECT * FROM gone",
      ["attempt", "demand"],
    ],
    ["MERGE INTO review USING attempt ON true WHEN MATCHED THEN DELETE", ["review"]],
    ["SELECT 'UPDATE review SET x' AS text -- DELETE FROM review", []],
  ])("%s", (text, tables) => expect([...writtenTables(text)].sort()).toEqual(tables));
});

describe("what a statement may not write", () => {
  test("is a table that nobody owns", () => {
    expect(wrongWrite("DELETE FROM unheard_of", undefined)).toContain("unheard_of");
  });

  test("is a table of an area below the verb's own", () => {
    expect(wrongWrite("UPDATE roster_import SET state = 'done'", "reviews")).toContain("imports");
    expect(wrongWrite("UPDATE roster_import SET state = 'done'", "setup")).toBeNull();
    expect(wrongWrite("UPDATE attempt SET state = 'approved'", "reviews")).toBeNull();
    expect(wrongWrite("INSERT INTO idempotency_key DEFAULT VALUES", "files")).toBeNull();
  });
});

test("the area is known of every endpoint that writes as somebody who is signed in", async () => {
  const served = await servedAreas();
  const contract = join(import.meta.dirname, "../../../packages/contract/src");
  const unknown: string[] = [];
  for (const file of readdirSync(contract, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const all = (await import(join(contract, file))) as Record<string, Partial<AnyEndpoint>>;
    for (const endpoint of Object.values(all)) {
      if (endpoint?.path?.startsWith("/api/") && endpoint.auth === "bearer" && endpoint.method !== "GET") {
        if (!served.has(endpoint as AnyEndpoint)) unknown.push(`${endpoint.method} ${endpoint.path}`);
      }
    }
  }
  expect(unknown).toEqual([]);
  expect(served.size).toBeGreaterThan(200);
});
