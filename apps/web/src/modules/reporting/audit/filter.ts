import { type AuditAction, auditActions, auditSubjects, subjectOfAction } from "@touchline/contract/reporting/audit";
import { type RawSearch, someIn, textIn } from "../../../url-state.ts";
import { words } from "./words.ts";

/** The filters of the log. */
export interface AuditSearch {
  who: string;
  whom: string;
  level: string;
  subjects: readonly string[];
  actions: readonly AuditAction[];
  from: string;
  to: string;
}

export const nothing = {
  who: undefined,
  whom: undefined,
  level: undefined,
  subjects: undefined,
  actions: undefined,
  from: undefined,
  to: undefined,
  cursor: undefined,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const calendarDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isSubject = (text: string): text is string => auditSubjects.includes(text);
const isAction = (text: string): text is AuditAction => auditActions.some((one) => one === text);
const as = (pattern: RegExp, value: unknown) => (pattern.test(textIn(value)) ? textIn(value) : "");

/** Reads the filters from the address; invalid ones are left out. */
export const readFilter = (search: RawSearch): AuditSearch => ({
  who: as(uuid, search.who),
  whom: as(uuid, search.whom),
  level: as(uuid, search.level),
  subjects: someIn(search.subjects, isSubject),
  actions: someIn(search.actions, isAction),
  from: as(calendarDay, search.from),
  to: as(calendarDay, search.to),
});

/** The filter as calls take it. */
export const auditQueryOf = ({ who, whom, level, subjects, actions, from, to }: AuditSearch) => ({
  ...(who && { who }),
  ...(whom && { whom }),
  ...(level && { level }),
  ...(from && { from }),
  ...(to && { to }),
  subjects: [...subjects],
  actions: [...actions],
});

export const isNarrowed = (filter: AuditSearch) => Object.values(filter).some((one) => one.length > 0);

const subjectWords: Record<string, string> = {
  audit: words.auditLog,
  content: words.requirement,
  file: words.confidentialFile,
  import: words.import,
  label: words.role,
  person: words.person,
  signupUrl: words.signUpLink,
  task: words.bulkTask,
};

/** "signupUrl" → "Sign-up link"; an unknown word is shown as it is. */
export function subjectLabel(subject: string): string {
  return subjectWords[subject] ?? inWords(subject);
}

/** "membership.added" → "Membership: added". */
export function actionLabel(action: string): string {
  const subject = subjectOfAction(action);
  return words.actionOf({
    subject: subjectLabel(subject),
    action: inWords(action.slice(subject.length + 1)).toLocaleLowerCase(),
  });
}

function inWords(name: string): string {
  const texts = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return texts.charAt(0).toUpperCase() + texts.slice(1);
}

export const subjectOptions = auditSubjects
  .map((value) => ({ value, label: subjectLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** Those of the chosen kinds of things; of all where none is chosen. */
export const actionOptions = (subjects: readonly string[]) =>
  auditActions
    .filter((action) => subjects.length === 0 || subjects.includes(subjectOfAction(action)))
    .map((value) => ({ value, label: actionLabel(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
