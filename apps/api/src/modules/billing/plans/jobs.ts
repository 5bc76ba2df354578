import { z } from "zod";
import { defineErrand } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { followExemption } from "./actions/exemption.ts";
import { beginProviderUpdate, finishProviderUpdate, sendProviderUpdate } from "./actions/information.ts";
import {
  actFollowing,
  beginFollowing,
  finishFollowing,
  lookAtSubscriptions,
  noticeExpiry,
} from "./actions/subscribe.ts";

/** Creates a subscription at the card provider once, or asks about it. */
export const followSubscription = defineErrand({
  name: "billing.followSubscription",
  whileSuspended: true,
  payload: z.object({ subscriptionId: z.uuid(), by: z.enum(["start", "look", "webhook"]) }),
  begin: beginFollowing,
  act: actFollowing,
  finish: finishFollowing,
});

/** Updates the customer at the card provider after billing information has changed. */
export const updateProviderCustomer = defineErrand({
  name: "billing.tellCustomer",
  payload: z.object({}),
  begin: beginProviderUpdate,
  act: sendProviderUpdate,
  finish: finishProviderUpdate,
});

/** Asks the card provider about subscriptions without recent webhooks. */
export const noticeSubscriptions: Schedule = {
  name: "billing.subscriptions",
  whileSuspended: true,
  everySeconds: 60,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(lookAtSubscriptions, tenancy.organizationsAwaitingPayments(now())),
};

/** Emails about cards that expire soon. */
export const noticeExpiringCards: Schedule = {
  name: "billing.expiringCards",
  everySeconds: 86_400,
  run: ({ eachOrganization }) => eachOrganization(noticeExpiry),
};

/** Ends exemptions whose last day has passed, or whose certificate was removed. */
export const followExemptions: Schedule = {
  name: "billing.exemptions",
  everySeconds: 600,
  run: ({ eachOrganization, tenancy }) => eachOrganization(followExemption, tenancy.organizationsExempt()),
};
