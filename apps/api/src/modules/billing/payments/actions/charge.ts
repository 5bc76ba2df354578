import { and, eq, isNull, sql } from "drizzle-orm";
import { CardDeclined, type PaymentsPort, type ProviderCharge } from "../../../../adapters/payments/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import type { Within } from "../../../../jobs/jobs.ts";
import { payment } from "../../../../schema/billing.ts";
import { nameAtProvider, recordCharging } from "../../ledger/actions/record.ts";
import { nextRevision, type PaymentRow } from "../queries/payment.ts";
import { lease } from "./begin.ts";

/** Milliseconds for which the payer may confirm a payment with the bank; then it is canceled. */
const actionTime = 3_600_000;

/** Why a payment is resumed: `start`, `look` and `cancel` may charge or cancel it, `read` only asks about it. */
export type ChargeTurn = "start" | "look" | "read" | "cancel";

/** What the provider said about a charge; a fault: it is asked again. */
export type ChargeOutcome =
  | { kind: "charge"; charge: ProviderCharge }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null };

/**
 * Charges the card of a payment once. The intent is created first, which charges nothing; then it is stored that the card is
 * about to be charged; only then is it charged. After an unknown outcome the provider is asked before anything is repeated, and a
 * failed charge is canceled there before it counts as failed here.
 */
export async function carryOut(
  begun: PaymentRow,
  turn: ChargeTurn,
  adapters: Adapters,
  within: Within,
): Promise<ChargeOutcome> {
  const { payments, site } = adapters;
  if (payments === null) return { kind: "fault", fault: "unauthorized", retryAfter: null };
  try {
    const charge = await runTurn(payments, begun, turn, within, afterBank(site.url, begun));
    return { kind: "charge", charge };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { kind: "fault", fault: error.fault, retryAfter: error.retryAfter };
  }
}

/** Returns the address that the bank's page returns to. It names the payment, whatever the provider adds. */
function afterBank(site: string, { paymentId, returnPath }: PaymentRow): string {
  const address = new URL(`${site}${returnPath ?? "/payments"}`);
  address.searchParams.set("payment", paymentId);
  return address.href;
}

async function runTurn(
  payments: PaymentsPort,
  begun: PaymentRow,
  turn: ChargeTurn,
  within: Within,
  returnUrl: string,
): Promise<ProviderCharge> {
  const intentId = begun.intentId ?? (await prepare(payments, begun));
  const charges = !begun.tried && (turn === "start" || turn === "look");
  if (begun.intentId === null && !charges) await within((call) => keep(call, begun, intentId));
  if (turn === "cancel") return cancel(payments, intentId);
  if (charges) {
    if (await within((call) => claim(call, begun, intentId))) return confirm(payments, begun, intentId, returnUrl);
    return payments.readCharge(intentId);
  }
  const charge = await payments.readCharge(intentId);
  if (turn === "read") return charge;
  // The call that should have charged it never arrived.
  if (charge.status === "open" && turn === "look") return confirm(payments, begun, intentId, returnUrl);
  if (charge.status === "failed") return cancel(payments, intentId, charge);
  const waitsTooLong = begun.stateSince.getTime() + actionTime;
  if (charge.status === "actionRequired" && begun.nextLookAt !== null && begun.nextLookAt.getTime() >= waitsTooLong) {
    return cancel(payments, intentId);
  }
  return charge;
}

/** Creates the intent at the provider; asked again, it answers the same id. */
const prepare = (payments: PaymentsPort, { paymentId, amount, currency, organizationId }: PaymentRow) =>
  payments.prepareCharge({
    ...{ amount, currency, organizationId },
    reference: paymentId,
    description: "Fees of a member",
  });

/** Keeps by which id the provider knows a payment. */
async function keep(call: Call, { paymentId }: PaymentRow, intentId: string): Promise<void> {
  await nameAtProvider(call, [intentId], { kind: "payment", subjectId: paymentId });
  await call.db
    .update(payment)
    .set({ intentId, revision: nextRevision })
    .where(and(ours(payment, call), eq(payment.paymentId, paymentId), isNull(payment.intentId)));
}

/** Stores that the card is about to be charged, and the intent's id; only one caller succeeds. */
async function claim(call: Call, { paymentId }: PaymentRow, intentId: string): Promise<boolean> {
  const { db, organizationId, now } = call;
  const { rows } = await db.execute(sql`
    WITH claimed AS (
      UPDATE payment SET tried = true, state = 'charging', state_since = ${now.toISOString()}::timestamptz,
        next_look_at = ${new Date(now.getTime() + lease).toISOString()}::timestamptz, intent_id = ${intentId},
        revision = payment.revision + 1
      WHERE payment.organization_id = ${organizationId} AND payment.payment_id = ${paymentId} AND NOT payment.tried
        AND payment.state = 'preparing' AND coalesce(payment.intent_id, ${intentId}) = ${intentId}
      RETURNING payment.organization_id, payment.payment_id
    ), ${recordCharging(call, intentId)}`);
  return rows.length > 0;
}

async function confirm(
  payments: PaymentsPort,
  { methodId }: PaymentRow,
  intentId: string,
  returnUrl: string,
): Promise<ProviderCharge> {
  try {
    return await payments.confirmCharge(intentId, methodId ?? "", returnUrl);
  } catch (error) {
    if (error instanceof CardDeclined) {
      const { failure } = error;
      return { ...(await cancel(payments, intentId)), failure };
    }
    // Refused: it has succeeded before, was canceled, or the card can't be used. Its status tells which.
    if (!(error instanceof ProviderError) || (error.fault !== "refused" && error.fault !== "notFound")) throw error;
    const charge = await payments.readCharge(intentId);
    if (charge.status !== "open" && charge.status !== "failed") return charge;
    return { ...(await cancel(payments, intentId)), failure: charge.failure ?? "notSupported" };
  }
}

/** Cancels the charge; if it is too late, returns its status. */
async function cancel(payments: PaymentsPort, intentId: string, before?: ProviderCharge): Promise<ProviderCharge> {
  try {
    const canceled = await payments.cancelCharge(intentId);
    return { ...canceled, failure: before?.failure ?? null };
  } catch (error) {
    if (error instanceof ProviderError && error.fault === "refused") {
      const charge = await payments.readCharge(intentId);
      return { ...charge, failure: charge.failure ?? before?.failure ?? null };
    }
    throw error;
  }
}
