import type { RefundCause } from "@touchline/contract/billing/individual-payments";
import { moneyText } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { type BillingProblem, mailBillingProblem, mailMoneyReturned } from "../../../messages/index.ts";
import { reachableByEmail } from "../../../people/index.ts";
import type { PaymentRow } from "../queries/payment.ts";

/** Tells the payer about a refund. */
export async function notifyRefund(
  call: Call,
  { paidBy, currency }: Pick<PaymentRow, "paidBy" | "currency">,
  { what, amount, cause, key }: { what: string; amount: number; cause: RefundCause; key: string },
): Promise<void> {
  const { profileId, firstName, email } = profile;
  const [payer] = await call.db
    .select({ profileId, firstName, email })
    .from(profile)
    .where(and(ours(profile, call), eq(profileId, paidBy)));
  if (!payer?.email) return;
  const recipient = { ...payer, email: payer.email, path: "/payments", what, cause, key: `${key}:${cause}` };
  await mailMoneyReturned(call, [{ ...recipient, money: moneyText(amount, currency) }]);
}

/** Tells the people in charge of billing about a problem, once for each key. */
export async function notifyBilling(
  call: Call,
  { problem, path, key }: { problem: BillingProblem; path: string; key: string },
): Promise<void> {
  const rows = await reachableByEmail(call, ["Admin", "Account Manager"]);
  await mailBillingProblem(
    call,
    rows.map((one) => ({ ...one, problem, path, key: `${problem}:${key}` })),
  );
}
