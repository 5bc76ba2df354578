import type { ContentKind } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { FieldErrors } from "../../../../form-errors.ts";

/** What the fields of one kind are given. */
export interface KindFieldsProps<Kind extends ContentKind> {
  settings: SettingsOf<Kind>;
  change: (next: Partial<SettingsOf<Kind>>) => void;
  /** By field of the settings. */
  errors: FieldErrors;
  /** Null of a content that is not made yet. */
  contentId: string | null;
  /** The id under which a file of it is uploaded; makes the content if it is new. Rejects when its name is missing. */
  contentIdForFile: () => Promise<string>;
}
