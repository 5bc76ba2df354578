import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id, instant } from "../values.ts";

export const getBackgroundJobs = endpoint({
  method: "GET",
  path: "/api/app/platform/background-jobs",
  summary:
    "Gets how many background jobs wait, run, and failed, and when each schedule last ran. For platform operators.",
  errors: [403],
  response: z.object({
    jobs: z.array(
      z.object({
        job: z.string(),
        waiting: z.int(),
        running: z.int(),
        /** Those that failed and are tried again. */
        retrying: z.int(),
        failed: z.int(),
      }),
    ),
    schedules: z.array(
      z.object({
        name: z.string(),
        startedAt: instant,
        /** Null while it runs. */
        finishedAt: instant.nullable(),
        failed: z.boolean(),
      }),
    ),
  }),
});

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/app/platform/failed-job",
  summary: "Lists the background jobs that failed for good, the latest first, 50 at a time. For platform operators.",
  errors: [403],
  query: { job: z.string().max(100).optional(), cursor: z.string().max(1_000).optional() },
  response: z.object({
    data: z.array(
      z.object({
        jobId: id,
        job: z.string(),
        /** Null for one outside every organization, or of one that is gone. */
        organization: z.object({ organizationId: id, name: z.string() }).nullable(),
        failedAt: instant,
        tries: z.int(),
        /** The kind of the last error, its code, and where it happened; never values. */
        error: z.object({ name: z.string(), code: z.string().nullable(), place: z.array(z.string()) }).nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
});

export const retryFailedJob = endpoint({
  method: "POST",
  path: "/api/app/platform/failed-job/{id}/retry",
  summary: "Runs a failed job again. For platform operators.",
  errors: [403],
  response: z.object({ retried: z.int() }),
});

/** The most jobs that are retried in one call. */
export const mostRetried = 1_000;

export const retryFailedJobs = endpoint({
  method: "POST",
  path: "/api/app/platform/failed-job/retry",
  summary: `Runs all failed jobs with the same name again, up to ${mostRetried}. For platform operators.`,
  errors: [403],
  body: z.strictObject({ job: z.string().max(100) }),
  response: z.object({ retried: z.int() }),
});

export const discardFailedJob = endpoint({
  method: "DELETE",
  path: "/api/app/platform/failed-job/{id}",
  summary: "Gives up a failed job, so that it isn't listed anymore. For platform operators.",
  errors: [403],
  response: noContent,
});
