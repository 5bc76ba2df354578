import { setUssfId } from "@touchline/contract/requirements/profile-details";
import * as contract from "@touchline/contract/screening/licenses";
import { on, onReadOnly } from "../../../http/mount.ts";
import { setUssf } from "../../requirements/index.ts";
import { lookSoon, refreshLicenses } from "./actions/refresh.ts";
import { licensesShown } from "./queries/details.ts";

export const routes = [
  on(setUssfId, async (call, { params, body }) => {
    await setUssf(call, params.id, body);
    await lookSoon(call, params.id);
    return undefined;
  }),

  onReadOnly(contract.getHeldLicenses, (call, { params, query }) =>
    licensesShown(call, { requirementId: params.id, ...query }),
  ),

  on(contract.refreshHeldLicenses, async (call, { params, body }) => {
    const place = { requirementId: params.id, ...body };
    await refreshLicenses(call, place);
    return licensesShown(call, place);
  }),
];
