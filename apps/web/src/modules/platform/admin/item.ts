import type { BodyInput, ResponseOf } from "@touchline/contract";
import type { addPlatformContent, getPlatformContent } from "@touchline/contract/platform/platform-library";
import { NotYet } from "../../../client.ts";
import { type ContentDraft, settingsOf } from "../../library/library/draft.ts";
import { words } from "./words.ts";

export type Item = ResponseOf<typeof getPlatformContent>;

/** An item as it is sent. */
export const itemOf = (draft: ContentDraft): BodyInput<typeof addPlatformContent> => ({
  name: draft.name,
  description: draft.description,
  settings: settingsOf(draft),
});

export const itemHref = (id: string) => `/admin/library/${id}`;

/** Files belong to one organization. */
export const noFilesHere = () => Promise.reject(new NotYet(words.noFilesHint));
