import { expect, test } from "vitest";
import { insertedAt, ownIn, sameTexts, typedPlaceholder } from "./mail-texts.ts";

test("a placeholder takes the place of what is chosen, and the cursor stands behind it", () => {
  expect(insertedAt("Hello you!", "{first name}", 6, 9)).toEqual({ text: "Hello {first name}!", cursor: 18 });
});

test("one that is a list gets a paragraph of its own, wherever it is put", () => {
  const list = { name: "requirements", alone: true };
  expect(typedPlaceholder(list, "", 0, 0)).toBe("{requirements}");
  expect(typedPlaceholder(list, "Hello Ana", 6, 6)).toBe("\n\n{requirements}\n\n");
  expect(typedPlaceholder(list, "Hello\n\nBye", 7, 7)).toBe("{requirements}\n\n");
  expect(typedPlaceholder(list, "Hello\n\nBye", 5, 5)).toBe("\n\n{requirements}");
  expect(typedPlaceholder(list, "Hello\nBye", 6, 6)).toBe("\n{requirements}\n\n");
  expect(typedPlaceholder({ name: "role", alone: false }, "Hello", 5, 5)).toBe("{role}");
});

test("texts are the same whatever spaces stand around them, and not when a language is without", () => {
  const wording = { subject: "One", body: "Two" };
  expect(sameTexts({ en: wording, es: null }, { en: { subject: " One", body: "Two\n" }, es: null })).toBe(true);
  expect(sameTexts({ en: wording, es: null }, { en: wording, es: wording })).toBe(false);
  expect(sameTexts({ en: wording, es: null }, { en: { ...wording, body: "Three" }, es: null })).toBe(false);
});

test("a mail names the languages that it has own words in", () => {
  const wording = { subject: "One", body: "Two" };
  expect(ownIn({ en: null, es: null })).toBeNull();
  expect(ownIn({ en: wording, es: wording })).toBe("English and Español");
});
