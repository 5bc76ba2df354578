import * as contract from "@touchline/contract/setup/completion-imports";
import type { Call } from "../../../call.ts";
import { onErrand, type UploadedFile } from "../../../http/mount.ts";
import { storedRoster } from "../imports/actions/read.ts";
import { rosterFile } from "../imports/actions/upload.ts";
import { authorizeCarryingOver, carryOver, judgeCompletions } from "./actions.ts";

async function listFile(call: Call, { uploads }: { uploads: readonly UploadedFile[] }): Promise<string> {
  authorizeCarryingOver(call);
  return (await rosterFile(uploads)).storageKey;
}

export const routes = [
  onErrand(contract.checkCompletions, {
    begin: listFile,
    act: (storageKey, { files }) => storedRoster(files, storageKey),
    finish: (call, _, list) => judgeCompletions(call, list),
  }),
  onErrand(contract.importCompletions, {
    begin: listFile,
    act: (storageKey, { files }) => storedRoster(files, storageKey),
    finish: (call, _, list) => carryOver(call, list),
  }),
];
