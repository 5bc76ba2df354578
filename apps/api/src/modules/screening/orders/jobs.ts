import { lte } from "drizzle-orm";
import { z } from "zod";
import { defineErrand } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { screeningNews } from "../../../schema/screening.ts";
import { askProvider, beginFollowing, finishFollowing } from "./actions/follow.ts";
import { handOnNews } from "./actions/hand-on.ts";
import { lookAtOrders } from "./actions/look.ts";

/** Places an order at its provider, or asks how it stands, and takes over the answer. */
export const followOrder = defineErrand({
  name: "screening.follow",
  payload: z.object({ attemptId: z.uuid(), by: z.enum(["placing", "webhook", "look"]) }),
  begin: beginFollowing,
  act: askProvider,
  finish: finishFollowing,
});

/** Hands webhooks of providers on to the orders that they are about. */
export const noticeNews: Schedule = {
  name: "screening.news",
  everySeconds: 2,
  async run(deps) {
    while (await handOnNews(deps));
  },
};

/** Asks providers about orders that nothing was heard of: what a webhook should have told is found out anyway. */
export const noticeOrders: Schedule = {
  name: "screening.look",
  everySeconds: 15,
  async run({ eachOrganization, tenancy, now, errors }) {
    await eachOrganization(async (call) => {
      for (const problem of new Set(await lookAtOrders(call))) {
        errors?.report({ source: "job", name: "ProviderError", code: problem, route: "screening.follow", place: [] });
      }
    }, tenancy.organizationsAwaitingProviders(now()));
  },
};

/** Days that webhooks are kept. */
const keptDays = 30;

/** Old webhooks go: what they told is in the history of their orders. */
export const forgetNews: Schedule = {
  name: "screening.forgetNews",
  everySeconds: 3600,
  run: ({ tenancy, now }) =>
    tenancy.runShared((db) =>
      db.delete(screeningNews).where(lte(screeningNews.receivedAt, new Date(now().getTime() - keptDays * 86_400_000))),
    ),
};
