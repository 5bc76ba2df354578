import type { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong with a text in a known format. */
const formats: Partial<Record<string, string>> = {
  email: "Enter a valid email address.",
  uuid: "This ID isn't valid.",
  guid: "This ID isn't valid.",
  date: "Enter a date, like 2026-01-31.",
  datetime: "Enter a date and time, like 2026-01-31T15:00:00Z.",
  url: "Enter a web address that starts with https://.",
};

const types: Partial<Record<string, string>> = {
  string: "Enter text.",
  number: "Enter a number.",
  nan: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Choose yes or no.",
  array: "Send a list.",
  tuple: "Send a list.",
  object: "Send an object.",
  record: "Send an object.",
  undefined: "Leave this out.",
};

const rules = new Intl.PluralRules("en-US");
const counted = (count: number | bigint, forms: { one: string; other: string }) =>
  (rules.select(Number(count)) === "one" ? forms.one : forms.other).replace("#", Number(count).toLocaleString("en-US"));

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: "too_small" }>): string {
  if (origin === "string")
    return minimum === 1
      ? "Enter a value."
      : counted(minimum, { one: "Use at least # character.", other: "Use at least # characters." });
  if (origin === "number" || origin === "int" || origin === "bigint") {
    return inclusive === false ? `Enter a number above ${minimum}.` : `Enter ${minimum} or more.`;
  }
  return counted(minimum, { one: "Add at least # item.", other: "Add at least # items." });
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: "too_big" }>): string {
  if (origin === "string")
    return counted(maximum, { one: "Use at most # character.", other: "Use at most # characters." });
  if (origin === "number" || origin === "int" || origin === "bigint") {
    return inclusive === false ? `Enter a number below ${maximum}.` : `Enter ${maximum} or less.`;
  }
  return counted(maximum, { one: "Add at most # item.", other: "Add at most # items." });
}

/**
 * Puts a validator's finding into a sentence for people. Passed to every validation as its `error`; a schema with a sentence of
 * its own keeps it.
 */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return "This is required.";
      return types[issue.expected] ?? "This isn't valid.";
    case "invalid_value":
      return issue.input === undefined ? "This is required." : "Choose one of the listed values.";
    case "invalid_union":
      if (issue.input === undefined) return "This is required.";
      return "This doesn't match any of the accepted forms.";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return formats[issue.format] ?? "This isn't in the right format.";
    case "not_multiple_of":
      return `Enter a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return "This field isn't supported.";
    default:
      return "This isn't valid.";
  }
}
