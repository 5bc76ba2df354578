import { getRegistryMatches } from "@touchline/contract/screening/registry";
import { onReadOnly } from "../../../http/mount.ts";
import { matchesOf } from "./queries/matches.ts";

export const routes = [
  onReadOnly(getRegistryMatches, (call, { params, query }) =>
    matchesOf(call, { requirementId: params.id, profileLevelAccessId: query.profileLevelAccessId }),
  ),
];
