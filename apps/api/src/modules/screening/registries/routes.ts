import * as contract from "@touchline/contract/screening/registry";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { cancelLoad, loadFile } from "./actions/load.ts";
import { addOne, searchVersion } from "./actions/registries.ts";
import { allRegistries, oneRegistry } from "./queries.ts";

/** Sex offender registries, for those who run the platform. */
export const routes = [
  onVisit(contract.listRegistries, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared(allRegistries);
  }),

  onVisit(contract.getRegistry, async (visit, { params }) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => oneRegistry(db, params.id));
  }),

  onVisit(contract.addRegistry, async (visit, { body }) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => addOne(db, visit.now, body));
  }),

  onVisit(contract.loadRegistry, async (visit, { params, body, uploads }) => {
    const loadedBy = await operatorCalling(visit);
    const { tenancy, now, adapters } = visit;
    const means = { now, loadedBy, files: adapters.files };
    return loadFile((work) => tenancy.runShared(work), means, params.id, { ...body, uploads });
  }),

  onVisit(contract.cancelRegistryLoad, async (visit, { params }) => {
    await operatorCalling(visit);
    await visit.tenancy.runShared((db) => cancelLoad(db, params.id, params.versionId));
    return undefined;
  }),

  onVisit(contract.useRegistryVersion, async (visit, { params, body }) => {
    await operatorCalling(visit);
    await visit.tenancy.runShared((db) => searchVersion(db, params.id, body.versionId));
    return undefined;
  }),
];
