import { inArray } from "drizzle-orm";
import { announce, enqueue } from "../../../../jobs/jobs.ts";
import type { WebhookInbox } from "../../../../jobs/webhook-inbox.ts";
import { screeningOrderDirectory, screeningWebhook, trainingWebhooks } from "../../../../schema/screening.ts";
import { followOrder, trainingChanged } from "../jobs.ts";

type InboxRow = Pick<typeof screeningWebhook.$inferSelect, "webhookId" | "provider" | "externalIds" | "tries">;

const { webhookId, provider, externalIds, tries } = screeningWebhook;

/** The webhooks of background check and training providers: each order that they are about is read from its provider once. */
export const screeningWebhooks: WebhookInbox<InboxRow, typeof screeningOrderDirectory.$inferSelect> = {
  name: "screening.webhooks",
  table: screeningWebhook,
  columns: { webhookId, provider, externalIds, tries },
  find: (db, ids) => db.select().from(screeningOrderDirectory).where(inArray(screeningOrderDirectory.externalId, ids)),
  isAbout: (webhook, order) => webhook.provider === order.provider,
  keyOf: ({ attemptId }) => attemptId,
  follow: (call, { attemptId, provider }) =>
    provider === trainingWebhooks
      ? announce(call, trainingChanged, { attemptId })
      : enqueue(call, followOrder, { attemptId, by: "webhook" }, { singletonKey: attemptId }),
  reportUnknown: ({ errors }) =>
    errors?.report({ source: "job", name: "UnknownOrder", code: null, route: "screening.webhooks", place: [] }),
};
