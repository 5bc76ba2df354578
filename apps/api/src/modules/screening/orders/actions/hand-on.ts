import { inArray } from "drizzle-orm";
import { announce, enqueue } from "../../../../jobs/jobs.ts";
import type { WebhookInbox } from "../../../../jobs/webhook-inbox.ts";
import { screeningNews, screeningOrderDirectory, trainingWebhooks } from "../../../../schema/screening.ts";
import { followOrder, trainingNews } from "../jobs.ts";

type News = Pick<typeof screeningNews.$inferSelect, "webhookId" | "provider" | "externalIds" | "tries">;

const { webhookId, provider, externalIds, tries } = screeningNews;

/** The webhooks of background check and training providers: each order that they are about is read from its provider once. */
export const screeningWebhooks: WebhookInbox<News, typeof screeningOrderDirectory.$inferSelect> = {
  name: "screening.news",
  table: screeningNews,
  columns: { webhookId, provider, externalIds, tries },
  find: (db, ids) => db.select().from(screeningOrderDirectory).where(inArray(screeningOrderDirectory.externalId, ids)),
  isAbout: (news, order) => news.provider === order.provider,
  keyOf: ({ attemptId }) => attemptId,
  follow: (call, { attemptId, provider }) =>
    provider === trainingWebhooks
      ? announce(call, trainingNews, { attemptId })
      : enqueue(call, followOrder, { attemptId, by: "webhook" }, { singletonKey: attemptId }),
  reportUnknown: ({ errors }) =>
    errors?.report({ source: "job", name: "UnknownOrder", code: null, route: "screening.news", place: [] }),
};
