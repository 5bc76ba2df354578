import type {
  FormAnswers,
  FormDefinition,
  FormField,
  FormFieldKind,
} from "@touchline/contract/library/form-definition";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answerLines,
  answerProblems,
  carriedAnswers,
  countedAnswers,
  fieldProblem,
  signsAs,
  visibleSections,
} from "./form.ts";
import { definitionProblems } from "./form-definition.ts";

const field = (key: string, kind: FormFieldKind, more: Partial<FormField> = {}): FormField => ({
  key,
  kind,
  label: key,
  help: "",
  required: false,
  options: kind === "choice" || kind === "choices" ? ["red", "green", "blue"] : [],
  min: null,
  max: null,
  prefill: null,
  showIf: null,
  ...more,
});
const section = (key: string, fields: FormField[], showIf: FormField["showIf"] = null) => ({
  key,
  title: key,
  text: "",
  showIf,
  fields,
});
const is = (fieldKey: string, value: string) => ({ fieldKey, test: "is" as const, value });
const facts = { signer: "Amara D'Souza", files: { paper: ["f1"] } };
const keysAsked = (form: FormDefinition, answers: FormAnswers) =>
  visibleSections(form, answers).flatMap(({ fields }) => fields.map((one) => one.key));

const medical: FormDefinition = {
  sections: [
    section("health", [
      field("allergies", "yesNo", { required: true }),
      field("which", "choices", { required: true, showIf: is("allergies", "yes") }),
      field("pen", "yesNo", { required: true, showIf: is("which", "red") }),
    ]),
    section("emergency", [field("who", "text", { required: true })], is("pen", "yes")),
    section("end", [field("sign", "signature", { required: true })]),
  ],
};

describe("what a form asks", () => {
  test("fields and sections are asked once an earlier answer says so", () => {
    expect(keysAsked(medical, {})).toEqual(["allergies", "sign"]);
    expect(keysAsked(medical, { allergies: "yes" })).toEqual(["allergies", "which", "sign"]);
    expect(keysAsked(medical, { allergies: "yes", which: ["blue", "red"], pen: "yes" })).toEqual([
      "allergies",
      "which",
      "pen",
      "who",
      "sign",
    ]);
  });

  test("an answer that is hidden does not count, for what comes after it neither", () => {
    const answers = { allergies: "no", which: ["red"], pen: "yes", who: "Ana" };
    expect(keysAsked(medical, answers)).toEqual(["allergies", "sign"]);
    expect(countedAnswers(medical, answers)).toEqual({ allergies: "no" });
    expect(answerProblems(medical, answers, facts)).toEqual({ sign: "Sign with your full name." });
  });

  test.each([
    ["is", "yes", "yes", true],
    ["is", "yes", "no", false],
    ["is", "yes", undefined, false],
    ["isNot", "yes", "no", true],
    ["isNot", "yes", "yes", false],
    ["isNot", "yes", undefined, false],
    ["answered", "", "no", true],
    ["answered", "", " ", false],
    ["answered", "", undefined, false],
  ] as const)("%s %s, answered %s: %s", (how, value, answer, isAsked) => {
    const showIf = { fieldKey: "first", test: how, value };
    const form = { sections: [section("s", [field("first", "yesNo"), field("then", "text", { showIf })])] };
    expect(keysAsked(form, answer === undefined ? {} : { first: answer }).includes("then")).toBe(isAsked);
  });
});

describe("what is wrong with an answer", () => {
  const address = { street: "1 Main St", city: "Kent", state: "WA", postalCode: "98030", country: "" };
  test.each([
    ["text", "a word", null],
    ["text", "   ", null],
    ["number", 4, null],
    ["number", "4", /number/],
    ["number", Number.NaN, /number/],
    ["date", "2024-02-29", null],
    ["date", "2023-02-29", /^Enter a valid date\.$/],
    ["date", "0002-01-01", /^Enter a valid date\.$/],
    ["date", "tomorrow", /^Enter a valid date\.$/],
    ["yesNo", "no", null],
    ["yesNo", "maybe", /yes or no/],
    ["choice", "red", null],
    ["choice", "pink", /list/],
    ["choices", ["red", "blue"], null],
    ["choices", ["red", "red"], /list/],
    ["choices", ["pink"], /list/],
    ["choices", "red", /list/],
    ["email", "ana@example.org", null],
    ["email", "ana@example", /email/],
    ["email", "a b@example.org", /email/],
    ["phone", "(206) 555-0100 x12", null],
    ["phone", "+34 612 345 678", null],
    ["phone", "12345", /phone/],
    ["phone", "call me maybe 5550100", /phone/],
    ["address", address, null],
    ["address", { ...address, city: "", postalCode: " " }, /^Add the city and ZIP code\.$/],
    ["address", "1 Main St", /address/],
    ["file", "f1", null],
    ["file", "f2", /again/],
    ["signature", "amara  dsouza", null],
    ["signature", "Amara Lucía D’Souza", null],
    ["signature", "Amara", /full name/],
    ["signature", "Somebody Else", /full name/],
  ] as const)("%s: %j", (kind, answer, problem) => {
    const key = kind === "file" ? "paper" : "x";
    const found = fieldProblem(field(key, kind), answer as never, facts);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  test.each([
    ["number", { min: 1, max: 5 }, 0, /^Enter 1 or more\.$/],
    ["number", { min: 1, max: 5 }, 6, /^Enter 5 or less\.$/],
    ["number", { min: 1, max: 5 }, 5, null],
    ["text", { min: 2, max: 3 }, "a", /2 characters/],
    ["text", { min: 2, max: 3 }, "👍👍👍", null],
    ["text", { min: 2, max: 3 }, "abcd", /3 characters/],
    ["choices", { min: 2, max: 2 }, ["red"], /at least 2/],
    ["choices", { min: 1, max: 1 }, ["red", "blue"], /at most 1/],
  ] as const)("%s within %j: %j", (kind, bounds, answer, problem) => {
    const found = fieldProblem(field("x", kind, bounds), answer as never, facts);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  test("what is required must be answered, what is not may stay empty", () => {
    for (const kind of ["text", "yesNo", "choices", "file", "address", "signature"] as const) {
      expect(fieldProblem(field("x", kind, { required: true }), undefined, facts)).not.toBeNull();
      expect(fieldProblem(field("x", kind), undefined, facts)).toBeNull();
    }
  });

  test("a signature is told from another name in any script", () => {
    expect(signsAs("Նարե Պետրոսյան", "Նարե Պետրոսյան")).toBe(true);
    expect(signsAs("NGUYEN VAN AN", "Nguyễn Văn An")).toBe(true);
    expect(signsAs("", "")).toBe(false);
    expect(signsAs("Ana", "Ana Núñez")).toBe(false);
  });
});

test("answers are told in words", () => {
  const lines = (kind: FormFieldKind, answer: never) => answerLines({ kind }, answer, (id) => `${id}.pdf`);
  expect(lines("date", "2024-02-29" as never)).toEqual(["February 29, 2024"]);
  expect(lines("yesNo", "yes" as never)).toEqual(["Yes"]);
  expect(lines("file", "f1" as never)).toEqual(["f1.pdf"]);
  const address = { street: "1 Main St", city: "Kent", state: "WA", postalCode: "98030", country: "" };
  expect(lines("address", address as never)).toEqual(["1 Main St", "Kent, WA 98030"]);
  expect(lines("longText", "one\ntwo" as never)).toEqual(["one", "two"]);
});

test("another attempt begins with the answers of the one before, but not with its signature and files", () => {
  const form = { sections: [section("s", [field("a", "text"), field("b", "signature"), field("c", "file")])] };
  expect(carriedAnswers(form, { a: "x", b: "Amara", c: "f1", gone: "y" })).toEqual({ a: "x" });
});

describe("what is wrong with a form", () => {
  const one = (fields: FormField[]) => definitionProblems({ sections: [section("s", fields)] });
  test("a good one has nothing wrong", () => expect(definitionProblems(medical)).toEqual({}));
  test.each([
    ["the same key twice", [field("a", "text"), field("a", "date")], "sections.0.fields.1.key"],
    ["a condition on itself", [field("a", "text", { showIf: is("a", "x") })], "sections.0.fields.0.showIf"],
    [
      "a condition on a later one",
      [field("a", "text", { showIf: is("b", "yes") }), field("b", "yesNo")],
      "sections.0.fields.0.showIf",
    ],
    [
      "a condition on an answer that is not there",
      [field("a", "choice"), field("b", "text", { showIf: is("a", "pink") })],
      "sections.0.fields.1.showIf",
    ],
    [
      "a condition on the words of a text",
      [field("a", "text"), field("b", "text", { showIf: is("a", "x") })],
      "sections.0.fields.1.showIf",
    ],
    ["no options", [field("a", "choice", { options: [] })], "sections.0.fields.0.options"],
    ["an option twice", [field("a", "choices", { options: ["x", "y", "x"] })], "sections.0.fields.0.options"],
    ["bounds that exclude all", [field("a", "number", { min: 5, max: 4 })], "sections.0.fields.0.max"],
    ["half a character", [field("a", "text", { min: 0.5 })], "sections.0.fields.0.min"],
    ["more choices than there are", [field("a", "choices", { min: 4 })], "sections.0.fields.0.min"],
    ["a date that begins with a name", [field("a", "date", { prefill: "firstName" })], "sections.0.fields.0.prefill"],
    [
      "a signature that is there already",
      [field("a", "signature", { prefill: "fullName" })],
      "sections.0.fields.0.prefill",
    ],
  ] as const)("%s", (_, fields, path) => expect(Object.keys(one(fields as never))).toEqual([path]));

  test("sections have keys of their own, and conditions on earlier sections only", () => {
    const form = {
      sections: [section("s", [field("a", "yesNo")], is("a", "yes")), section("s", [field("b", "text")])],
    };
    expect(Object.keys(definitionProblems(form)).sort()).toEqual(["sections.0.showIf", "sections.1.key"]);
  });
});

describe("whatever the form and the answers", () => {
  const keys = ["a", "b", "c", "d", "e", "f"];
  const someForm: fc.Arbitrary<FormDefinition> = fc
    .array(
      fc.record({
        kind: fc.constantFrom<FormFieldKind>("yesNo", "choice", "choices", "text", "number"),
        required: fc.boolean(),
        on: fc.option(fc.constantFrom(...keys), { nil: null }),
        how: fc.constantFrom("is", "isNot", "answered"),
        value: fc.constantFrom("yes", "no", "red", "green"),
      }),
      { minLength: 6, maxLength: 6 },
    )
    .map((fields) => ({
      sections: [0, 2, 4].map((from) =>
        section(
          `s${from}`,
          fields.slice(from, from + 2).map(({ kind, required, on, how, value }, index) =>
            field(keys[from + index] as string, kind, {
              required,
              showIf: on === null ? null : { fieldKey: on, test: how as "is", value },
            }),
          ),
        ),
      ),
    }));
  const someAnswers: fc.Arbitrary<FormAnswers> = fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(fc.constantFrom("yes", "no", "red", ""), fc.subarray(["red", "green"]), fc.integer()),
  ) as never;

  test("only what is asked has problems or counts, and what is hidden changes nothing", () => {
    fc.assert(
      fc.property(someForm, someAnswers, (form, answers) => {
        const asksKeys = new Set(keysAsked(form, answers));
        const counted = countedAnswers(form, answers);
        for (const key of [...Object.keys(counted), ...Object.keys(answerProblems(form, answers, facts))]) {
          expect(asksKeys.has(key)).toBe(true);
        }
        expect(keysAsked(form, counted)).toEqual([...asksKeys]);
        expect(countedAnswers(form, counted)).toEqual(counted);
        expect(answerProblems(form, counted, facts)).toEqual(answerProblems(form, answers, facts));
      }),
    );
  });

  test("a form with nothing wrong can reach every field by some answers, in the order of the form", () => {
    fc.assert(
      fc.property(someForm, someAnswers, (form, answers) => {
        const order = form.sections.flatMap(({ fields }) => fields.map((one) => one.key));
        const asksKeys = keysAsked(form, answers);
        expect(asksKeys).toEqual(order.filter((key) => asksKeys.includes(key)));
        if (Object.keys(definitionProblems(form)).length > 0) return;
        for (const { showIf, key } of form.sections.flatMap(({ fields }) => fields)) {
          if (showIf) expect(order.indexOf(showIf.fieldKey)).toBeLessThan(order.indexOf(key));
        }
      }),
    );
  });
});
