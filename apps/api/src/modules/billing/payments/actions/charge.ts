import { and, eq, isNull, sql } from "drizzle-orm";
import { CardDeclined, type PaymentsPort, type ProviderCharge } from "../../../../adapters/payments/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import type { Within } from "../../../../jobs/jobs.ts";
import { payment } from "../../../../schema/billing.ts";
import { nameAtProvider, namedAndTold } from "../../ledger/actions/record.ts";
import { nextRevision, type PaymentRow } from "../queries/payment.ts";
import { lease } from "./begin.ts";

/** Milliseconds for which somebody may confirm a payment with the bank; then it is canceled. */
const actionTime = 3_600_000;

/** What a payment is taken up for: `start`, `look` and `cancel` may charge or cancel it, `read` only asks how it stands. */
export type ChargeTurn = "start" | "look" | "read" | "cancel";

/** What is known of a charge after asking the provider; a fault: nothing is, and it is asked again. */
export type ChargeOutcome =
  | { kind: "charge"; charge: ProviderCharge }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null };

/**
 * Charges the card of a payment, once: what is intended is told to the provider first, which charges nothing; that the card is
 * about to be charged is kept; and only then it is charged. After an unknown outcome the provider is asked how the charge
 * stands before anything is repeated, and a charge that fails is canceled there before it counts as failed here.
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
    const charge = await asked(payments, begun, turn, within, afterBank(site.url, begun));
    return { kind: "charge", charge };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { kind: "fault", fault: error.fault, retryAfter: error.retryAfter };
  }
}

/** Where the bank's page comes back to. The address says which payment it is about, whatever the provider adds to it. */
function afterBank(site: string, { paymentId, returnPath }: PaymentRow): string {
  const address = new URL(`${site}${returnPath ?? "/payments"}`);
  address.searchParams.set("payment", paymentId);
  return address.href;
}

async function asked(
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

/** Tells the provider what is intended; told again, it answers the same id. */
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

/** Keeps that the card is about to be charged, and as what: one does it, whoever else is at it. One statement. */
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
    ), ${namedAndTold(call, intentId)}`);
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
    // Refused: it has succeeded before, was canceled, or the card can't be used. How it stands tells which.
    if (!(error instanceof ProviderError) || (error.fault !== "refused" && error.fault !== "notFound")) throw error;
    const charge = await payments.readCharge(intentId);
    if (charge.status !== "open" && charge.status !== "failed") return charge;
    return { ...(await cancel(payments, intentId)), failure: charge.failure ?? "notSupported" };
  }
}

/** Makes sure that nothing is charged any more; where it is too late, tells how the charge stands. */
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
