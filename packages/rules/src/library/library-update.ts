/**
 * Compares a content that was copied from the platform's library with a newer version of the original: what differs, who
 * changed it, and the result of taking the update. No local change is lost unless somebody says so.
 */
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { changedFields, fieldLabel, sameValue, valueWords } from "./content-words.ts";

/** The part of a version that both libraries have. */
export type LibraryItem = { name: string; description: string; settings: ContentSettings };

/** By field: name, description, and the settings. The date to complete it again belongs to one version only. */
function fieldsOf({ name, description, settings }: LibraryItem): Record<string, unknown> {
  const { kind: _, redoBy: __, ...rest } = settings;
  return { name, description, ...rest };
}

export type UpdateField = {
  field: string;
  label: string;
  here: string;
  there: string;
  /** The field differs from the original copy: it was changed here, there, or in both. */
  changedHere: boolean;
  changedThere: boolean;
};

/**
 * Lists the differences between a copy and the newer version.
 *
 * @param base the version that was copied, or last taken over.
 */
export function updateFields(base: LibraryItem, here: LibraryItem, there: LibraryItem): UpdateField[] {
  const [was, own, newer] = [fieldsOf(base), fieldsOf(here), fieldsOf(there)];
  return changedFields(own, newer).map((field) => ({
    field,
    label: fieldLabel(field),
    here: valueWords(field, own[field], own),
    there: valueWords(field, newer[field], newer),
    changedHere: !sameValue(was[field], own[field]),
    changedThere: !sameValue(was[field], newer[field]),
  }));
}

/** Returns the copy with the newer version's fields, except for those that are kept. */
export function takenUpdate(here: LibraryItem, there: LibraryItem, keep: ReadonlySet<string>): LibraryItem {
  const own = fieldsOf(here);
  const { name, description, ...settings } = {
    ...fieldsOf(there),
    ...Object.fromEntries([...keep].filter((field) => field in own).map((field) => [field, own[field]])),
  } as { name: string; description: string };
  return { name, description, settings: { kind: there.settings.kind, redoBy: null, ...settings } as ContentSettings };
}
