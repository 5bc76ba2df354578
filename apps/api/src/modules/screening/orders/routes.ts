import * as contract from "@touchline/contract/screening/orders";
import { on, onReadOnly } from "../../../http/mount.ts";
import { linkOf } from "./actions/link.ts";
import { startCheck } from "./actions/run.ts";
import { checkShown } from "./queries/shown.ts";

export const routes = [
  on(contract.runBackgroundCheck, (call, { params, query }) =>
    startCheck(call, { requirementId: params.id, ...query, paying: false }),
  ),

  on(contract.runAndPayBackgroundCheckUser, (call, { params, query }) =>
    startCheck(call, { requirementId: params.id, ...query, paying: true }),
  ),

  onReadOnly(contract.getBackgroundCheckLink, (call, { params, query }) =>
    linkOf(call, { requirementId: params.id, ...query }),
  ),

  onReadOnly(contract.getBackgroundCheck, (call, { params, query }) =>
    checkShown(call, { requirementId: params.id, ...query }),
  ),
];
