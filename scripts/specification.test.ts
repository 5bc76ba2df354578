import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { noContent } from "@touchline/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { specCoverage } from "./spec-coverage.ts";
import { repository, specification } from "./specification.ts";
import type { Row } from "./specification-rows.ts";

/** Unwraps lists, optional parts, defaults, and conversions. */
function inner(schema: unknown): unknown {
  if (schema instanceof z.ZodArray) return inner(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return inner(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return inner(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

/** Resolves an address such as `module#export.part.part`. @returns undefined if it doesn't exist. */
async function found(address: string): Promise<unknown> {
  const [module = "", path = ""] = address.split("#");
  const [exported = "", ...names] = path.split(".");
  const from = module === "rules" ? "@touchline/rules" : `@touchline/contract/${module}`;
  let at = ((await import(from)) as Record<string, unknown>)[exported];
  for (const name of names) {
    at = inner(at);
    if (name === "noContent") return (at as { response?: unknown }).response === noContent ? true : undefined;
    at = at instanceof z.ZodObject ? at.shape[name] : (at as Record<string, unknown> | undefined)?.[name];
  }
  return at;
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ");

/** Returns why the product doesn't have what a row says, or null if it does. */
async function lacking({ what, equals, where }: Row): Promise<string | null> {
  if ("file" in where) {
    const text = plain(readFileSync(join(repository, where.file), "utf8"));
    return text.includes(plain(where.says ?? what)) ? null : `${what}: ${where.file} does not say so`;
  }
  if ("field" in where) return (await found(where.field)) === undefined ? `${what}: ${where.field} is missing` : null;
  if ("defaults" in where) {
    const schema = (await found(where.defaults)) as z.ZodObject;
    const made = schema.safeParse({}).data as Record<string, unknown> | undefined;
    const named = Object.fromEntries(Object.keys(equals as object).map((name) => [name, made?.[name]]));
    return isDeepStrictEqual(named, equals) ? null : `${what}: ${where.defaults} makes ${JSON.stringify(named)}`;
  }
  const has = await found(where.value);
  // Compares keys and order, but not whether a literal is readonly.
  return has !== undefined && JSON.stringify(has) === JSON.stringify(equals)
    ? null
    : `${what}: ${where.value} is ${JSON.stringify(has)}`;
}

describe("the specification", () => {
  test("has every field, enumeration, number and fixed sentence in the product, or names what brings it", async () => {
    const missing = (await Promise.all(specification.map(lacking))).filter((one) => one !== null);
    expect(missing).toEqual([]);
    expect(specification.length).toBeGreaterThan(300);
  });

  test("a row that the product does not have is found", async () => {
    const wrong: Row[] = [
      { what: "no such field", where: { field: "accounts/organizations#activeProfile.noSuchField" } },
      { what: "no such export", where: { field: "accounts/session#noSuchCall.body.token" } },
      { what: "another number", equals: 1, where: { value: "accounts/session#sessionSeconds" } },
      { what: "a lacking value", equals: ["Pending"], where: { value: "enums#reviewLists" } },
      { what: "A sentence that nobody wrote", where: { file: "apps/web/src/api.ts" } },
      { what: "another default", equals: { perPage: 50 }, where: { defaults: "people/hierarchy#listMembers.query" } },
      { what: "an answer with content", where: { field: "people/profiles#changeRole.noContent" } },
    ];
    for (const row of wrong) expect(await lacking(row), row.what).not.toBeNull();
  });

  test("has every call of the specification", async () => {
    const lacking = (await specCoverage()).filter((call) => !call.present);
    expect(lacking.map((call) => `${call.method} ${call.path}`)).toEqual([]);
  }, 60_000);
});
