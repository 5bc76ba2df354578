import type { SharedDb, TenantDb } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import type { Visit } from "../../../http/mount.ts";
import { discardFailed, organizationsOfFailed, retryFailed } from "../../../jobs/failed-jobs.ts";
import { audit } from "../../../security/audit.ts";
import { inOrganization } from "../../platform/index.ts";

type Settling = {
  visit: Visit;
  operator: string;
  action: "job.retried" | "job.discarded";
  subjectId: string | null;
  /** Returns the names of the jobs that it settled. */
  work(db: SharedDb | TenantDb): Promise<string[]>;
};

/** Settles failed jobs of an organization and writes it to the organization's audit log, in one transaction. @returns how many */
async function settle(organizationId: string | null, { visit, operator, action, subjectId, work }: Settling) {
  if (organizationId === null) return (await visit.tenancy.runShared(work)).length;
  return inOrganization(visit, organizationId, async (call) => {
    const settled = await work(call.db);
    const [job] = settled;
    if (job !== undefined) await audit(call, [{ action, subjectId, facts: { operator, job, count: settled.length } }]);
    return settled.length;
  });
}

/** Retries failed jobs, the organizations one after the other. @throws NotFound */
export async function retry(visit: Visit, operator: string, which: { id: string } | { job: string }, most: number) {
  const subjectId = "id" in which ? which.id : null;
  let retried = 0;
  for (const organizationId of await visit.tenancy.runShared((db) => organizationsOfFailed(db, which, most))) {
    const work = (db: SharedDb | TenantDb) => retryFailed(db, which, organizationId, most - retried);
    retried += await settle(organizationId, { visit, operator, action: "job.retried", subjectId, work });
  }
  if (retried === 0) throw notFound("failedJob");
  return { retried };
}

/** Gives up a failed job. @throws NotFound */
export async function discard(visit: Visit, operator: string, id: string): Promise<void> {
  const [organizationId = null] = await visit.tenancy.runShared((db) => organizationsOfFailed(db, { id }, 1));
  const work = (db: SharedDb | TenantDb) => discardFailed(db, id, organizationId);
  const discarded = await settle(organizationId, { visit, operator, action: "job.discarded", subjectId: id, work });
  if (discarded === 0) throw notFound("failedJob");
}
