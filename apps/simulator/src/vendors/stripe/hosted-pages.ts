import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLocal } from "../../deliveries.ts";
import { escapeHtml, htmlHeaders, moneyNotice, page } from "../../html.ts";
import { cardOfNumber, testCards } from "./cards.ts";
import { newPaymentMethod } from "./charging.ts";
import { textAt } from "./form-encoding.ts";
import { afterChallenge, confirmSetup } from "./intents.ts";
import { formOf, queryOf } from "./payment-routes.ts";
import { type StripeAccount, StripeFailure } from "./store.ts";
import type { PaymentIntent, SetupIntent } from "./types.ts";
import { moneyText } from "./types.ts";

/** The card provider's pages: entering a card, and confirming a payment with the bank. */

type Entered = { number: string; expiry: string; cvc: string; name: string };
const nothing: Entered = { number: "", expiry: "", cvc: "", name: "" };

/** Returns the address that a page returns to, which must be on this machine. */
function show(reply: FastifyReply, status: number, title: string, body: string, returnUrl: string | null) {
  // The form is answered with a redirect, to which browsers apply this rule too.
  const target = returnUrl === null ? "" : ` ${new URL(returnUrl).origin}`;
  const policy = htmlHeaders["content-security-policy"].replace("form-action 'self'", `form-action 'self'${target}`);
  return reply
    .code(status)
    .headers({ ...htmlHeaders, "content-security-policy": policy })
    .send(page(title, body, moneyNotice));
}

const notHere = (reply: FastifyReply) =>
  show(reply, 404, "Card", "<p>This link isn't valid. Go back and try again.</p>", null);

function cardForm(path: string, entered: Entered, error: string | null): string {
  const described = error === null ? "" : ' aria-describedby="error"';
  const field = (name: keyof Entered, label: string, more: string) =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(entered[name])}" ${more}${described}>`;
  const rows = testCards
    .map((one) => `<tr><td><code>${one.number}</code></td><td>${escapeHtml(one.title)}</td></tr>`)
    .join("");
  return `<p>This page plays the card provider. Nothing is charged. Use a test number, never a real card.</p>
${error === null ? "" : `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>`}
<form method="post" action="${escapeHtml(path)}" novalidate>
${field("number", "Card number", 'inputmode="numeric" autocomplete="off" maxlength="30"')}
${field("expiry", "Expiration date (MM/YY)", 'inputmode="numeric" autocomplete="off" maxlength="7" placeholder="12/34"')}
${field("cvc", "Security code", 'inputmode="numeric" autocomplete="off" maxlength="4"')}
${field("name", "Name on card", 'autocomplete="off" maxlength="100"')}
<div><button type="submit">Use this card</button></div>
</form>
<h2>Test numbers</h2><div class="scroll" tabindex="0" role="region" aria-label="Test numbers"><table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Returns the month and year of a card's expiration, or an error. */
function expiryOf(text: string, now: Date): { month: number; year: number } | string {
  const [, month = "", year = ""] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? [];
  const m = Number(month);
  const y = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (month === "" || m < 1 || m > 12) return "Enter the expiration date as MM/YY.";
  const isPast = y < now.getUTCFullYear() || (y === now.getUTCFullYear() && m < now.getUTCMonth() + 1);
  return isPast ? "Your card's expiration date is in the past." : { month: m, year: y };
}

function withQuery(address: string, more: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

export function mountHostedPages(app: FastifyInstance, account: StripeAccount): void {
  /** Returns the page's return address and the card's setup; null if the link is invalid. */
  function setupPage(request: FastifyRequest): { returnUrl: string; setup: SetupIntent | null } | null {
    const { return_url: returnUrl = "", setup_intent: id, client_secret: secret } = queryOf(request);
    if (!isLocal(returnUrl)) return null;
    if (id === undefined) return { returnUrl, setup: null };
    const setup = account.setupIntents.get(id);
    return setup && setup.client_secret === secret ? { returnUrl, setup } : null;
  }

  app.get("/card-form", { config: { page: true } }, (request, reply) => {
    const at = setupPage(request);
    if (at === null) return notHere(reply);
    if (at.setup?.status === "succeeded")
      return show(reply, 410, "Card", "<p>This card was saved. You can close this page.</p>", null);
    return show(reply, 200, "Enter your card", cardForm(request.url, nothing, null), at.returnUrl);
  });

  app.post("/card-form", { config: { page: true } }, (request, reply) => {
    const at = setupPage(request);
    if (at === null) return notHere(reply);
    const form = formOf(request);
    const read = (name: keyof Entered) => textAt(form, name)?.trim() ?? "";
    const entered = { number: read("number"), expiry: read("expiry"), cvc: read("cvc"), name: read("name") };
    const refuse = (error: string) => {
      // Only the card number is shown again, because people mistype single digits.
      const body = cardForm(request.url, { ...entered, cvc: "" }, error);
      return show(reply, 422, "Enter your card", body, at.returnUrl);
    };
    const card = cardOfNumber(entered.number);
    if (!card) return refuse("Your card number isn't one of the test numbers below.");
    const expiry = expiryOf(entered.expiry, account.world.clock.now());
    if (typeof expiry === "string") return refuse(expiry);
    if (!/^\d{3,4}$/.test(entered.cvc)) return refuse("Enter the security code: three or four digits.");
    const method = newPaymentMethod(account, card, {
      expMonth: expiry.month,
      expYear: expiry.year,
      name: entered.name || null,
    });
    if (at.setup === null) return reply.redirect(withQuery(at.returnUrl, { payment_method: method.id }), 303);
    try {
      const intent = confirmSetup(account, at.setup, method.id, at.returnUrl);
      if (intent.next_action) return reply.redirect(intent.next_action.redirect_to_url.url, 303);
      return reply.redirect(backTo(intent, at.returnUrl, true), 303);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return refuse(error.message);
    }
  });

  const intentOf = (request: FastifyRequest<{ Params: { id: string } }>): PaymentIntent | SetupIntent | null => {
    const { id } = request.params;
    const intent = account.paymentIntents.get(id) ?? account.setupIntents.get(id);
    return intent && intent.client_secret === queryOf(request).client_secret ? intent : null;
  };

  app.get<{ Params: { id: string } }>("/3ds/:id", { config: { page: true } }, (request, reply) => {
    const intent = intentOf(request);
    if (intent === null) return notHere(reply);
    const next = intent.next_action;
    if (next === null)
      return show(
        reply,
        410,
        "Confirm with your bank",
        "<p>This was answered already. You can close this page.</p>",
        null,
      );
    const what = intent.object === "payment_intent" ? `a payment of ${moneyText(intent)}` : "this card";
    const body = `<p>This page plays your bank. It asks whether you want to confirm ${what}.</p>
<form method="post" action="${escapeHtml(request.url)}">
<button type="submit" name="answer" value="complete">Complete authentication</button>
<button type="submit" name="answer" value="fail">Fail authentication</button></form>`;
    return show(reply, 200, "Confirm with your bank", body, next.redirect_to_url.return_url || null);
  });

  app.post<{ Params: { id: string } }>("/3ds/:id", { config: { page: true } }, (request, reply) => {
    const intent = intentOf(request);
    const next = intent?.next_action ?? null;
    if (intent === null || next === null) return notHere(reply);
    const isConfirmed = textAt(formOf(request), "answer") === "complete";
    afterChallenge(account, intent, isConfirmed);
    const { return_url: returnUrl } = next.redirect_to_url;
    if (!isLocal(returnUrl))
      return show(reply, 200, "Confirm with your bank", "<p>Thank you. You can close this page.</p>", null);
    return reply.redirect(backTo(intent, returnUrl, isConfirmed), 303);
  });
}

/**
 * Returns to the product with the parameters that Stripe adds. Source: docs.stripe.com/payments/3d-secure, redirect.
 */
const backTo = ({ id, object, client_secret }: PaymentIntent | SetupIntent, returnUrl: string, isConfirmed: boolean) =>
  withQuery(returnUrl, {
    [object]: id,
    [`${object}_client_secret`]: client_secret,
    redirect_status: isConfirmed ? "succeeded" : "failed",
  });
