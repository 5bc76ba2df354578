import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

const provider = "https://js.stripe.com/";

type TrustedTypes = {
  defaultPolicy: unknown;
  createPolicy: (name: "default", rules: { createScriptURL: (url: string) => string }) => unknown;
};

/** The provider's loader names its script by text, which the security policy lets through a policy of ours alone. */
function trustProvider(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy("default", {
    createScriptURL: (url) => {
      if (url.startsWith(provider)) return url;
      throw new TypeError("Only the card provider's script may be loaded by its address.");
    },
  });
}

/** The card provider's own code, fetched from the provider. @throws where it can't be fetched */
export async function fetchProvider(publishableKey: string): Promise<Stripe> {
  trustProvider();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("The card provider's code needs a browser.");
  return stripe;
}
