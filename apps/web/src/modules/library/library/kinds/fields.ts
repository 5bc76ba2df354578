import type { ContentKind } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { FieldErrors } from "../../../../form-errors.ts";

/** The props of a kind's fields. */
export interface KindFieldsProps<Kind extends ContentKind> {
  settings: SettingsOf<Kind>;
  change: (next: Partial<SettingsOf<Kind>>) => void;
  /** Errors by field of the settings. */
  errors: FieldErrors;
  /** Null for a content that isn't created yet. */
  contentId: string | null;
  /** The id under which a file of it is uploaded; makes the content if it is new. Rejects when its name is missing. */
  contentIdForFile: () => Promise<string>;
}
