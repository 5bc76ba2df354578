import type { ReminderFrequency, ValidityType } from "@touchline/contract";
import { type AcceptedFileExtension, acceptedFileExtensions, type Payer, RequirementType } from "@touchline/contract";
import type { Assignments, ContentBase, NewContent, Settings, StoredAssignment, StoredDocument } from "./queries.ts";

/** A document as the form has it: everything as typed, converted when it is sent. */
export interface DocumentDraft {
  name: string;
  description: string;
  levelId: string;
  instructions: string;
  linkUrl: string;
  reviewRequired: boolean;
  asksCompletionDate: boolean;
  acceptedExtensions: AcceptedFileExtension[];
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

/** An empty form for a new document of a level. */
export function newDraft(levelId: string): DocumentDraft {
  return {
    name: "",
    description: "",
    levelId,
    instructions: "",
    linkUrl: "",
    reviewRequired: true,
    asksCompletionDate: false,
    acceptedExtensions: ["pdf", "png", "jpeg"],
    validity: usualValidity,
    reminderFrequency: null,
    assignments: [],
  };
}

/** The form for a document that is stored; one without settings yet gets the usual ones. */
export function draftOf(document: StoredDocument, assignments: readonly StoredAssignment[]): DocumentDraft {
  const { settings } = document;
  return {
    ...newDraft(document.levelId),
    name: document.name,
    description: document.description,
    reminderFrequency: document.reminderFrequency,
    ...(settings && {
      instructions: settings.instructions,
      linkUrl: settings.linkUrl ?? "",
      reviewRequired: settings.reviewRequired,
      asksCompletionDate: settings.asksCompletionDate,
      acceptedExtensions: acceptedFileExtensions.filter((one) => settings.acceptedExtensions.includes(one)),
      validity: validityDraftOf(settings.validity),
    }),
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

function validityDraftOf(validity: Settings["validity"]): ValidityDraft {
  switch (validity.type) {
    case "Duration":
      return { ...usualValidity, type: "Duration", amount: String(validity.amount), unit: validity.unit };
    case "Annual":
      return {
        ...usualValidity,
        type: "Annual",
        month: String(validity.month),
        day: String(validity.day),
        earlyDays: String(validity.earlyDays ?? 0),
      };
    case "None":
    case "PerRequirement":
      return { ...usualValidity, type: validity.type };
  }
}

export function newContentOf({ name, description, levelId }: DocumentDraft): NewContent {
  return { type: RequirementType.Document, name, description, levelId };
}

export function baseOf({ name, description, reminderFrequency }: DocumentDraft): ContentBase {
  return { name, description, reminderFrequency };
}

export function settingsOf(draft: DocumentDraft): Settings {
  const { instructions, linkUrl, reviewRequired, asksCompletionDate, acceptedExtensions } = draft;
  return {
    instructions,
    linkUrl: linkUrl.trim() || null,
    reviewRequired,
    asksCompletionDate,
    acceptedExtensions,
    validity: validityOf(draft.validity),
  };
}

/** An empty number is not zero: it becomes NaN, which the contract refuses at its field. */
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

function validityOf({ type, amount, unit, month, day, earlyDays }: ValidityDraft): Settings["validity"] {
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

export function assignmentsOf({ assignments }: DocumentDraft): Assignments {
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
export function changesBetween(stored: DocumentDraft, draft: DocumentDraft) {
  const differ = (part: (of: DocumentDraft) => unknown) => JSON.stringify(part(stored)) !== JSON.stringify(part(draft));
  const base = differ(baseOf);
  const settings = differ(settingsOf);
  const assignments = differ(assignmentsOf);
  const level = stored.levelId !== draft.levelId;
  return { base, settings, assignments, any: base || settings || assignments || level };
}
