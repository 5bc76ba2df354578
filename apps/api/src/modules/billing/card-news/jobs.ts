import { lte } from "drizzle-orm";
import type { Schedule } from "../../../jobs/schedules.ts";
import { paymentNews } from "../../../schema/billing.ts";
import { handOnCardNews } from "./actions/hand-on.ts";

/** Hands webhooks of the card provider on to what they are about. */
export const noticeCardNews: Schedule = {
  name: "billing.news",
  everySeconds: 2,
  async run(deps) {
    while (await handOnCardNews(deps));
  },
};

/** Days that webhooks are kept. */
const keptDays = 30;

/** Old webhooks go: what they told is in the history of the payments. */
export const forgetCardNews: Schedule = {
  name: "billing.forgetNews",
  everySeconds: 3600,
  run: ({ tenancy, now }) =>
    tenancy.runShared((db) =>
      db.delete(paymentNews).where(lte(paymentNews.receivedAt, new Date(now().getTime() - keptDays * 86_400_000))),
    ),
};
