import { z } from "zod";
import { day, line, text } from "../values.ts";

/**
 * A form that members fill in on the page: sections of fields, some of which are asked only depending on an earlier answer.
 * Stored in the settings of a Form, so that answers can always be read with the form they were given on.
 */

/** The twelve kinds of field. */
export const formFieldKinds = [
  "text",
  "longText",
  "number",
  "date",
  "yesNo",
  "choice",
  "choices",
  "email",
  "phone",
  "address",
  "file",
  "signature",
] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

/** Known facts about the person that can prefill a field. */
export const prefillSources = [
  "firstName",
  "lastName",
  "fullName",
  "dateOfBirth",
  "email",
  "phone",
  "address",
  "ussfId",
  "levelName",
  "labelName",
  "organizationName",
  "guardianName",
  "emergencyContactName",
  "emergencyContactPhone",
] as const;
export type PrefillSource = (typeof prefillSources)[number];

/**
 * The key of a field or a section within its form; created once and kept through every version. Never a name that every object
 * has.
 */
export const formFieldKey = z
  .string()
  .regex(/^(?!constructor$)[a-z0-9-]{1,40}$/, "Use only lowercase letters, digits, and hyphens.");
const key = formFieldKey;

/** Asked only if the named earlier field has this answer. */
export const formCondition = z.strictObject({
  fieldKey: key,
  /**
   * `is`: the answer, or one of the chosen options, is `value`; `isNot`: it has another answer; `answered`: it has any answer.
   */
  test: z.enum(["is", "isNot", "answered"]),
  /** For yesNo `yes` or `no`; for choice and choices an option. */
  value: text(200).default(""),
});
export type FormCondition = z.output<typeof formCondition>;

export const formField = z.strictObject({
  key,
  kind: z.enum(formFieldKinds),
  label: line(300),
  help: text(1000).default(""),
  required: z.boolean(),
  /** The options of `choice` and `choices`. */
  options: z.array(line(200)).max(100).default([]),
  /**
   * The limits: for `number` the minimum and maximum value, for `text` and `longText` the number of characters, for `choices`
   * the number of chosen options.
   */
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  prefill: z.enum(prefillSources).nullable().default(null),
  showIf: formCondition.nullable().default(null),
});
export type FormField = z.output<typeof formField>;

export const formSection = z.strictObject({
  key,
  title: line(200),
  text: text(4000).default(""),
  showIf: formCondition.nullable().default(null),
  fields: z.array(formField).min(1, "Add at least one field to each section.").max(100),
});

export type FormSection = z.output<typeof formSection>;

export const formDefinition = z.strictObject({
  sections: z.array(formSection).min(1, "Add at least one section.").max(30),
});
export type FormDefinition = z.output<typeof formDefinition>;

/** A person's home or mailing address. */
export const addressAnswer = z.strictObject({
  street: text(200),
  city: text(100),
  state: text(100),
  postalCode: text(20),
  country: text(100),
});

/**
 * An answer as it is sent and stored: by kind a text, a number, a day, `yes` or `no`, an option, options, an address, the id of
 * a file of the submission, or the name somebody signed with.
 */
export const formAnswer = z.union([z.number(), day, text(10_000), z.array(text(200)).max(100), addressAnswer]);
export type FormAnswer = z.output<typeof formAnswer>;
/** By the key of the field. */
export const formAnswers = z.record(key, formAnswer);
export type FormAnswers = z.output<typeof formAnswers>;
