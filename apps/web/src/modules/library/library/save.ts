import { createContent, updateContentBase } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { type ContentSettings, settingsOfKind } from "@touchline/contract/library/content-settings";
import { priceTooLowText } from "@touchline/rules/billing/fees";
import { definitionProblems } from "@touchline/rules/requirements/form-definition";
import { type FieldErrors, problemsOf, refusedFields } from "../../../form-errors.ts";
import {
  assignmentsOf,
  baseOf,
  type ContentDraft,
  changesBetween,
  exceptionsOf,
  newContentOf,
  settingsOf,
} from "./draft.ts";
import { assign, create, saveBase, saveSettings } from "./queries.ts";
import { words } from "./words.ts";

/** The parts that have reached the server; a retry continues after them, so that nothing is created twice. */
export interface Saved {
  contentId: string | null;
  /** The stored state; null before anything was saved. */
  draft: ContentDraft | null;
  /** Settings exist, so that it can be assigned. */
  hasSettings: boolean;
}

export interface SaveResult {
  contentId: string;
  version: number | null;
  /** Null if the assignments didn't change; `inProgress` while so many people are affected that they follow in steps. */
  demands: { added: number; dropped: number } | "inProgress" | null;
  /** The id by which the change of the assignments can be undone; null if there was none. */
  changeId?: string | null;
}

/** A refusal of one part, with the fields it names. */
export class PartFailed extends Error {
  readonly fields: FieldErrors;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "PartFailed";
    this.fields = refusedFields(cause) ?? {};
  }
}

/** Checks all parts against the contract before the first call. @returns the errors, or null. */
export function problemsOfDraft(draft: ContentDraft, isNew: boolean): FieldErrors | null {
  const { kind, ...settings } = settingsOf(draft);
  const form = kind === "form" && "form" in settings ? settings.form : null;
  const ofForm = Object.entries(form ? definitionProblems(form) : {});
  const found = {
    ...Object.fromEntries(ofForm.map(([path, message]) => [`form.${path}`, message])),
    ...problemsOf(isNew ? createContent.body : updateContentBase.body, isNew ? newContentOf(draft) : baseOf(draft)),
    ...problemsOf(settingsOfKind[kind], settings),
    ...problemsOf(assignContent.body, changeOf(draft)),
    ...priceProblem(settings),
  };
  return Object.keys(found).length === 0 ? null : found;
}

function priceProblem(settings: Partial<ContentSettings>): FieldErrors {
  if (!("price" in settings) || settings.price === undefined || settings.currency === undefined) return {};
  const price = priceTooLowText(settings.price, settings.currency);
  return price === undefined ? {} : { price };
}

/** Assignments and exceptions, as they are sent. */
export const changeOf = (draft: ContentDraft) => ({
  contentAssignments: assignmentsOf(draft),
  exceptions: exceptionsOf(draft),
});

/**
 * Saves the changed parts of the content and its settings in the order that the server needs. Assignments follow once their
 * effect was confirmed (`saveAssignments`).
 *
 * @param onProgress called after each part with what has been saved.
 * @throws PartFailed
 */
export async function saveContent(
  saved: Saved,
  draft: ContentDraft,
  onProgress: (saved: Saved) => void,
): Promise<SaveResult & { now: Saved; assigns: boolean }> {
  try {
    const changes = saved.draft && changesBetween(saved.draft, draft);
    let { contentId } = saved;
    let now: ContentDraft = saved.draft ?? { ...draft, assignments: [], exceptions: [] };
    if (contentId === null) {
      ({ contentId } = await create(newContentOf(draft)));
      if (draft.reminderFrequency !== null) await saveBase(contentId, baseOf(draft));
    } else if (changes?.base) {
      await saveBase(contentId, baseOf(draft));
    }
    now = { ...now, ...baseOf(draft), reminderFrequency: draft.reminderFrequency };
    onProgress({ contentId, draft: now, hasSettings: saved.hasSettings });

    let version: number | null = null;
    if (!saved.hasSettings || changes?.settings) {
      ({ version } = await saveSettings(contentId, settingsOf(draft)));
    }
    now = { ...draft, assignments: now.assignments, exceptions: now.exceptions };
    const reached = { contentId, draft: now, hasSettings: true };
    onProgress(reached);
    const assigns = JSON.stringify(changeOf(now)) !== JSON.stringify(changeOf(draft));
    return { contentId, version, demands: null, now: reached, assigns };
  } catch (error) {
    throw error instanceof Error ? new PartFailed(error) : error;
  }
}

/** Saves assignments and exceptions. @throws PartFailed */
export async function saveAssignments(
  contentId: string,
  draft: ContentDraft,
  keepClearedUntil: string | null,
): Promise<Pick<SaveResult, "demands" | "changeId">> {
  try {
    const answer = await assign(contentId, changeOf(draft), keepClearedUntil);
    const { demandsAdded: added, demandsDropped: dropped, inProgress, changeId } = answer;
    return { demands: inProgress ? "inProgress" : { added, dropped }, changeId };
  } catch (error) {
    throw error instanceof Error ? new PartFailed(error) : error;
  }
}

const count = new Intl.NumberFormat();

/** Describes what saving did, in a sentence or two. */
export function savedText({ version, demands }: SaveResult): string {
  const saved = version === null ? words.saved : words.savedAsVersion({ version });
  return demands === null ? saved : `${saved} ${demandsText(demands)}`;
}

function demandsText(demands: NonNullable<SaveResult["demands"]>): string {
  if (demands === "inProgress") return words.updatingMembers;
  const { added, dropped } = demands;
  // Changing an assignment ends it and begins another: the same membership may be in both counts.
  if (added > 0 && dropped > 0)
    return words.assignedAndEnded({ added: count.format(added), ended: count.format(dropped) });
  if (added > 0) return words.assignedMore({ count: added });
  if (dropped > 0) return words.assignedFewer({ count: dropped });
  return words.noOneAffected;
}
