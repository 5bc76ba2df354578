import * as contract from "@touchline/contract/administration/switches";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { switchFeature } from "./actions.ts";
import { pausedFeatures } from "./queries.ts";

export const routes = [
  onVisit(contract.listSwitches, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared(pausedFeatures);
  }),
  onVisit(contract.setSwitch, async (visit, { body }) => {
    await switchFeature(visit, await operatorCalling(visit), body);
    return undefined;
  }),
];
