import { isOneOf } from "../../../../database/lists.ts";
import { announce, enqueueSpread } from "../../../../jobs/jobs.ts";
import type { WebhookInbox } from "../../../../jobs/webhook-inbox.ts";
import {
  screeningOrderDirectory,
  screeningWebhook,
  trainingWebhooks,
  type WebhookSource,
} from "../../../../schema/screening.ts";
import { followOrder, trainingChanged } from "../jobs.ts";

type InboxRow = Pick<typeof screeningWebhook.$inferSelect, "webhookId" | "provider" | "externalIds" | "tries">;

const { webhookId, provider, externalIds, tries } = screeningWebhook;

/** The webhooks of background check and training providers: each order that they are about is read from its provider once. */
export const screeningWebhooks: WebhookInbox<InboxRow, typeof screeningOrderDirectory.$inferSelect> = {
  name: "screening.webhooks",
  table: screeningWebhook,
  columns: { webhookId, provider, externalIds, tries },
  find: (db, ids) =>
    db
      .select()
      .from(screeningOrderDirectory)
      .where(isOneOf(screeningOrderDirectory.externalId, ids, "text")),
  isAbout: (webhook, order) => webhook.provider === order.provider,
  keyOf: ({ attemptId }) => attemptId,
  async follow(call, subjects) {
    const isTraining = ({ provider }: { provider: WebhookSource }) => provider === trainingWebhooks;
    for (const { attemptId } of subjects.filter(isTraining)) await announce(call, trainingChanged, { attemptId });
    const orders = subjects.filter((one) => !isTraining(one));
    const reads = orders.map(({ attemptId }) => ({ attemptId, by: "webhook" as const }));
    await enqueueSpread(call, followOrder, reads, (read) => read.attemptId);
  },
  reportUnknown: ({ errors }) =>
    errors?.report({ source: "job", name: "UnknownOrder", code: null, route: "screening.webhooks", place: [] }),
};
