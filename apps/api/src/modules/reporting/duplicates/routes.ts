import * as contract from "@touchline/contract/reporting/duplicates";
import { on } from "../../../http/mount.ts";
import { dismissPair } from "./actions/compare.ts";
import { mergeProfiles } from "./actions/merge.ts";
import { pairsSeen } from "./queries/pairs.ts";
import { mergePreview } from "./queries/preview.ts";
import { visibleSimilarPeople } from "./queries/similar-people.ts";

export const routes = [
  on(contract.findSimilarPeople, (call, { body }) => visibleSimilarPeople(call, body)),
  on(contract.listDuplicates, (call, { query }) => pairsSeen(call, query)),
  on(contract.dismissDuplicate, async (call, { params }) => {
    await dismissPair(call, params.id);
    return undefined;
  }),
  on(contract.previewMerge, (call, { query }) => mergePreview(call, query)),
  on(contract.mergeProfiles, (call, { body }) => mergeProfiles(call, body)),
];
