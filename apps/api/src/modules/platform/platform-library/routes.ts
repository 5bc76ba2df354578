import * as contract from "@touchline/contract/platform/platform-library";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../platform/queries.ts";
import { addItem, publishItem, retireItem } from "./actions.ts";
import { platformItem, platformItems } from "./queries.ts";

/** The platform's library, for those who run the platform. What organizations do with it is the module `content`'s. */
export const routes = [
  onVisit(contract.listPlatformLibrary, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared(platformItems);
  }),

  onVisit(contract.getPlatformContent, async (visit, { params }) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => platformItem(db, params.id));
  }),

  onVisit(contract.addPlatformContent, async (visit, { body }) => {
    const publishedBy = await operatorCalling(visit);
    return visit.tenancy.runShared((db) => addItem(db, { now: visit.now, publishedBy }, body));
  }),

  onVisit(contract.publishPlatformContent, async (visit, { params, body }) => {
    const publishedBy = await operatorCalling(visit);
    return visit.tenancy.runShared((db) => publishItem(db, { now: visit.now, publishedBy }, params.id, body));
  }),

  onVisit(contract.retirePlatformContent, async (visit, { params, body }) => {
    await operatorCalling(visit);
    await visit.tenancy.runShared((db) => retireItem(db, visit.now, params.id, body.retired));
    return undefined;
  }),
];
