import type { Payment } from "@touchline/contract/billing/individual-payments";
import { cardBrands } from "@touchline/contract/billing/money";
import { paymentFailureTexts } from "@touchline/rules";
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { payment, paymentItem, paymentRefund } from "../../../../schema/billing.ts";
import { profile } from "../../../../schema/people.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { actionUrlPlace, type PaymentRow, paymentById, refundReasonPlace } from "./payment.ts";

/** Payments on a page. */
const perPage = 25;
const pages = cursors(z.object({ at: z.iso.datetime(), id: z.uuid() }));

const looksAfterBilling = (call: Call) => verdictOn(call, "billing", { organizationWide: true }).allowed;
/** Lists the caller's profile and the children whose guardian they are. */
const ownProfiles = (call: Call) =>
  call.actor.kind === "person" ? [...call.actor.entries, ...call.actor.children] : [];

/** Returns a payment to anybody who may see it. @param row the payment, where it was just written. @throws NotFound, Forbidden */
export async function paymentDetails(call: Call, paymentId: string, row?: PaymentRow): Promise<Payment> {
  const [shown] = await detailsOf(call, [row ?? (await paymentById(call, paymentId))]);
  if (!shown) throw notFound("payment");
  if (!isTheirs(call, shown)) authorize(call, "billing", { organizationWide: true });
  return shown.payment;
}

const isTheirs = (call: Call, { row, profileIds }: PaymentWithPeople) => {
  const own = ownProfiles(call);
  return own.includes(row.paidBy) || profileIds.some((one) => own.includes(one));
};

/** Lists the payments of the caller and of people they act for, or all of the organization, newest first. */
export async function paymentsPage(
  call: Call,
  which:
    | { cursor?: string | undefined; whose: "own" }
    | { cursor?: string | undefined; whose: "organization"; where: SQL | undefined },
) {
  if (which.whose === "organization") authorize(call, "billing", { organizationWide: true });
  const own = ownProfiles(call);
  const about = sql`EXISTS (SELECT FROM payment_item AS one WHERE one.organization_id = ${call.organizationId}
    AND one.payment_id = ${payment.paymentId} AND one.profile_id = ANY(${sql.param(own)}::uuid[]))`;
  const filter = which.whose === "own" ? or(inArray(payment.paidBy, own), about) : which.where;
  const after = which.cursor === undefined ? null : pages.read(which.cursor);
  const rows = await call.db
    .select()
    .from(payment)
    .where(
      and(
        ours(payment, call),
        filter,
        after === null
          ? undefined
          : sql`(${payment.createdAt}, ${payment.paymentId}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(payment.createdAt), desc(payment.paymentId))
    .limit(perPage + 1);
  const here = rows.slice(0, perPage);
  const last = here.at(-1);
  const next =
    rows.length > perPage && last ? pages.write({ at: last.createdAt.toISOString(), id: last.paymentId }) : null;
  return { data: (await detailsOf(call, here)).map((one) => one.payment), next };
}

type PaymentWithPeople = { row: PaymentRow; profileIds: string[]; payment: Payment };

/** Reads the details of some payments in three statements, as the caller may see them. */
async function detailsOf(call: Call, rows: readonly PaymentRow[]): Promise<PaymentWithPeople[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((one) => one.paymentId);
  const items = await call.db
    .select()
    .from(paymentItem)
    .where(and(ours(paymentItem, call), inArray(paymentItem.paymentId, ids)))
    .orderBy(paymentItem.name, paymentItem.requirementId)
    .limit(perPage * 100);
  const refunds = await call.db
    .select()
    .from(paymentRefund)
    .where(and(ours(paymentRefund, call), inArray(paymentRefund.paymentId, ids)))
    .orderBy(paymentRefund.requestedAt, paymentRefund.paymentRefundId)
    .limit(perPage * 50);
  const people = [
    ...rows.flatMap((one) => [one.paidBy, one.recordedBy]),
    ...items.map((one) => one.profileId),
    ...refunds.map((one) => one.requestedBy),
  ].filter((one): one is string => one !== null);
  const names = await namesOf(call, people);
  const { wrappedKey } = await organizationFacts(call);
  const { vault } = call.adapters;
  const manages = looksAfterBilling(call);
  const person = (profileId: string) => ({ profileId, name: names.get(profileId) ?? "" });
  return rows.map((row) => {
    const mine = items.filter((one) => one.paymentId === row.paymentId);
    const back = refunds.filter((one) => one.paymentId === row.paymentId);
    const isPayer = row.paidBy === actingProfile(call);
    const url =
      isPayer && row.state === "actionRequired" && row.sealedActionUrl
        ? vault.open(wrappedKey, actionUrlPlace(call, row.paymentId), row.sealedActionUrl)
        : null;
    return {
      row,
      profileIds: mine.map((one) => one.profileId),
      payment: {
        paymentId: row.paymentId,
        state: row.state,
        method: row.method,
        amount: row.amount,
        refunded: row.refunded,
        currency: row.currency,
        paidBy: person(row.paidBy),
        createdAt: row.createdAt.toISOString(),
        succeededAt: row.succeededAt?.toISOString() ?? null,
        card: cardOf(row),
        reference: row.reference,
        recordedBy: row.recordedBy === null ? null : person(row.recordedBy),
        failure: row.failure && { reason: row.failure, text: paymentFailureTexts[row.failure] },
        nextAction: url === null ? null : { url },
        outcomeUnknown: row.state === "preparing" || row.state === "charging",
        items: mine.map(({ requirementId, profileLevelAccessId, profileId, name, amount, state }) => ({
          ...{ requirementId, profileLevelAccessId, name, amount, state },
          personName: names.get(profileId) ?? "",
        })),
        refunds: back.map((one) => ({
          refundId: one.paymentRefundId,
          requirementId: one.requirementId,
          amount: one.amount,
          cause: one.cause,
          state: one.state,
          reason:
            manages && one.sealedReason
              ? vault.open(wrappedKey, refundReasonPlace(call, one.paymentRefundId), one.sealedReason)
              : null,
          requestedAt: one.requestedAt.toISOString(),
          requestedBy: manages && one.requestedBy !== null ? person(one.requestedBy) : null,
        })),
        hasReceipt: row.state === "succeeded",
        refundable: manages && row.state === "succeeded" ? row.amount - row.refunded : 0,
      },
    };
  });
}

function cardOf(row: PaymentRow): Payment["card"] {
  const { cardBrand, cardLast4: last4, cardExpiryMonth: expiryMonth, cardExpiryYear: expiryYear } = row;
  if (last4 === null || expiryMonth === null || expiryYear === null) return null;
  return { brand: cardBrands.find((one) => one === cardBrand) ?? null, last4, expiryMonth, expiryYear };
}

/** Returns names of people by their profiles. */
export async function namesOf(call: Call, profileIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(profileIds)];
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({ id: profile.profileId, firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, ids)));
  return new Map(rows.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
}

/** Filters payments by status and method. */
export const filterOf = ({
  state,
  method,
}: {
  state?: PaymentRow["state"] | undefined;
  method?: PaymentRow["method"] | undefined;
}) =>
  and(
    state === undefined ? undefined : eq(payment.state, state),
    method === undefined ? undefined : eq(payment.method, method),
  );
