import { definitionProblems } from "@touchline/rules/requirements/form-definition";
import { expect, test } from "vitest";
import * as edits from "./form-edits.ts";

const named = (label: string, kind = "text" as const) => ({ ...edits.newField(kind), label, key: label });
const section = (title: string, ...labels: string[]) => ({
  ...edits.newSection(),
  title,
  key: title,
  fields: labels.map((label) => named(label)),
});
const form = { sections: [section("one", "a", "b"), section("two", "c")] };
const order = ({ sections }: typeof form) =>
  sections.map(({ fields }) => fields.map(({ key }) => key).join("")).join("|");

test("a new form has nothing wrong but what only its author knows", () => {
  expect(definitionProblems(edits.newForm())).toEqual({});
});

test("fields move within their section, and over its edge into the one beside it", () => {
  expect(order(edits.movedField(form, 0, 0, 1))).toBe("ba|c");
  expect(order(edits.movedField(form, 0, 1, 1))).toBe("a|bc");
  expect(order(edits.movedField(form, 0, 0, -1))).toBe("ab|c");
  expect(edits.canMoveField(form, 1, 0, -1)).toBe(false);
  expect(order(edits.movedField(edits.movedField(form, 0, 1, 1), 1, 0, -1))).toBe("ab|c");
});

test("sections move, fields come and go, and the form before stays as it was", () => {
  expect(order(edits.movedSection(form, 0, 1))).toBe("c|ab");
  expect(order(edits.movedSection(form, 1, 1))).toBe("ab|c");
  expect(order(edits.withoutField(form, 0, 0))).toBe("b|c");
  expect(order(edits.addedField(form, 1, named("d")))).toBe("ab|cd");
  expect(order(edits.withoutSection(form, 0))).toBe("c");
  expect(order(form)).toBe("ab|c");
});

test("another kind keeps what it can have and nothing else", () => {
  const text = { ...named("a"), min: 2, max: 5, prefill: "firstName" as const };
  expect(edits.ofKind(text, "longText")).toMatchObject({ min: 2, max: 5, prefill: "firstName" });
  expect(edits.ofKind(text, "number")).toMatchObject({ min: null, max: null, prefill: null });
});

test("a condition may ask for what comes before, and for nothing else", () => {
  expect(edits.fieldsBefore(form, 0, 1).map(({ key }) => key)).toEqual(["a"]);
  expect(edits.fieldsBefore(form, 1).map(({ key }) => key)).toEqual(["a", "b"]);
});
