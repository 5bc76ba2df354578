import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { searchSome } from "./actions/search.ts";

/** Searches the registries for people who are due, a hundred at a time. */
export const searchPeople = batchJob({ name: "registries.search", payload: z.object({}), step: searchSome });

/** Looks where a sex offender search is asked of somebody, every five minutes: whoever is new waits no longer. */
export const noticeSearches: Schedule = {
  name: "registries.notice",
  everySeconds: 300,
  run: ({ eachOrganization, tenancy }) =>
    eachOrganization(
      (call) => enqueue(call, searchPeople, {}, { singletonKey: "search" }),
      tenancy.organizationsSearchingRegistries(),
    ),
};
