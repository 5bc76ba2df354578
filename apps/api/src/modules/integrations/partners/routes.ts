import * as contract from "@touchline/contract/integrations/partners";
import { on, onErrand } from "../../../http/mount.ts";
import { beginConnecting, changeConnection, connect, disconnect, tryCredentials } from "./actions/connect.ts";
import { cancelSync, startSync } from "./actions/sync.ts";
import { shownPartners } from "./queries.ts";

export const routes = [
  on(contract.listPartners, (call) => shownPartners(call)),
  onErrand(contract.connectPartner, {
    begin: (call, { body }) => beginConnecting(call, body),
    act: (input, adapters) => tryCredentials(input, adapters),
    finish: (call, { body }) => connect(call, body),
  }),
  on(contract.changePartner, async (call, { params, body }) => {
    await changeConnection(call, params.id, body);
    return undefined;
  }),
  on(contract.disconnectPartner, async (call, { params }) => {
    await disconnect(call, params.id);
    return undefined;
  }),
  on(contract.syncPartner, (call, { params, body }) => startSync(call, params.id, body)),
  on(contract.cancelPartnerSync, async (call, { params }) => {
    await cancelSync(call, params.id);
    return undefined;
  }),
];
