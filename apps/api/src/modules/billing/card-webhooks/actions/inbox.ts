import { inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { enqueueSpread } from "../../../../jobs/jobs.ts";
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

async function follow(call: Call, subjects: readonly Subject[]): Promise<void> {
  const by = "webhook" as const;
  const idsOf = (kind: Subject["kind"]) =>
    subjects.flatMap((one) => (one.kind === kind && one.subjectId !== null ? [one.subjectId] : []));
  const payments = idsOf("payment").map((paymentId) => ({ paymentId, by }));
  await enqueueSpread(call, followPayment, payments, (read) => read.paymentId);
  const subscriptions = idsOf("subscription").map((subscriptionId) => ({ subscriptionId, by }));
  await enqueueSpread(call, followSubscription, subscriptions, (read) => read.subscriptionId);
}
