import type { ResponseOf } from "@touchline/contract";
import { checkCompletions, importCompletions } from "@touchline/contract/setup/completion-imports";
import { call } from "../../../client.ts";

export type CompletionImport = ResponseOf<typeof importCompletions>;

type Progress = (share: number) => void;
const sent = (onProgress: Progress) => ({
  onProgress: (bytes: number, total: number) => onProgress(total > 0 ? bytes / total : 0),
});

/** Checks each row of a list without saving anything. */
export const checkList = (file: File, onProgress: Progress) =>
  call(checkCompletions, { body: {}, files: [file] }, sent(onProgress));

/** Imports the completions of a list. */
export const importList = (file: File) => call(importCompletions, { body: {}, files: [file] });
