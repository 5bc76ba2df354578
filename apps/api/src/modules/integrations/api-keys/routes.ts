import * as contract from "@touchline/contract/integrations/api-keys";
import { on, onReadOnly } from "../../../http/mount.ts";
import { createKey, revokeKey, rotateKey } from "./actions/manage.ts";
import { keysShown } from "./queries.ts";

export const routes = [
  onReadOnly(contract.listApiKeys, (call) => keysShown(call)),
  on(contract.createApiKey, (call, { body }) => createKey(call, body)),
  on(contract.rotateApiKey, (call, { params, body }) => rotateKey(call, params.id, body.overlapDays)),
  on(contract.revokeApiKey, (call, { params }) => revokeKey(call, params.id)),
];
