import {
  type ContentKind,
  type Payer,
  type ReminderFrequency,
  typeOfKind,
  type ValidityType,
} from "@touchline/contract";
import type { ContentSettings, Validity } from "@touchline/contract/content-settings";
import { usualSettings } from "@touchline/rules/content";
import type { Assignments, ContentBase, NewContent, StoredAssignment, StoredContent } from "./queries.ts";

/** A content as the form has it: everything as typed, converted when it is sent. */
export interface ContentDraft {
  name: string;
  description: string;
  levelId: string;
  /** Of its kind. How long it counts stands beside it, in `validity`. */
  settings: ContentSettings;
  validity: ValidityDraft;
  /** Null: on the days of the usual series. */
  reminderFrequency: ReminderFrequency | null;
  assignments: AssignmentDraft[];
}

/** All kinds of validity at once, so that trying another kind loses nothing. */
export interface ValidityDraft {
  type: ValidityType;
  amount: string;
  unit: "days" | "months" | "years";
  month: string;
  day: string;
  earlyDays: string;
}

export interface AssignmentDraft {
  /** Tells rows apart on the page; never sent. */
  key: string;
  levelId: string;
  /** As it was stored; levels out of reach are not in the tree. */
  levelName: string;
  includeBelow: boolean;
  labelIds: string[];
  mandatory: boolean;
  dueDate: string;
  payer: Payer;
}

const usualValidity: ValidityDraft = { type: "None", amount: "1", unit: "years", month: "8", day: "1", earlyDays: "0" };

/** An empty form for a new content of a level. */
export function newDraft(kind: ContentKind, levelId: string): ContentDraft {
  const settings = usualSettings[kind];
  return {
    name: "",
    description: "",
    levelId,
    settings,
    validity: validityDraftOf(settings.validity),
    reminderFrequency: null,
    assignments: [],
  };
}

/** The form for a content that is stored; one without settings yet gets the usual ones. */
export function draftOf(
  kind: ContentKind,
  content: StoredContent,
  assignments: readonly StoredAssignment[],
): ContentDraft {
  const settings = content.settings ?? usualSettings[kind];
  return {
    name: content.name,
    description: content.description,
    levelId: content.levelId,
    reminderFrequency: content.reminderFrequency,
    // By when to do it again was said with the version that is stored; the next one says it anew, or not at all.
    settings: { ...settings, redoBy: null },
    validity: validityDraftOf(settings.validity),
    assignments: assignments.map((one) => ({
      key: one.assignmentId,
      levelId: one.levelId,
      levelName: one.levelName,
      includeBelow: one.includeBelow,
      labelIds: one.labelIds,
      mandatory: one.mandatory,
      dueDate: one.dueDate ?? "",
      payer: one.payer,
    })),
  };
}

function validityDraftOf(validity: Validity): ValidityDraft {
  switch (validity.type) {
    case "Duration":
      return { ...usualValidity, type: "Duration", amount: String(validity.amount), unit: validity.unit };
    case "Annual":
      return {
        ...usualValidity,
        type: "Annual",
        month: String(validity.month),
        day: String(validity.day),
        earlyDays: String(validity.earlyDays),
      };
    case "None":
    case "PerRequirement":
      return { ...usualValidity, type: validity.type };
  }
}

export function newContentOf({ settings, name, description, levelId }: ContentDraft): NewContent {
  return { type: typeOfKind[settings.kind], name, description, levelId };
}

export function baseOf({ name, description, reminderFrequency }: ContentDraft): ContentBase {
  return { name, description, reminderFrequency };
}

export function settingsOf({ settings, validity }: ContentDraft): ContentSettings {
  const validThrough = validity.type === "PerRequirement" ? settings.validThrough : null;
  return { ...settings, validThrough, validity: validityOf(validity) };
}

/** An empty number is not zero: it becomes NaN, which the contract refuses at its field. */
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

function validityOf({ type, amount, unit, month, day, earlyDays }: ValidityDraft): Validity {
  switch (type) {
    case "Duration":
      return { type, amount: numberOf(amount), unit };
    case "Annual":
      return { type, month: numberOf(month), day: numberOf(day), earlyDays: numberOf(earlyDays) };
    case "None":
    case "PerRequirement":
      return { type };
  }
}

export function assignmentsOf({ assignments }: ContentDraft): Assignments {
  return assignments.map(({ levelId, includeBelow, labelIds, mandatory, dueDate, payer }) => ({
    levelId,
    includeBelow,
    labelIds,
    mandatory,
    dueDate: dueDate || null,
    payer,
  }));
}

/** Which of the three parts that are saved one by one differ from what is stored. */
export function changesBetween(stored: ContentDraft, draft: ContentDraft) {
  const differ = (part: (of: ContentDraft) => unknown) => JSON.stringify(part(stored)) !== JSON.stringify(part(draft));
  const base = differ(baseOf);
  const settings = differ(settingsOf);
  const assignments = differ(assignmentsOf);
  const level = stored.levelId !== draft.levelId;
  return { base, settings, assignments, any: base || settings || assignments || level };
}
