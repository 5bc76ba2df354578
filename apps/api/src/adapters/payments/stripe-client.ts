import type { PaymentFailure } from "@touchline/contract/billing/individual-payments";
import { type Card, cardBrands } from "@touchline/contract/billing/money";
import { type Currency, currencies } from "@touchline/contract/currencies";
import Stripe from "stripe";
import { z } from "zod";
import { ProviderError } from "../provider-http.ts";
import { CardDeclined } from "./port.ts";
import type { PaymentsSettings } from "./settings.ts";

const usualTimeout = 20_000;

/** Creates Stripe's own library, with the address of the settings. It doesn't retry by itself. */
export function stripeAt({ url, secretKey, timeout = usualTimeout }: NonNullable<PaymentsSettings>): Stripe {
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(((address: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(String(address));
      return fetch(`${url}${pathname}${search}`, { ...init, redirect: "manual" });
    }) as typeof fetch),
  });
}

/**
 * Calls Stripe. Its errors are converted to ours: their texts contain only the call, because the provider's may contain
 * personal data.
 */
export async function asking<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof z.ZodError) throw new ProviderError("malformed", name);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw failureOf(name, error);
  }
}

function failureOf(name: string, error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  if (error instanceof Stripe.errors.StripeCardError)
    return new CardDeclined(declineOf(error.code, error.decline_code));
  const status = error.statusCode ?? null;
  const seconds = Number(error.headers?.["retry-after"] ?? Number.NaN);
  const more = { status, retryAfter: Number.isFinite(seconds) ? seconds : null };
  if (error instanceof Stripe.errors.StripeConnectionError) return new ProviderError("unreachable", name);
  if (status === null) return new ProviderError("malformed", name);
  if (status === 401 || status === 403) return new ProviderError("unauthorized", name, more);
  if (status === 429 || status >= 500) return new ProviderError("busy", name, more);
  if (status >= 200 && status < 300) return new ProviderError("malformed", name, more);
  if (error.code === "resource_missing" || status === 404) return new ProviderError("notFound", name, more);
  return new ProviderError("refused", name, { ...more, answer: error.code ?? null });
}

/** Maps Stripe's codes to what a payer can do about them. Source: docs.stripe.com/declines/codes. */
export function declineOf(code: string | null | undefined, declineCode: string | null | undefined): PaymentFailure {
  switch (declineCode || code) {
    case "insufficient_funds":
    case "withdrawal_count_limit_exceeded":
      return "insufficientFunds";
    case "expired_card":
    case "invalid_expiry_month":
    case "invalid_expiry_year":
      return "expired";
    case "incorrect_cvc":
    case "invalid_cvc":
      return "wrongSecurityCode";
    case "incorrect_number":
    case "invalid_number":
      return "wrongNumber";
    case "authentication_required":
    case "payment_intent_authentication_failure":
    case "setup_intent_authentication_failure":
    case "subscription_payment_intent_requires_action":
      return "confirmationFailed";
    case "card_not_supported":
    case "currency_not_supported":
      return "notSupported";
    case "processing_error":
    case "issuer_not_available":
    case "try_again_later":
    case "reenter_transaction":
      return "tryLater";
    default:
      return "declined";
  }
}

// The fields that are read of Stripe's objects. A response without them is malformed, whatever its status.

/** @throws z.ZodError for a currency that isn't supported here */
export const stripeCurrency = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(currencies)) as z.ZodType<Currency, string>;

export const seconds = z.number().transform((value) => new Date(value * 1000));

export const cardFacts = z
  .object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })
  .transform(
    ({ brand, last4, exp_month, exp_year }): Omit<Card, "paymentMethodId"> => ({
      brand: cardBrands.find((known) => known === brand) ?? null,
      last4,
      expiryMonth: exp_month,
      expiryYear: exp_year,
    }),
  );

/** A reference to another object: its id, expanded or not. */
export const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
