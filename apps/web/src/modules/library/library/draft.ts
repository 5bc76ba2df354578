import {
  type AgeCount,
  type ConditionMatch,
  type ContentKind,
  type Payer,
  type ReminderFrequency,
  typeOfKind,
  type ValidityType,
} from "@touchline/contract";
import type { DueRule } from "@touchline/contract/library/content-assignments";
import type { ContentSettings, Validity } from "@touchline/contract/library/content-settings";
import { usualSettings } from "@touchline/rules/library/content";
import type {
  AssignmentExceptions,
  Assignments,
  ContentBase,
  NewContent,
  StoredAssignment,
  StoredContent,
  StoredException,
} from "./queries.ts";

/** A content as the form has it: everything as typed, converted when it is sent. */
export interface ContentDraft {
  name: string;
  description: string;
  levelId: string;
  /** The settings of the kind. The validity is separate, in `validity`. */
  settings: ContentSettings;
  validity: ValidityDraft;
  /** Null: on the days of the usual series. */
  reminderFrequency: ReminderFrequency | null;
  assignments: AssignmentDraft[];
  exceptions: ExceptionDraft[];
}

/** Values for all kinds of validity, so that trying another kind loses nothing. */
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
  /** The stored assignment; levels out of reach aren't in the tree. */
  levelName: string;
  includeBelow: boolean;
  labelIds: string[];
  mandatory: boolean;
  /** Values for all kinds of due dates, so that trying another kind loses nothing. */
  due: { type: DueRule["type"]; day: string; days: string };
  /** In years; empty for no limit. */
  ages: { from: string; to: string; by: AgeCount };
  conditions: { match: ConditionMatch; answers: { conditionId: string; answer: boolean }[] };
  payer: Payer;
}

/** An exception for a person or level. A stored one is kept or removed as a whole. */
export interface ExceptionDraft {
  key: string;
  /** Null: not stored yet. */
  exceptionId: string | null;
  profileId: string | null;
  levelId: string | null;
  includeBelow: boolean;
  labelId: string | null;
  /** The person; null outside the levels that the reader manages. */
  name: string | null;
  reason: string | null;
  untilDay: string;
}

/** The initial values of an assignment: everyone there with the role, at any age, without a due date. */
export const usualAssignment = {
  includeBelow: true,
  labelIds: [] as string[],
  mandatory: true,
  due: { type: "None" as const, day: "", days: "14" },
  ages: { from: "", to: "", by: "Birthday" as const },
  conditions: { match: "All" as const, answers: [] },
  payer: "Organization" as const,
};

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
    exceptions: [],
  };
}

/** The form for a content that is stored; one without settings yet gets the usual ones. */
export function draftOf(
  kind: ContentKind,
  content: StoredContent,
  assignments: readonly StoredAssignment[],
  exceptions: readonly StoredException[] = [],
): ContentDraft {
  const settings = content.settings ?? usualSettings[kind];
  return {
    name: content.name,
    description: content.description,
    levelId: content.levelId,
    reminderFrequency: content.reminderFrequency,
    // The redo date belongs to the stored version; the next one sets it again or has none.
    settings: { ...settings, redoBy: null },
    validity: validityDraftOf(settings.validity),
    assignments: assignments.map((one) => ({
      key: one.assignmentId,
      levelId: one.levelId,
      levelName: one.levelName,
      includeBelow: one.includeBelow,
      labelIds: one.labelIds,
      mandatory: one.mandatory,
      due: dueDraftOf(one.due),
      ages: {
        from: String(one.ages?.from ?? ""),
        to: String(one.ages?.to ?? ""),
        by: one.ages?.by ?? "Birthday",
      },
      conditions: one.conditions ?? usualAssignment.conditions,
      payer: one.payer,
    })),
    exceptions: exceptions.map((one) => ({ ...one, key: one.exceptionId, untilDay: one.untilDay ?? "" })),
  };
}

function dueDraftOf(due: DueRule): AssignmentDraft["due"] {
  const { day, days } = usualAssignment.due;
  switch (due.type) {
    case "Fixed":
      return { type: due.type, day: due.day, days };
    case "AfterJoining":
      return { type: due.type, day, days: String(due.days) };
    case "Season":
      return { type: due.type, day, days: String(due.graceDays) };
    case "None":
      return { type: due.type, day, days };
  }
}

function dueOf({ type, day, days }: AssignmentDraft["due"]): DueRule {
  switch (type) {
    case "None":
      return { type };
    case "Fixed":
      return { type, day };
    case "AfterJoining":
      return { type, days: numberOf(days) };
    case "Season":
      return { type, graceDays: numberOf(days) };
  }
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

/** An empty number becomes NaN instead of zero, so that the contract refuses it at its field. */
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
  const years = (text: string) => (text.trim() === "" ? null : Number(text));
  return assignments.map(({ levelId, includeBelow, labelIds, mandatory, due, ages, conditions, payer }) => ({
    levelId,
    includeBelow,
    labelIds,
    mandatory,
    due: dueOf(due),
    ages: ages.from.trim() || ages.to.trim() ? { from: years(ages.from), to: years(ages.to), by: ages.by } : null,
    conditions: conditions.answers.length > 0 ? conditions : null,
    payer,
  }));
}

export function exceptionsOf({ exceptions }: ContentDraft): AssignmentExceptions {
  return exceptions.map(({ exceptionId, profileId, levelId, includeBelow, labelId, reason, untilDay }) =>
    exceptionId === null
      ? { profileId, levelId, includeBelow, labelId, reason: reason ?? "", untilDay: untilDay || null }
      : { exceptionId },
  );
}

/** Lists which of the three separately saved parts differ from the stored ones. */
export function changesBetween(stored: ContentDraft, draft: ContentDraft) {
  const differ = (part: (of: ContentDraft) => unknown) => JSON.stringify(part(stored)) !== JSON.stringify(part(draft));
  const base = differ(baseOf);
  const settings = differ(settingsOf);
  const assignments = differ(assignmentsOf) || differ(exceptionsOf);
  const level = stored.levelId !== draft.levelId;
  return { base, settings, assignments, any: base || settings || assignments || level };
}
