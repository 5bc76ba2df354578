import type { QueryOf, ResponseOf } from "@touchline/contract";
import type { getBackgroundJobs, listFailedJobs } from "@touchline/contract/administration/background-jobs";
import { asc, desc, inArray } from "drizzle-orm";
import { z } from "zod";
import type { SharedDb } from "../../../database/tenancy.ts";
import { cursors } from "../../../http/page-cursor.ts";
import { failedJobs } from "../../../jobs/failed-jobs.ts";
import { jobStates } from "../../../jobs/queue.ts";
import { organizationDirectory } from "../../../schema/accounts.ts";
import { scheduleRun } from "../../../schema/system.ts";

const perPage = 50;
const mostSchedules = 200;
const { read, write } = cursors(z.object({ failedAt: z.iso.datetime({ precision: 6 }), id: z.uuid() }));

/** Counts the jobs by name, and tells when each schedule last ran. */
export async function jobsNow(db: SharedDb): Promise<ResponseOf<typeof getBackgroundJobs>> {
  const byName = Map.groupBy(await jobStates(db), ({ job }) => job ?? "");
  const schedules = await db
    .select()
    .from(scheduleRun)
    .orderBy(desc(scheduleRun.failed), asc(scheduleRun.name))
    .limit(mostSchedules);
  return {
    jobs: [...byName].map(([job, states]) => {
      const of = (wanted: string) => states.find(({ state }) => state === wanted)?.count ?? 0;
      return { job, waiting: of("created"), running: of("active"), retrying: of("retry"), failed: of("dead") };
    }),
    schedules: schedules.map(({ name, startedAt, finishedAt, failed }) => ({
      ...{ name, startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null, failed },
    })),
  };
}

/** What the queue keeps of an error: its kind, its code, and its place in the code. */
const failure = z.object({
  name: z.string(),
  code: z.string().nullish(),
  place: z.array(z.string()).nullish(),
});

/** Lists a page of jobs that failed for good. */
export async function failedJobsPage(
  db: SharedDb,
  { job, cursor }: QueryOf<typeof listFailedJobs>,
): Promise<ResponseOf<typeof listFailedJobs>> {
  const after = cursor === undefined ? null : read(cursor);
  const rows = await failedJobs(db, { job: job ?? null, after, limit: perPage + 1 });
  const shown = rows.slice(0, perPage);
  const ids = shown.flatMap(({ organizationId }) => organizationId ?? []);
  const named = await db
    .select({ organizationId: organizationDirectory.organizationId, name: organizationDirectory.name })
    .from(organizationDirectory)
    .where(inArray(organizationDirectory.organizationId, ids));
  const nameOf = new Map(named.map((row) => [row.organizationId, row]));
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  return {
    data: shown.map(({ id, organizationId, output, failedAt, ...row }) => {
      const { data } = failure.safeParse(output);
      return {
        ...{ jobId: id, job: row.job, tries: row.tries, failedAt: new Date(failedAt).toISOString() },
        organization: nameOf.get(organizationId ?? "") ?? null,
        error: data ? { name: data.name, code: data.code ?? null, place: data.place ?? [] } : null,
      };
    }),
    next: last ? write({ failedAt: last.failedAt, id: last.id }) : null,
  };
}
