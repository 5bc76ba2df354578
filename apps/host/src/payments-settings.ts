import type { PaymentsSettings } from "@touchline/api/adapters/payments/settings";
import { credentials, simulatedPrefix } from "@touchline/simulator/credentials";
import { type ReadSetting, readUrl } from "./screening-settings.ts";

/** Whether the page shows Stripe's own fields, which need a public key. The simulated Stripe has a page of its own. */
export const hasCardFields = (read: ReadSetting): boolean =>
  read("STRIPE_PUBLISHABLE_KEY") !== null && !read("STRIPE_SECRET_KEY")?.startsWith(simulatedPrefix);

/**
 * Reads the keys and the address of Stripe. Without a key nothing can be paid by card.
 *
 * @param pageIsApart the page has an origin of its own: what serves it is given the publishable key alone.
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readPayments(read: ReadSetting, { pageIsApart = false } = {}): PaymentsSettings {
  const secretKey = read("STRIPE_SECRET_KEY");
  const publishableKey = read("STRIPE_PUBLISHABLE_KEY");
  const webhookSecret = read("STRIPE_WEBHOOK_SECRET");
  const url = readUrl(read, "STRIPE_URL") ?? "https://api.stripe.com";
  if (secretKey === null) {
    if ((publishableKey === null || pageIsApart) && webhookSecret === null) return null;
    throw new Error("STRIPE_SECRET_KEY is missing. Set it, or remove the other STRIPE settings.");
  }
  const simulated = secretKey.startsWith(simulatedPrefix);
  if (simulated) return { url, secretKey, publishableKey: null, webhookSecret, simulated };
  if (publishableKey === null)
    throw new Error("STRIPE_PUBLISHABLE_KEY is missing. Copy it from where the secret key is.");
  if (/^[a-z]+_live_/.test(secretKey) !== /^[a-z]+_live_/.test(publishableKey)) {
    throw new Error("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both test keys.");
  }
  return { url, secretKey, publishableKey, webhookSecret, simulated };
}

/** Stripe as the simulator at an address plays it; null without it. */
export function simulatedPayments(simulatorUrl: string | null): PaymentsSettings {
  if (simulatorUrl === null) return null;
  const { stripe } = credentials;
  return { url: `${simulatorUrl}/stripe`, ...stripe, publishableKey: null, simulated: true };
}
