import type { Currency } from "@touchline/contract/currencies";
import { tooLowText } from "@touchline/rules";
import { getTableColumns, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { payment, paymentItem } from "../../../../schema/billing.ts";
import { authorize } from "../../../../security/authorize.ts";
import { lockPeopleOf } from "../../../compliance/index.ts";
import { memberTargets } from "../../../people/index.ts";
import { billingEventBeside } from "../../ledger/actions/record.ts";
import { dueOf, withRefusals } from "../queries/due.ts";
import type { PaymentItemRow, PaymentRow } from "../queries/payment.ts";

export type NewItem = { requirementId: string; profileLevelAccessId: string; amount: number };
export type Paying = {
  items: readonly NewItem[];
  amount: number;
  currency: Currency;
  paymentMethodId: string;
  returnPath: string;
};

/** Milliseconds after which a payment whose job was lost is resumed; longer than the provider's timeout. */
export const lease = 120_000;

/** A payment that was recorded, and what it is for. */
export type Recorded = { row: PaymentRow; items: readonly PaymentItemRow[] };

/**
 * Records a payment before anything is charged, with what it is for. If the amount owed isn't what the payer was shown, nothing
 * happens. What changes between this and the charge is checked again when it is released.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function recordPayment(call: Call, paying: Paying): Promise<Recorded> {
  const memberships = [...new Set(paying.items.map((one) => one.profileLevelAccessId))];
  // Whoever waited for another payment of these people sees what it paid for.
  await lockPeopleOf(call, memberships);
  const items = await payableItems(call, memberships, paying.items);
  requireSame(items, paying);
  const tooLow = tooLowText(paying.amount, paying.currency);
  if (tooLow !== undefined) throw conflict(tooLow, "amountTooLow");
  const paidBy = actingProfile(call);
  if (paidBy === null) throw notFound("profile");
  const paymentId = newId();
  const { db, organizationId } = call;
  const event = billingEventBeside(call, { subjectId: paymentId, event: "payment", to: "preparing" });
  const written = db
    .insert(paymentItem)
    .values(itemRows(call, paymentId, items, "pending"))
    .onConflictDoNothing()
    .returning({ requirementId: paymentItem.requirementId });
  const [row] = await db
    .with(db.$with("recorded").as(event), db.$with("written").as(written))
    .insert(payment)
    .values({
      ...{ organizationId, paymentId, state: "preparing", stateSince: call.now, method: "card" },
      ...{ amount: paying.amount, currency: paying.currency, paidBy, createdAt: call.now },
      methodId: paying.paymentMethodId,
      returnPath: paying.returnPath,
      nextLookAt: new Date(call.now.getTime() + lease),
    })
    .returning({ ...getTableColumns(payment), items: sql<number>`(SELECT count(*)::integer FROM written)` });
  if (row?.items !== items.length) throw paymentInProgress();
  return { row, items: itemRows(call, paymentId, items, "pending") };
}

const paymentInProgress = () => conflict("A payment for one of these is under way. Wait for it.", "paymentUnderWay");

type Payable = Awaited<ReturnType<typeof payableItems>>[number];

/** Lists what is to be paid, as it is owed now. @throws NotFound, Forbidden, Conflict */
async function payableItems(call: Call, memberships: readonly string[], requested: readonly NewItem[]) {
  const targets = await memberTargets(call, memberships);
  for (const id of memberships) {
    const target = targets.get(id);
    if (!target) throw notFound("member");
    authorize(call, "own", target);
  }
  if (call.adapters.payments === null) {
    throw conflict("Card payments aren't set up here. Ask your organization.", "paymentsNotSetUp");
  }
  const due = new Map((await dueOf(call, [...targets.values()])).map((one) => [one.requirementId, one]));
  if (new Set(requested.map((one) => one.requirementId)).size !== requested.length) {
    throw conflict("A requirement is selected twice. Reload the page.", "nothingOwed");
  }
  const items = requested.map(({ requirementId }) => {
    const owed = due.get(requirementId);
    if (!owed) throw conflict("One of these fees is already paid or no longer owed. Reload the page.", "nothingOwed");
    return owed;
  });
  for (const { refusal } of await withRefusals(call, items)) {
    if (refusal?.reason === "paymentUnderWay") throw paymentInProgress();
    if (refusal) throw conflict(refusal.text, "notReady");
  }
  return items;
}

/** @throws Conflict when anything costs another amount than was shown */
function requireSame(items: readonly Payable[], { items: expected, amount, currency }: Paying): void {
  if (items.some((one) => one.currency !== currency)) {
    throw conflict("These are in different currencies. Pay for them one by one.", "mixedCurrencies");
  }
  const sum = items.reduce((total, one) => total + one.amount, 0);
  const isSame = items.every((one, index) => one.amount === expected[index]?.amount) && sum === amount;
  if (!isSame)
    throw conflict("A price has changed. Nothing was charged. Check the new amount and pay again.", "priceChanged");
}

/** @throws Conflict when another payment of one of them is in progress */
export async function insertItems(
  call: Call,
  paymentId: string,
  items: readonly Pick<Payable, "requirementId" | "profileLevelAccessId" | "profileId" | "name" | "type" | "amount">[],
  state: "pending" | "released",
): Promise<void> {
  const rows = await call.db
    .insert(paymentItem)
    .values(itemRows(call, paymentId, items, state))
    .onConflictDoNothing()
    .returning({ requirementId: paymentItem.requirementId });
  if (rows.length !== items.length) throw paymentInProgress();
}

const itemRows = (
  call: Call,
  paymentId: string,
  items: Parameters<typeof insertItems>[2],
  state: "pending" | "released",
): PaymentItemRow[] =>
  items.map(({ requirementId, profileLevelAccessId, profileId, name, type, amount }) => ({
    ...{ organizationId: call.organizationId, paymentId, requirementId, profileLevelAccessId, profileId },
    ...{ name, type, amount, state, attemptId: null, releasedAt: state === "released" ? call.now : null },
  }));
