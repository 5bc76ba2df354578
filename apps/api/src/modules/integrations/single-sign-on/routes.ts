import * as contract from "@touchline/contract/integrations/single-sign-on";
import { on, onErrand, onVisit } from "../../../http/mount.ts";
import { addDomain, beginVerifying, finishVerifying, lookUp, removeDomain } from "./actions/domains.ts";
import {
  addConnection,
  beginAdding,
  beginChanging,
  changeConnection,
  checkProvider,
  removeConnection,
  setActive,
} from "./actions/edit.ts";
import { shownConnections } from "./queries.ts";

/** @param issuer the address of the identity service, where providers send people back to. */
export function ssoRoutes({ issuer }: { issuer: string }) {
  return [
    on(contract.listSsoConnections, (call) => shownConnections(call, issuer)),
    onErrand(contract.addSsoConnection, {
      begin: (call, { body }) => beginAdding(call, body),
      act: (input, adapters) => checkProvider(input, adapters),
      finish: (call, { body }) => addConnection(call, body),
    }),
    onErrand(contract.changeSsoConnection, {
      begin: (call, { params, body }) => beginChanging(call, params.id, body),
      act: (input, adapters) => checkProvider(input, adapters),
      finish: async (call, { params, body }) => {
        await changeConnection(call, params.id, body);
        return undefined;
      },
    }),
    on(contract.setSsoActive, async (call, { params, body }) => {
      await setActive(call, params.id, body.active);
      return undefined;
    }),
    on(contract.removeSsoConnection, async (call, { params }) => {
      await removeConnection(call, params.id);
      return undefined;
    }),
    on(contract.addSsoDomain, (call, { params, body }) => addDomain(call, params.id, body.domain)),
    onErrand(contract.verifySsoDomain, {
      begin: (call, { params }) => beginVerifying(call, params.id, params.domain),
      act: (input, adapters) => lookUp(input, adapters),
      finish: (call, { params }, records) =>
        finishVerifying(call, { ssoConnectionId: params.id, domain: params.domain }, records),
    }),
    on(contract.removeSsoDomain, async (call, { params }) => {
      await removeDomain(call, params.id, params.domain);
      return undefined;
    }),
    onVisit(contract.findSso, async ({ tenancy }, { params }) => ({ data: await tenancy.ssoOfDomain(params.domain) })),
  ];
}
