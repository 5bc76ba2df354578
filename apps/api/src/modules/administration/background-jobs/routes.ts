import * as contract from "@touchline/contract/administration/background-jobs";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { discard, retry } from "./actions.ts";
import { failedJobsPage, jobsNow } from "./queries.ts";

export const routes = [
  onVisit(contract.getBackgroundJobs, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared(jobsNow);
  }),
  onVisit(contract.listFailedJobs, async (visit, { query }) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => failedJobsPage(db, query));
  }),
  onVisit(contract.retryFailedJob, async (visit, { params }) =>
    retry(visit, await operatorCalling(visit), { id: params.id }, 1),
  ),
  onVisit(contract.retryFailedJobs, async (visit, { body }) =>
    retry(visit, await operatorCalling(visit), body, contract.mostRetried),
  ),
  onVisit(contract.discardFailedJob, async (visit, { params }) => {
    await discard(visit, await operatorCalling(visit), params.id);
    return undefined;
  }),
];
