/**
 * A content that was copied from the platform's library, and a newer version of what it was copied from: what differs, who
 * changed it, and what comes of taking the newer one. Nothing that was changed here is lost unless somebody says so.
 */
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { changedFields, fieldLabel, sameValue, valueWords } from "./content-words.ts";

/** What a version says, here and there alike. */
export type LibraryItem = { name: string; description: string; settings: ContentSettings };

/** By field: name, description, and those of the settings. By when to do it again belongs to one version alone. */
function fieldsOf({ name, description, settings }: LibraryItem): Record<string, unknown> {
  const { kind: _, redoBy: __, ...rest } = settings;
  return { name, description, ...rest };
}

export type UpdateField = {
  field: string;
  label: string;
  here: string;
  there: string;
  /** It is not as it was copied: changed here, there, or both. */
  changedHere: boolean;
  changedThere: boolean;
};

/** What differs between a copy and the newer version. @param base what the copy was made from or last brought up to. */
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

/** The copy brought up to the newer version, but for the fields that are kept. */
export function takenUpdate(here: LibraryItem, there: LibraryItem, keep: ReadonlySet<string>): LibraryItem {
  const own = fieldsOf(here);
  const { name, description, ...settings } = {
    ...fieldsOf(there),
    ...Object.fromEntries([...keep].filter((field) => field in own).map((field) => [field, own[field]])),
  } as { name: string; description: string };
  return { name, description, settings: { kind: there.settings.kind, redoBy: null, ...settings } as ContentSettings };
}
