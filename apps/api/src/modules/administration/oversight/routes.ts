import * as contract from "@touchline/contract/administration/oversight";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { healthPage, usageTogether } from "./queries.ts";

export const routes = [
  onVisit(contract.listOrganizationHealth, async (visit, { query }) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => healthPage(db, query));
  }),
  onVisit(contract.getUsage, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared(usageTogether);
  }),
];
