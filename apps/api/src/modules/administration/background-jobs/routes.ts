import * as contract from "@touchline/contract/administration/background-jobs";
import { notFound } from "../../../errors.ts";
import { onVisit, type Visit } from "../../../http/mount.ts";
import type { JobLimits } from "../../../jobs/queue.ts";
import { discardFailed, retryFailed } from "../../../jobs/queue.ts";
import { operatorCalling } from "../../platform/index.ts";
import { failedJobsPage, jobsNow } from "./queries.ts";

/** How often a job is tried that is run again. Tries of long jobs may take as long as the longest of them. */
const again: JobLimits = { retries: 8, backoffSeconds: 5, expireSeconds: 900, priority: 0 };

async function retry({ tenancy }: Visit, which: { id: string } | { job: string }, most: number) {
  const retried = await tenancy.runShared((db) => retryFailed(db, which, again, most));
  if (retried === 0) throw notFound("failedJob");
  return { retried };
}

export const routes = [
  onVisit(contract.getBackgroundJobs, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared(jobsNow);
  }),
  onVisit(contract.listFailedJobs, async (visit, { query }) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => failedJobsPage(db, query));
  }),
  onVisit(contract.retryFailedJob, async (visit, { params }) => {
    await operatorCalling(visit);
    return retry(visit, { id: params.id }, 1);
  }),
  onVisit(contract.retryFailedJobs, async (visit, { body }) => {
    await operatorCalling(visit);
    return retry(visit, body, contract.mostRetried);
  }),
  onVisit(contract.discardFailedJob, async (visit, { params }) => {
    await operatorCalling(visit);
    if (!(await visit.tenancy.runShared((db) => discardFailed(db, params.id)))) throw notFound("failedJob");
    return undefined;
  }),
];
