import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { adjustFee, recordOfflinePayment, remindOfFees } from "@touchline/contract/billing/member-fees";
import { dayOf, moneyText } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { ours } from "../../../database/tenancy.ts";
import { conflict, forbidden, invalid, notFound } from "../../../errors.ts";
import { feeAdjustment } from "../../../schema/billing.ts";
import { authorize, denialText } from "../../../security/authorize.ts";
import { mailFeesOwed } from "../../messages/index.ts";
import { type MemberTarget, memberTargets, withLocks } from "../../people/index.ts";
import { feeOn, requirementOn } from "../../requirements/index.ts";
import { recordBillingEvent } from "../ledger/actions/record.ts";
import { recordCash } from "../payments/actions/offline-payment.ts";
import { adjustmentPlace, outstandingOf, shownAdjustments } from "./queries.ts";

/** Checks that the fees belong neither to the actor nor to a child of theirs: nobody waives their own. @throws Forbidden */
function requireOthers(target: MemberTarget): void {
  if (target.self || target.otherEntry || target.guardedChild)
    throw forbidden(denialText("aboutOneself"), "aboutOneself");
}

/** Gives somebody a discount on a requirement, with a reason. @throws NotFound, Forbidden, Conflict */
export async function adjust(unlocked: Call, body: BodyOf<typeof adjustFee>): Promise<ResponseOf<typeof adjustFee>> {
  const call = await withLocks(unlocked, { peopleOf: [body.profileLevelAccessId] });
  const target = (await memberTargets(call, [body.profileLevelAccessId])).get(body.profileLevelAccessId);
  if (!target) throw notFound("member");
  authorize(call, "billing", { organizationWide: true });
  requireOthers(target);
  const on = await requirementOn(call, target, body.requirementId);
  const fee = await feeOn(call, on);
  if (fee.paymentId !== null) throw conflict("A payment for this is under way. Wait for it.", "paymentUnderWay");
  if (fee.amount === 0) throw conflict("Nothing is owed for this.", "nothingOwed");
  if (body.kind === "discount" && body.currency !== fee.currency)
    throw conflict("The price is in another currency.", "mixedCurrencies");
  if (body.kind === "discount" && body.amount > fee.amount) {
    throw conflict("The discount is more than what is owed. Enter a lower amount, or waive the fee.", "amountTooHigh");
  }
  const grantedBy = actingProfile(call);
  if (grantedBy === null) throw notFound("profile");
  const id = newId();
  const { wrappedKey } = await organizationFacts(call);
  const [row] = await call.db
    .insert(feeAdjustment)
    .values({
      organizationId: call.organizationId,
      feeAdjustmentId: id,
      requirementId: body.requirementId,
      kind: body.kind,
      amount: body.kind === "discount" ? body.amount : null,
      currency: body.kind === "discount" ? body.currency : null,
      sealedReason: call.adapters.vault.seal(wrappedKey, adjustmentPlace(call, id), body.reason),
      grantedBy,
      grantedAt: call.now,
    })
    .returning();
  await recordBillingEvent(call, { subjectId: id, event: `fee.${body.kind}`, to: "granted" });
  const [adjustment] = await shownAdjustments(call, row ? [{ ...row, requirementName: on.shown.name }] : []);
  if (!adjustment) throw notFound("adjustment");
  return adjustment;
}

/** Ends a discount or a waived fee. @throws NotFound, Forbidden, Conflict */
export async function revoke(call: Call, adjustmentId: string): Promise<undefined> {
  authorize(call, "billing", { organizationWide: true });
  const mine = and(ours(feeAdjustment, call), eq(feeAdjustment.feeAdjustmentId, adjustmentId));
  const revoked = await call.db
    .update(feeAdjustment)
    .set({ revokedAt: call.now, revokedBy: actingProfile(call) })
    .where(and(mine, isNull(feeAdjustment.revokedAt)))
    .returning({ id: feeAdjustment.feeAdjustmentId });
  if (revoked.length === 0) {
    const [found] = await call.db.select({ id: feeAdjustment.feeAdjustmentId }).from(feeAdjustment).where(mine);
    if (!found) throw notFound("adjustment");
    throw conflict("This was taken back already.", "revoked");
  }
  await recordBillingEvent(call, { subjectId: adjustmentId, event: "fee.adjustment", from: "granted", to: "revoked" });
}

/**
 * Records a cash or check payment of what is owed.
 *
 * @returns the payment's id
 * @throws NotFound, Forbidden, Conflict
 */
export async function recordOffline(unlocked: Call, body: BodyOf<typeof recordOfflinePayment>): Promise<string> {
  const memberships = [...new Set(body.items.map((one) => one.profileLevelAccessId))];
  const call = await withLocks(unlocked, { peopleOf: memberships });
  const targets = await memberTargets(call, memberships);
  if (targets.size !== memberships.length) throw notFound("member");
  authorize(call, "billing", { organizationWide: true });
  const { timeZone } = await organizationFacts(call);
  if (body.receivedOn > dayOf(call.now.getTime(), timeZone)) throw invalid("receivedOn", "This date is in the future.");
  const items = [];
  for (const { requirementId, profileLevelAccessId, amount } of body.items) {
    const target = targets.get(profileLevelAccessId);
    if (!target) throw notFound("member");
    requireOthers(target);
    const on = await requirementOn(call, target, requirementId);
    const fee = await feeOn(call, on);
    if (fee.paymentId !== null) throw conflict("A payment for this is under way. Wait for it.", "paymentUnderWay");
    if (fee.amount === 0) throw conflict("Nothing is owed for one of these. Reload the page.", "nothingOwed");
    if (fee.currency !== body.currency) {
      throw conflict(
        "The price is in another currency. Record payments of each currency on their own.",
        "mixedCurrencies",
      );
    }
    if (amount > fee.amount)
      throw conflict("This is more than what is owed. Enter the amount that is owed.", "amountTooHigh");
    if (amount < fee.amount) {
      throw conflict(
        "This is less than what is owed. Record the whole amount, or give a discount first.",
        "priceChanged",
      );
    }
    const { type, name } = on.shown;
    items.push({ requirementId, profileLevelAccessId, profileId: target.profileId, name, type, amount });
  }
  return recordCash(call, items, body);
}

/** Emails members what they owe, at most once a day each, and records it. @throws NotFound, Forbidden */
export async function remind(
  unlocked: Call,
  { profileLevelAccessIds }: BodyOf<typeof remindOfFees>,
): Promise<ResponseOf<typeof remindOfFees>> {
  const memberships = [...new Set(profileLevelAccessIds)];
  const call = await withLocks(unlocked, { peopleOf: memberships });
  const targets = await memberTargets(call, memberships);
  if (targets.size !== memberships.length) throw notFound("member");
  authorize(call, "billing", { organizationWide: true });
  const people = new Map([...targets.values()].map((one) => [one.profileId, `${one.firstName} ${one.lastName}`]));
  const owed = Map.groupBy(await outstandingOf(call, [...people.keys()]), (one) => one.profileId);
  const { timeZone } = await organizationFacts(call);
  const today = dayOf(call.now.getTime(), timeZone);
  const feesByReader = new Map(
    [...owed].map(([profileId, fees]) => [
      profileId,
      fees.map(({ name, amount, currency }) => ({ what: name, money: moneyText(amount, currency) })),
    ]),
  );
  const reminded = await mailFeesOwed(call, feesByReader, (reader) => `feesOwed:${reader}:${today}`);
  const skipped: ResponseOf<typeof remindOfFees>["skipped"] = [];
  for (const [profileId, personName] of people) {
    const outcome = owed.has(profileId) ? (reminded.get(profileId) ?? "noAddress") : "nothingOwed";
    if (outcome !== "mailed") skipped.push({ profileId, personName, reason: outcome });
    else await recordBillingEvent(call, { subjectId: profileId, event: "fees.reminded" });
  }
  return { reminded: people.size - skipped.length, skipped };
}
