import { and, gte, inArray } from "drizzle-orm";
import { z } from "zod";
import { ours } from "../../../database/tenancy.ts";
import { batchJob } from "../../../jobs/batch-job.ts";
import { defineErrand, enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { offenderSearchFault } from "../../../schema/lookups.ts";
import { askVendor, beginAsking, finishAsking } from "./actions/ask-vendor.ts";
import { searchSome } from "./actions/search.ts";

/** Searches the registries for people who are due, a hundred at a time. */
export const searchPeople = batchJob({ name: "registries.search", payload: z.object({}), step: searchSome });

/** Searches at the vendor for people who are due, a few at a time, and in the registries that are loaded here. */
export const askForPeople = defineErrand({
  name: "registries.askVendor",
  payload: z.object({}),
  expireSeconds: 900,
  begin: beginAsking,
  act: askVendor,
  finish: finishAsking,
});

/** Looks for organizations that require a sex offender search every five minutes, so that new people don't wait longer. */
export const noticeSearches: Schedule = {
  name: "registries.notice",
  everySeconds: 300,
  run: ({ eachOrganization, tenancy, adapters, errors, now }) =>
    eachOrganization(async (call) => {
      const job = adapters.offenderSearch === null ? searchPeople : askForPeople;
      await enqueue(call, job, {}, { singletonKey: "search" });
      const since = new Date(now().getTime() - 1_800_000);
      const marked = await call.db
        .selectDistinct({ problem: offenderSearchFault.problem })
        .from(offenderSearchFault)
        .where(
          and(
            ours(offenderSearchFault, call),
            inArray(offenderSearchFault.problem, ["unauthorized", "malformed", "refused"]),
            gte(offenderSearchFault.since, since),
          ),
        );
      for (const { problem } of marked) {
        errors?.report({
          ...{ source: "job" as const, name: "ProviderError", code: problem, route: "registries.askVendor", place: [] },
        });
      }
    }, tenancy.organizationsSearchingRegistries()),
};
