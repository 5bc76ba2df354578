import { Readable } from "node:stream";
import * as contract from "@touchline/contract/billing/individual-payments";
import { refundPayment } from "@touchline/contract/billing/member-fees";
import type { Adapters, Call } from "../../../call.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { conflict, notFound } from "../../../errors.ts";
import { on, onErrand, onReadOnly, type Route } from "../../../http/mount.ts";
import { type Paying, type Recorded, recordPayment } from "./actions/begin.ts";
import { type ChargeTurn, carryOut } from "./actions/charge.ts";
import { recordOutcome } from "./actions/finish.ts";
import { receiptOf, renderReceipt } from "./actions/receipt.ts";
import { refundByHand } from "./actions/refund.ts";
import { awaitingPayment } from "./queries/due.ts";
import { type PaymentRow, paymentById } from "./queries/payment.ts";
import { paymentDetails, paymentsPage } from "./queries/payment-details.ts";

/** What a payment's steps run in, between its beginning and its end. */
type Begun = Pick<Call, "organizationId" | "actor"> & { row: PaymentRow; turn: ChargeTurn; items?: Recorded["items"] };

export function paymentRoutes({ tenancy, now }: { tenancy: Tenancy; now: () => Date }): Route[] {
  const act = async ({ row, items, turn, organizationId, actor }: Begun, adapters: Adapters) => ({
    ...{ paymentId: row.paymentId, items },
    outcome: await carryOut(row, turn, adapters, (work) =>
      tenancy.run(organizationId, (db) => work({ actor, organizationId, db, now: now(), adapters })),
    ),
  });
  const finish = async (call: Call, _input: unknown, { paymentId, items, outcome }: Awaited<ReturnType<typeof act>>) =>
    paymentDetails(call, paymentId, await recordOutcome(call, paymentId, outcome, items));
  const begun = (call: Call, row: PaymentRow, turn: ChargeTurn): Begun => ({
    ...{ row, turn },
    organizationId: call.organizationId,
    actor: call.actor,
  });
  const paying = async (call: Call, input: Paying): Promise<Begun> => {
    const { row, items } = await recordPayment(call, input);
    return { ...begun(call, row, "start"), items };
  };
  const one = (id: string, profileLevelAccessId: string, { amount, ...body }: Omit<Paying, "items">): Paying => ({
    ...body,
    amount,
    items: [{ requirementId: id, profileLevelAccessId, amount }],
  });

  return [
    onReadOnly(contract.listAwaitingPayment, async (call, { params, query }) => {
      const { profileLevelAccessId } = params;
      const found = await awaitingPayment(call, { profileLevelAccessId, family: query.family === "true" });
      if (found.missing) throw notFound("member");
      const { missing: _, ...shown } = found;
      return shown;
    }),

    onErrand(contract.bulkPayment, { begin: (call, { body }) => paying(call, body), act, finish }),

    onErrand(contract.payAbusePreventionTraining, {
      begin: (call, { params, body: { profileLevelAccessId, ...body } }) =>
        paying(call, one(params.id, profileLevelAccessId, body)),
      act,
      finish,
    }),

    onErrand(contract.runAndPayBackgroundCheckUser, {
      begin: (call, { params, query, body }) => paying(call, one(params.id, query.profileLevelAccessId, body)),
      act,
      finish,
    }),

    on(contract.openCardForm, (call, { body }) => {
      const { payments, site } = call.adapters;
      if (payments === null)
        throw conflict("Card payments aren't set up here. Ask your organization.", "paymentsNotSetUp");
      return Promise.resolve(payments.cardForm(`${site.url}${body.returnPath}`));
    }),

    onReadOnly(contract.listOwnPayments, (call, { query }) => paymentsPage(call, { ...query, whose: "own" })),

    onReadOnly(contract.getPayment, (call, { params }) => paymentDetails(call, params.id)),

    onErrand(contract.followPayment, {
      async begin(call, { params }) {
        const row = await paymentById(call, params.id);
        const { state, nextLookAt } = row;
        await paymentDetails(call, params.id);
        // A payment that somebody is working on is left alone; otherwise it is resumed.
        const isFree = state === "actionRequired" || nextLookAt === null || nextLookAt <= call.now;
        return begun(call, row, isFree && state !== "succeeded" ? "look" : "read");
      },
      act,
      finish,
    }),

    onErrand(contract.cancelPayment, {
      async begin(call, { params }) {
        const row = await paymentById(call, params.id);
        await paymentDetails(call, params.id);
        if (call.actor.kind !== "person" || row.paidBy !== call.actor.profileId) throw notFound("payment");
        if (row.state !== "actionRequired")
          throw conflict("This payment can no longer be canceled. Reload the page.", row.state);
        return begun(call, row, "cancel");
      },
      act,
      finish,
    }),

    onErrand(contract.downloadReceipt, {
      begin: (call, { params }) => receiptOf(call, params.id),
      act: renderReceipt,
      finish: (_call, { params }, pdf) =>
        Promise.resolve({
          stream: Readable.from([pdf]),
          name: `receipt-${params.id}.pdf`,
          mediaType: "application/pdf",
          bytes: pdf.length,
        }),
    }),

    on(refundPayment, async (call, { params, body }) => {
      await refundByHand(call, { paymentId: params.id, ...body });
      return paymentDetails(call, params.id);
    }),
  ];
}
