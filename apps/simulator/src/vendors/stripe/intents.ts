import { chargeCard, paymentMethodOf, requireUsable } from "./charging.ts";
import { invalid, type StripeAccount, StripeFailure } from "./store.ts";
import type { CardError, PaymentIntent, SetupIntent } from "./types.ts";

/** Confirms a payment or the setup of a card. */

/** Signals that the answer must not arrive: the card was charged, and the connection is lost. */
export class LostAnswer extends Error {}

const closedText = (intent: { status: string }, act: string) =>
  new StripeFailure(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `This PaymentIntent's status is ${intent.status}, so it can't be ${act}.`,
  });

type Confirming = { method?: string | undefined; returnUrl?: string | undefined; offSession?: boolean };

/** Confirms a payment: it is charged, declined, or waits for the bank's confirmation. @throws StripeFailure, LostAnswer */
export function confirmPayment(account: StripeAccount, intent: PaymentIntent, confirmation: Confirming): PaymentIntent {
  if (intent.status === "succeeded" || intent.status === "canceled") throw closedText(intent, "confirmed");
  const id = confirmation.method ?? intent.payment_method;
  if (!id) throw invalid("A payment method is missing.", "payment_method", "parameter_missing");
  const method = paymentMethodOf(account, id);
  requireUsable(account, method, intent.customer);
  intent.payment_method = method.id;
  return charge(account, intent, { ...confirmation, confirmed: false });
}

/** Charges a payment that the bank has confirmed, or lets it fail. */
export function afterChallenge(
  account: StripeAccount,
  intent: PaymentIntent | SetupIntent,
  isConfirmed: boolean,
): void {
  if (intent.status !== "requires_action") return;
  intent.next_action = null;
  if (!isConfirmed) {
    const error: CardError = {
      type: "card_error",
      code:
        intent.object === "payment_intent"
          ? "payment_intent_authentication_failure"
          : "setup_intent_authentication_failure",
      message: "We are unable to authenticate your payment method. Choose a different payment method and try again.",
    };
    intent.status = "requires_payment_method";
    if (intent.object === "payment_intent") {
      intent.last_payment_error = error;
      account.emit("payment_intent.payment_failed", intent);
    } else {
      intent.last_setup_error = error;
      account.emit("setup_intent.setup_failed", intent);
    }
    return;
  }
  if (intent.object === "setup_intent") finishSetup(account, intent);
  else {
    try {
      charge(account, intent, { confirmed: true });
    } catch (error) {
      if (!(error instanceof StripeFailure || error instanceof LostAnswer)) throw error;
    }
  }
}

function charge(
  account: StripeAccount,
  intent: PaymentIntent,
  { confirmed, returnUrl, offSession = false }: Confirming & { confirmed: boolean },
): PaymentIntent {
  const method = paymentMethodOf(account, intent.payment_method as string);
  const { amount, currency, customer, metadata } = intent;
  const charged = chargeCard(account, { amount, currency, customer, metadata, method, intent, confirmed, offSession });
  if (charged.kind === "challenge") {
    const url = challengeUrl(account, intent);
    intent.status = "requires_action";
    intent.next_action = { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl ?? "" } };
    account.emit("payment_intent.requires_action", intent);
    return intent;
  }
  intent.latest_charge = charged.charge?.id ?? null;
  if (charged.kind === "declined") {
    intent.status = "requires_payment_method";
    intent.last_payment_error = charged.error;
    account.emit("payment_intent.payment_failed", intent);
    throw new StripeFailure(402, { ...charged.error, payment_intent: structuredClone(intent) });
  }
  intent.status = "succeeded";
  intent.amount_received = amount;
  intent.last_payment_error = null;
  account.emit("payment_intent.succeeded", intent);
  if (charged.answerLost) throw new LostAnswer();
  return intent;
}

export function cancelPayment(account: StripeAccount, intent: PaymentIntent, reason: string | null): PaymentIntent {
  if (intent.status === "succeeded" || intent.status === "canceled") throw closedText(intent, "canceled");
  intent.status = "canceled";
  intent.canceled_at = account.now();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  account.emit("payment_intent.canceled", intent);
  return intent;
}

/** Saves a card for a customer, at once or after the bank's confirmation. @throws StripeFailure */
export function confirmSetup(
  account: StripeAccount,
  intent: SetupIntent,
  methodId: string,
  returnUrl: string,
): SetupIntent {
  if (intent.status === "succeeded" || intent.status === "canceled") {
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      code: "setup_intent_unexpected_state",
      message: `This SetupIntent's status is ${intent.status}, so it can't be confirmed.`,
    });
  }
  const method = paymentMethodOf(account, methodId);
  requireUsable(account, method, intent.customer);
  intent.payment_method = method.id;
  const { kind, ...behavior } = account.secrets.get(method.id)?.behavior ?? { kind: "success" as const };
  if (kind === "decline" && "code" in behavior) {
    const { code, declineCode, message } = behavior;
    intent.status = "requires_payment_method";
    intent.last_setup_error = {
      type: "card_error",
      code,
      ...(declineCode === null ? {} : { decline_code: declineCode }),
      message,
    };
    account.emit("setup_intent.setup_failed", intent);
    throw new StripeFailure(402, { ...intent.last_setup_error, setup_intent: structuredClone(intent) });
  }
  if (kind === "challenge") {
    intent.status = "requires_action";
    const url = challengeUrl(account, intent);
    intent.next_action = { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } };
    account.emit("setup_intent.requires_action", intent);
    return intent;
  }
  finishSetup(account, intent);
  return intent;
}

function finishSetup(account: StripeAccount, intent: SetupIntent): void {
  const method = paymentMethodOf(account, intent.payment_method as string);
  method.customer = intent.customer;
  const secret = account.secrets.get(method.id);
  if (secret) secret.isSetUp = true;
  intent.status = "succeeded";
  intent.last_setup_error = null;
  account.emit("setup_intent.succeeded", intent);
  if (intent.customer !== null) account.emit("payment_method.attached", method);
}

/** Returns the address of the bank's page. */
const challengeUrl = (account: StripeAccount, { id, client_secret }: PaymentIntent | SetupIntent) =>
  `${account.world.origin()}/stripe/3ds/${id}?client_secret=${client_secret}`;
