import * as contract from "@touchline/contract/reporting/duplicates";
import { on } from "../../../http/mount.ts";
import { dismissPair } from "./actions/compare.ts";
import { mergeProfiles } from "./actions/merge.ts";
import { alikeSeen } from "./queries/alike.ts";
import { pairsSeen } from "./queries/pairs.ts";
import { mergePreview } from "./queries/preview.ts";

export const routes = [
  on(contract.findAlike, (call, { body }) => alikeSeen(call, body)),
  on(contract.listDuplicates, (call, { query }) => pairsSeen(call, query)),
  on(contract.dismissDuplicate, async (call, { params }) => {
    await dismissPair(call, params.id);
    return undefined;
  }),
  on(contract.previewMerge, (call, { query }) => mergePreview(call, query)),
  on(contract.mergeProfiles, (call, { body }) => mergeProfiles(call, body)),
];
