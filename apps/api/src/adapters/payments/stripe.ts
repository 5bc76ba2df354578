import type { CardForm } from "@touchline/contract/billing/money";
import Stripe from "stripe";
import { z } from "zod";
import type { PaymentsPort, PaymentWebhook } from "./port.ts";
import type { PaymentsSettings } from "./settings.ts";
import { stripeCharges } from "./stripe-charges.ts";
import { reference, stripeAt } from "./stripe-client.ts";
import { stripeForOrganizations } from "./stripe-organization.ts";

/** The maximum age of a webhook in seconds. Source: docs.stripe.com/webhooks. */
const tolerance = 300;

/** Connects to Stripe; null without settings. */
export function openPayments(settings: PaymentsSettings): PaymentsPort | null {
  if (settings === null) return null;
  const stripe = stripeAt(settings);
  const { simulated, publishableKey, webhookSecret, url } = settings;
  return {
    simulated,
    cardForm(returnUrl, setup): CardForm {
      if (publishableKey !== null) return { kind: "elements", publishableKey, simulated };
      const address = new URL(`${url}/card-form`);
      address.searchParams.set("return_url", returnUrl);
      if (setup) {
        address.searchParams.set("setup_intent", setup.setupIntentId);
        address.searchParams.set("client_secret", setup.clientSecret);
      }
      return { kind: "hosted", url: address.href, simulated };
    },
    readWebhook: (body, signature, now) =>
      webhookSecret === null ? null : readWebhook(body, signature, webhookSecret, now),
    ...stripeCharges(stripe),
    ...stripeForOrganizations(stripe, settings),
  };
}

const event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({
    object: z.looseObject({
      id: z.string(),
      object: z.string(),
      customer: reference.nullish(),
      payment_intent: reference.nullish(),
      parent: z.object({ subscription_details: z.object({ subscription: reference.nullish() }).nullish() }).nullish(),
    }),
  }),
});

function readWebhook(body: Buffer, signature: string, secret: string, now: Date): PaymentWebhook | "malformed" | null {
  let verified: unknown;
  try {
    verified = Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime());
  } catch (error) {
    return error instanceof Stripe.errors.StripeSignatureVerificationError ? null : "malformed";
  }
  const read = event.safeParse(verified);
  if (!read.success) return "malformed";
  const { id, type, created, data } = read.data;
  const { object } = data;
  const about = [
    object.id,
    object.customer,
    object.payment_intent,
    object.parent?.subscription_details?.subscription,
  ].filter((one): one is string => typeof one === "string");
  return { eventId: id, type, externalIds: [...new Set(about)], happenedAt: new Date(created * 1000) };
}
