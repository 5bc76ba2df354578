import { getOtherNames, saveOtherNames } from "@touchline/contract/screening/other-names";
import { getRegistryMatches } from "@touchline/contract/screening/registry";
import { on, onReadOnly } from "../../../http/mount.ts";
import { otherNamesShown, saveNames } from "./actions/other-names.ts";
import { matchesOf } from "./queries/matches.ts";

export const routes = [
  onReadOnly(getRegistryMatches, (call, { params, query }) =>
    matchesOf(call, { requirementId: params.id, profileLevelAccessId: query.profileLevelAccessId }),
  ),

  onReadOnly(getOtherNames, (call, { params, query }) => otherNamesShown(call, { requirementId: params.id, ...query })),
  on(saveOtherNames, (call, { params, body }) => saveNames(call, { requirementId: params.id, ...body })),
];
