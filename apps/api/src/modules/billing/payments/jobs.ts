import { z } from "zod";
import { defineErrand, defineJob } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { orderEnded } from "../../screening/index.ts";
import { actFollow, beginFollow, finishFollow, lookAtPayments } from "./actions/follow.ts";
import { actRefund, afterOrderEnded, beginRefund, finishRefund } from "./actions/refund.ts";

/** Charges the card of a payment, or asks the card provider about it, and applies the answer. */
export const followPayment = defineErrand({
  name: "billing.followPayment",
  whileSuspended: true,
  payload: z.object({ paymentId: z.uuid(), by: z.enum(["start", "look", "webhook"]) }),
  begin: beginFollow,
  act: actFollow,
  finish: finishFollow,
});

/** Makes a refund at the card provider once. */
export const makeRefund = defineErrand({
  name: "billing.refund",
  whileSuspended: true,
  payload: z.object({ refundId: z.uuid() }),
  begin: beginRefund,
  act: actRefund,
  finish: finishRefund,
});

/** Refunds what was paid for a background check that ended without a result. */
export const refundEndedOrder = defineJob({ ...orderEnded, whileSuspended: true, work: afterOrderEnded });

/** Asks the card provider about payments and refunds whose outcome isn't known. */
export const noticePayments: Schedule = {
  name: "billing.look",
  whileSuspended: true,
  everySeconds: 15,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(lookAtPayments, tenancy.organizationsAwaitingPayments(now())),
};
