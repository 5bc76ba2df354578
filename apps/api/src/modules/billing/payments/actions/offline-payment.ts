import type { BodyOf } from "@touchline/contract";
import type { recordOfflinePayment } from "@touchline/contract/billing/member-fees";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { notFound } from "../../../../errors.ts";
import { payment } from "../../../../schema/billing.ts";
import { recordBillingEvent, recordByHand } from "../../ledger/actions/record.ts";
import { insertItems } from "./begin.ts";

/** Records a payment made outside the product, and releases what it was for. @returns the payment's id */
export async function recordCash(
  call: Call,
  items: Parameters<typeof insertItems>[2],
  { method, currency, receivedOn, reference }: Omit<BodyOf<typeof recordOfflinePayment>, "items">,
): Promise<string> {
  const [first] = items;
  const recordedBy = actingProfile(call);
  if (!first || recordedBy === null) throw notFound("profile");
  const amount = items.reduce((sum, one) => sum + one.amount, 0);
  const paymentId = newId();
  await call.db.insert(payment).values({
    ...{ organizationId: call.organizationId, paymentId, state: "succeeded", stateSince: call.now, method },
    ...{ amount, currency, paidBy: first.profileId, recordedBy, receivedOn },
    ...{ reference: reference || null, createdAt: call.now, succeededAt: call.now },
  });
  await insertItems(call, paymentId, items, "released");
  const move = { kind: "offline", debit: "cash", credit: "memberFees", amount } as const;
  await recordByHand(call, move, { paymentId, currency, sourceKey: paymentId });
  await recordBillingEvent(call, { subjectId: paymentId, event: "payment.offline", to: "succeeded" });
  return paymentId;
}
