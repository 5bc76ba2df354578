import * as contract from "@touchline/contract/integrations/webhooks";
import type { Adapters } from "../../../call.ts";
import { on, onErrand, onReadOnly, type Route } from "../../../http/mount.ts";
import { addEndpoint, changeEndpoint, removeEndpoint, rotateSecret, setState } from "./actions/edit.ts";
import { replay, replayDead, sendTest } from "./actions/queue.ts";
import { deliveriesTo, deliveryTo } from "./queries/deliveries.ts";
import { authorizeWebhooks, endpointRow, endpointRows, shownEndpoint, shownEndpoints } from "./queries/endpoints.ts";

const refusalOf = (url: string, { webhooks }: Adapters) => webhooks.refusalOf(url);

export const routes: Route[] = [
  onReadOnly(contract.listWebhooks, async (call) => {
    authorizeWebhooks(call);
    return shownEndpoints(call, await endpointRows(call));
  }),
  onErrand(contract.addWebhook, {
    async begin(call, { body }) {
      authorizeWebhooks(call);
      return body.url;
    },
    act: refusalOf,
    finish: (call, { body }, refusal) => addEndpoint(call, body, refusal),
  }),
  onReadOnly(contract.getWebhook, async (call, { params }) => {
    authorizeWebhooks(call);
    return shownEndpoint(call, params.id);
  }),
  onErrand(contract.changeWebhook, {
    async begin(call, { params, body }) {
      authorizeWebhooks(call);
      await endpointRow(call, params.id);
      return body.url;
    },
    act: refusalOf,
    finish: (call, { params, body }, refusal) => changeEndpoint(call, params.id, body, refusal),
  }),
  on(contract.removeWebhook, (call, { params }) => removeEndpoint(call, params.id)),
  on(contract.setWebhookState, (call, { params, body }) => setState(call, params.id, body)),
  on(contract.rotateWebhookSecret, (call, { params }) => rotateSecret(call, params.id)),
  on(contract.testWebhook, (call, { params }) => sendTest(call, params.id)),
  onReadOnly(contract.listWebhookDeliveries, async (call, { params, query }) => {
    authorizeWebhooks(call);
    await endpointRow(call, params.id);
    return deliveriesTo(call, params.id, query);
  }),
  onReadOnly(contract.getWebhookDelivery, async (call, { params }) => {
    authorizeWebhooks(call);
    await endpointRow(call, params.id);
    return deliveryTo(call, params.id, params.webhookEventId);
  }),
  on(contract.replayWebhookDelivery, (call, { params }) => replay(call, params.id, params.webhookEventId)),
  on(contract.replayDeadWebhooks, (call, { params }) => replayDead(call, params.id)),
];
