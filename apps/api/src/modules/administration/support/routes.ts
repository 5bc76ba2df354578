import * as contract from "@touchline/contract/administration/support";
import { actingProfile } from "../../../call.ts";
import { on, onVisit } from "../../../http/mount.ts";
import { inOrganization, operatorCalling } from "../../platform/index.ts";
import { beginAccess, endAccess, findPeople } from "./actions/access.ts";
import { answerView, askPerson, endView } from "./actions/view.ts";
import { supportShown, viewsOf } from "./queries.ts";

export const routes = [
  onVisit(contract.getSupport, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    return inOrganization(visit, params.id, (call) => supportShown(call, operator));
  }),
  onVisit(contract.beginSupportAccess, async (visit, { params, body }) => {
    const operator = await operatorCalling(visit);
    return inOrganization(visit, params.id, (call) => beginAccess(call, operator, body));
  }),
  onVisit(contract.endSupportAccess, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    await inOrganization(visit, params.id, (call) => endAccess(call, operator, params.supportAccessId));
    return undefined;
  }),
  onVisit(contract.findSupportedPeople, async (visit, { params, query }) => {
    const operator = await operatorCalling(visit);
    return inOrganization(visit, params.id, (call) => findPeople(call, operator, query.search));
  }),
  onVisit(contract.askToView, async (visit, { params, body }) => {
    const operator = await operatorCalling(visit);
    return inOrganization(visit, params.id, (call) => askPerson(call, operator, body.profileId));
  }),
  onVisit(contract.endSupportView, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    await inOrganization(visit, params.id, (call) => endView(call, operator, params.supportViewId));
    return undefined;
  }),
  on(contract.listViewRequests, (call) => viewsOf(call, actingProfile(call) ?? "")),
  on(contract.answerViewRequest, (call, { params, body }) => answerView(call, params.id, body.allowed)),
];
