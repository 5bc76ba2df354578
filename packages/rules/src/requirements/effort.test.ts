import { RequirementType } from "@touchline/contract";
import type { FormField } from "@touchline/contract/library/form-definition";
import { expect, test } from "vitest";
import { usualSettings } from "../library/content.ts";
import { minutesFor } from "./effort.ts";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

test("a waiver takes as long as its text is read, and a minute to sign", () => {
  const of = (text: string) => minutesFor(RequirementType.Waiver, { ...usualSettings.waiver, text });
  expect(of(words(60))).toBe(2);
  expect(of(words(200))).toBe(2);
  expect(of(words(201))).toBe(3);
  expect(of(`${words(1000)}\n\n`)).toBe(6);
});

test("a video takes as long as it is; where nobody said how long that is, nobody can tell", () => {
  const of = (seconds: number) => minutesFor(RequirementType.Video, { ...usualSettings.video, seconds });
  expect(of(840)).toBe(14);
  expect(of(841)).toBe(15);
  expect(of(0)).toBeNull();
});

test("a form takes as long as its fields; what is asked only after some answers counts half; a blank ten minutes", () => {
  const field = (change: Partial<FormField>): FormField => ({
    ...{ key: "a", kind: "text", label: "Name", help: "", required: true, options: [], min: null, max: null },
    ...{ prefill: null, showIf: null },
    ...change,
  });
  const of = (fields: FormField[], text = "") =>
    minutesFor(RequirementType.Form, {
      ...usualSettings.form,
      form: { sections: [{ key: "s", title: "One", text, showIf: null, fields }] },
    });
  expect(of([field({})])).toBe(2);
  const long = field({ kind: "longText" });
  expect(of([long, long, long])).toBe(4);
  const showIf = { fieldKey: "a", test: "answered" as const, value: "" };
  expect(of([long, { ...long, showIf }, { ...long, showIf }])).toBe(3);
  expect(of([long], words(400))).toBe(4);
  expect(minutesFor(RequirementType.Form, usualSettings.form)).toBe(10);
});

test("what takes a visit or a training elsewhere has no number", () => {
  const linkUrl = "https://www.cdc.gov/heads-up/";
  expect(minutesFor(RequirementType.Document, { ...usualSettings.document, linkUrl })).toBeNull();
  expect(minutesFor(RequirementType.LiveScan, usualSettings["live-scan"])).toBeNull();
  expect(minutesFor(RequirementType.CustomTraining, usualSettings["custom-training"])).toBeNull();
  expect(minutesFor(RequirementType.Document, usualSettings.document)).toBe(5);
});
