import { inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import type { WebhookInbox } from "../../../../jobs/webhook-inbox.ts";
import { paymentDirectory, paymentWebhook } from "../../../../schema/billing.ts";
import { followPayment } from "../../payments/jobs.ts";
import { followSubscription } from "../../plans/jobs.ts";

type Subject = typeof paymentDirectory.$inferSelect;
type InboxRow = Pick<typeof paymentWebhook.$inferSelect, "webhookId" | "externalIds" | "tries">;

const { webhookId, externalIds, tries } = paymentWebhook;

/** The card provider's webhooks: each payment and subscription that they are about is read from the provider once. */
export const cardWebhooks: WebhookInbox<InboxRow, Subject> = {
  name: "billing.webhooks",
  table: paymentWebhook,
  columns: { webhookId, externalIds, tries },
  find: (db, ids) => db.select().from(paymentDirectory).where(inArray(paymentDirectory.externalId, ids)),
  keyOf: ({ kind, subjectId }) => `${kind} ${subjectId}`,
  follow,
};

async function follow(call: Call, { kind, subjectId }: Subject): Promise<void> {
  if (subjectId === null) return;
  if (kind === "payment") {
    await enqueue(call, followPayment, { paymentId: subjectId, by: "webhook" }, { singletonKey: subjectId });
  }
  if (kind === "subscription") {
    await enqueue(call, followSubscription, { subscriptionId: subjectId, by: "webhook" }, { singletonKey: subjectId });
  }
}
