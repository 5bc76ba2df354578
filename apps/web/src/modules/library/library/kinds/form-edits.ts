import type {
  FormDefinition,
  FormField,
  FormFieldKind,
  FormSection,
} from "@touchline/contract/library/form-definition";
import { boundsOf, hasOptions, prefillsOf } from "@touchline/rules/requirements/form-definition";
import { words } from "../words.ts";

/** The edits of a form's author. Each returns a new form and leaves the old one unchanged. */

export const fieldKindLabels: Record<FormFieldKind, string> = {
  text: words.shortText,
  longText: words.longText,
  number: words.number,
  date: words.date,
  yesNo: words.yesOrNo,
  choice: words.singleChoice,
  choices: words.multipleChoice,
  email: words.emailAddress,
  phone: words.phoneNumber,
  address: words.address,
  file: words.file,
  signature: words.signature,
};

const newKey = (of: "f" | "s") => `${of}-${crypto.randomUUID().slice(0, 8)}`;

export function newField(kind: FormFieldKind = "text"): FormField {
  return {
    key: newKey("f"),
    kind,
    label: "",
    help: "",
    required: true,
    options: [],
    min: null,
    max: null,
    prefill: null,
    showIf: null,
  };
}

export const newSection = (): FormSection => ({
  key: newKey("s"),
  title: "",
  text: "",
  showIf: null,
  fields: [newField()],
});

export const newForm = (): FormDefinition => ({ sections: [newSection()] });

/** Changes a field's kind. Settings that the new kind has, too, are kept; others are removed. */
export function ofKind(field: FormField, kind: FormFieldKind): FormField {
  const sameBounds = boundsOf[kind] !== undefined && boundsOf[kind] === boundsOf[field.kind];
  return {
    ...field,
    kind,
    options: hasOptions(kind) ? field.options : [],
    min: sameBounds ? field.min : null,
    max: sameBounds ? field.max : null,
    prefill: field.prefill !== null && prefillsOf[kind].includes(field.prefill) ? field.prefill : null,
  };
}

export const withSection = (form: FormDefinition, at: number, section: FormSection): FormDefinition => ({
  sections: form.sections.with(at, section),
});

export const withField = (form: FormDefinition, at: number, index: number, field: FormField): FormDefinition => {
  const section = form.sections[at] as FormSection;
  return withSection(form, at, { ...section, fields: section.fields.with(index, field) });
};

export const withoutSection = (form: FormDefinition, at: number): FormDefinition => ({
  sections: form.sections.toSpliced(at, 1),
});

export function withoutField(form: FormDefinition, at: number, index: number): FormDefinition {
  const section = form.sections[at] as FormSection;
  return withSection(form, at, { ...section, fields: section.fields.toSpliced(index, 1) });
}

export function addedField(form: FormDefinition, at: number, field: FormField): FormDefinition {
  const section = form.sections[at] as FormSection;
  return withSection(form, at, { ...section, fields: [...section.fields, field] });
}

export const canMoveSection = (form: FormDefinition, at: number, by: -1 | 1): boolean =>
  form.sections[at + by] !== undefined;

export function movedSection(form: FormDefinition, at: number, by: -1 | 1): FormDefinition {
  const section = form.sections[at];
  if (!section || !canMoveSection(form, at, by)) return form;
  return { sections: form.sections.toSpliced(at, 1).toSpliced(at + by, 0, section) };
}

/** Moves a field within its section, and from its edge into the next section; the last field of a section stays. */
export function canMoveField(form: FormDefinition, at: number, index: number, by: -1 | 1): boolean {
  const fields = form.sections[at]?.fields ?? [];
  if (fields[index + by] !== undefined) return true;
  return form.sections[at + by] !== undefined && fields.length > 1;
}

export function movedField(form: FormDefinition, at: number, index: number, by: -1 | 1): FormDefinition {
  const field = form.sections[at]?.fields[index];
  if (!field || !canMoveField(form, at, index, by)) return form;
  const without = withoutField(form, at, index);
  const fields = form.sections[at]?.fields ?? [];
  const stays = fields[index + by] !== undefined;
  const place = stays ? at : at + by;
  const section = without.sections[place] as FormSection;
  const to = stays ? index + by : by < 0 ? section.fields.length : 0;
  return withSection(without, place, { ...section, fields: section.fields.toSpliced(to, 0, field) });
}

/** Lists the fields before a field, or before a section if no field is named. */
export function fieldsBefore(form: FormDefinition, at: number, index = 0): FormField[] {
  const earlier = form.sections.slice(0, at).flatMap(({ fields }) => fields);
  return [...earlier, ...(form.sections[at]?.fields.slice(0, index) ?? [])];
}
