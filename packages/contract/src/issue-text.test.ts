import { expect, test } from "vitest";
import { z } from "zod";
import type { AnyEndpoint } from "./endpoint.ts";
import { issueText } from "./issue-text.ts";

const raw = /^(Invalid|Too |Unrecognized)/;
const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: issueText }).error?.issues ?? [];

test.each([
  [z.string(), undefined, "This is required."],
  [z.string(), 5, "Enter text."],
  [z.int(), 1.5, "Enter a whole number."],
  [z.coerce.number(), "x", "Enter a number."],
  [z.boolean(), "yes", "Choose yes or no."],
  [z.array(z.string()), {}, "Send a list."],
  [z.array(z.string()).max(1), ["a", "b"], "Add at most 1 item."],
  [z.string().min(1), "", "Enter a value."],
  [z.string().min(3), "a", "Use at least 3 characters."],
  [z.string().max(3), "abcd", "Use at most 3 characters."],
  [z.number().min(1), 0, "Enter 1 or more."],
  [z.number().max(9), 10, "Enter 9 or less."],
  [z.email(), "ana", "Enter a valid email address."],
  [z.uuid(), "7", "This ID isn't valid."],
  [z.iso.date(), "yesterday", "Enter a date, like 2026-01-31."],
  [z.enum(["a", "b"]), "c", "Choose one of the listed values."],
  [z.union([z.string(), z.int()]), true, "This doesn't match any of the accepted forms."],
  [z.strictObject({}), { a: 1 }, "This field isn't supported."],
  [z.string().refine(() => false), "a", "This isn't valid."],
  [z.string().min(3, "Three at least."), "a", "Three at least."],
])("what a validator finds is told in a sentence: %#", (schema, value, sentence) => {
  expect(said(schema, value)[0]?.message).toBe(sentence);
});

test("no call of the contract tells a validator's own words, whatever is wrong with its fields", () => {
  // @ts-expect-error Vite's own, which only this test needs.
  const modules: Record<string, Record<string, unknown>> = import.meta.glob("./**/*.ts", { eager: true });
  const endpoints = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((one): one is AnyEndpoint => typeof one === "object" && one !== null && "method" in one && "body" in one);
  expect(endpoints.length).toBeGreaterThan(200);
  const wrong = [undefined, null, "", "x", "x".repeat(100_000), -1, 1.5, 1e12, true, [], ["x"], [{}], {}, { x: 1 }];
  const messages = new Set<string>();
  for (const { query, body } of endpoints) {
    for (const schema of [query, body]) {
      for (const value of wrong) {
        const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
        const tried = [value, Object.fromEntries(fields.map((name) => [name, value]))];
        for (const issue of tried.flatMap((one) => said(schema, one))) messages.add(issue.message);
      }
    }
  }
  expect(messages.size).toBeGreaterThan(20);
  expect([...messages].filter((message) => raw.test(message))).toEqual([]);
});
