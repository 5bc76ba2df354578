import type { RefundCause } from "@touchline/contract/billing/individual-payments";
import { legacyRoleNames, moneyText } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { type BillingProblem, mailBillingProblem, mailMoneyReturned } from "../../../messages/index.ts";
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

/** People in charge of billing who are told at most. */
const maxRecipients = 20;
const billingRoles = ["Admin", "Account Manager"];
const namesOfRoles = [
  ...billingRoles,
  ...Object.entries(legacyRoleNames).flatMap(([old, role]) => (billingRoles.includes(role) ? [old] : [])),
];

/** Tells the people in charge of billing about a problem, once for each key. */
export async function notifyBilling(
  call: Call,
  { problem, path, key }: { problem: BillingProblem; path: string; key: string },
): Promise<void> {
  const { rows } = await call.db.execute<{ profileId: string; firstName: string; email: string }>(sql`
    SELECT DISTINCT profile.profile_id AS "profileId", profile.first_name AS "firstName", profile.email
    FROM profile_level_access AS place
    JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = place.label_id
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = place.profile_id
    WHERE place.organization_id = ${call.organizationId}
      AND label.role = ANY(${sql.param(namesOfRoles)}::text[])
      AND profile.app_user_id IS NOT NULL AND profile.archived_at IS NULL AND profile.email IS NOT NULL
      AND profile.activated_at IS NOT NULL AND profile.confirmed_at IS NOT NULL
    ORDER BY profile.profile_id LIMIT ${maxRecipients}`);
  await mailBillingProblem(
    call,
    rows.map((one) => ({ ...one, problem, path, key: `${problem}:${key}` })),
  );
}
