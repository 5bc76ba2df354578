import type Stripe from "stripe";
import { z } from "zod";
import { ProviderError, providerFile } from "../provider-http.ts";
import {
  CardDeclined,
  type CustomerDetails,
  type PaymentsPort,
  type ProviderInvoice,
  type ProviderPrice,
  type ProviderSubscription,
} from "./port.ts";
import type { PaymentsSettings } from "./settings.ts";
import type { Charges } from "./stripe-charges.ts";
import { inSeconds } from "./stripe-charges.ts";
import { asking, cardFacts, reference, seconds, stripeCurrency } from "./stripe-client.ts";

const price = z.object({
  id: z.string(),
  unit_amount: z.int(),
  currency: stripeCurrency,
  recurring: z.object({ interval: z.enum(["month", "year"]) }),
  product: z.unknown(),
});

function priceOf(answer: unknown): ProviderPrice {
  const { id, unit_amount: unitAmount, currency, recurring, product } = price.parse(answer);
  const named = z.object({ name: z.string() }).safeParse(product);
  return { priceId: id, productName: named.data?.name ?? "", interval: recurring.interval, unitAmount, currency };
}

const payments = z
  .object({ data: z.array(z.object({ payment: z.object({ payment_intent: reference.nullish() }) })) })
  .nullish();

const invoice = z.object({
  id: z.string(),
  customer: reference,
  number: z.string().nullish(),
  status: z.enum(["draft", "open", "paid", "void", "uncollectible"]),
  created: seconds,
  due_date: seconds.nullish(),
  total: z.int(),
  amount_due: z.int(),
  amount_paid: z.int(),
  starting_balance: z.int().default(0),
  ending_balance: z.int().nullish(),
  pre_payment_credit_notes_amount: z.int().default(0),
  post_payment_credit_notes_amount: z.int().default(0),
  attempt_count: z.int().default(0),
  currency: stripeCurrency,
  description: z.string().nullish(),
  next_payment_attempt: seconds.nullish(),
  invoice_pdf: z.string().nullish(),
  status_transitions: z.object({ paid_at: seconds.nullish() }),
  payments,
});

function invoiceOf(answer: unknown): ProviderInvoice & { attempts: number } {
  const of = invoice.parse(answer);
  return {
    invoiceId: of.id,
    customerId: of.customer,
    number: of.number ?? null,
    state: of.status,
    createdAt: of.created,
    dueAt: of.due_date ?? null,
    paidAt: of.status_transitions.paid_at ?? null,
    total: of.total,
    amountDue: of.amount_due,
    amountPaid: of.amount_paid,
    startingBalance: of.starting_balance,
    endingBalance: of.ending_balance ?? 0,
    credited: of.pre_payment_credit_notes_amount + of.post_payment_credit_notes_amount,
    currency: of.currency,
    description: of.description ?? null,
    nextTryAt: of.next_payment_attempt ?? null,
    pdfUrl: of.invoice_pdf ?? null,
    intentId: of.payments?.data[0]?.payment.payment_intent ?? null,
    attempts: of.attempt_count,
  };
}

const subscription = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  latest_invoice: z.unknown(),
  metadata: z.record(z.string(), z.string()),
  items: z.object({
    data: z.tuple(
      [z.object({ id: z.string(), price, current_period_start: seconds, current_period_end: seconds })],
      z.unknown(),
    ),
  }),
});

const subscriptionStates: Record<string, ProviderSubscription["status"]> = {
  incomplete: "incomplete",
  incomplete_expired: "canceled",
  trialing: "active",
  active: "active",
  past_due: "pastDue",
  paused: "active",
  unpaid: "unpaid",
  canceled: "canceled",
};

function subscriptionOf(answer: unknown): ProviderSubscription {
  const of = subscription.parse(answer);
  const [item] = of.items.data;
  const status = subscriptionStates[of.status];
  if (status === undefined) throw new ProviderError("malformed", "subscription");
  const latest =
    typeof of.latest_invoice === "object" && of.latest_invoice !== null ? invoiceOf(of.latest_invoice) : null;
  return {
    subscriptionId: of.id,
    customerId: of.customer,
    status,
    priceId: item.price.id,
    interval: item.price.recurring.interval,
    unitAmount: item.price.unit_amount,
    currency: item.price.currency,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAtPeriodEnd: of.cancel_at_period_end,
    openInvoice: latest?.state === "open" ? latest : null,
  };
}

const expand = ["latest_invoice.payments"];
const expandPrice = ["product"];

type ForOrganizations = Omit<PaymentsPort, keyof Charges | "simulated" | "cardForm" | "readWebhook">;

const customerFields = ({ name, email, address, taxExempt }: CustomerDetails) => ({
  name,
  ...(email === null ? {} : { email }),
  ...(address === null
    ? {}
    : {
        address: {
          line1: address.line1,
          line2: address.line2 ?? "",
          city: address.city,
          state: address.state ?? "",
          postal_code: address.postalCode,
          country: address.country,
        },
      }),
  tax_exempt: taxExempt ? ("exempt" as const) : ("none" as const),
});

/** Organizations' payments: customers, saved cards, subscriptions and invoices. */
export function stripeForOrganizations(stripe: Stripe, { timeout }: NonNullable<PaymentsSettings>): ForOrganizations {
  const readInvoice = (id: string) =>
    asking("GET invoices", async () => invoiceOf(await stripe.invoices.retrieve(id, { expand: ["payments"] })));

  async function followTaxId(customer: string, wanted: { type: string; value: string } | null): Promise<void> {
    const { data } = await stripe.customers.listTaxIds(customer, { limit: 10 });
    const isThere = wanted !== null && data.some((one) => one.type === wanted.type && one.value === wanted.value);
    for (const one of data) {
      if (wanted === null || one.type !== wanted.type || one.value !== wanted.value) {
        await stripe.customers.deleteTaxId(customer, one.id);
      }
    }
    if (wanted !== null && !isThere) {
      await stripe.customers.createTaxId(customer, wanted as Stripe.CustomerCreateTaxIdParams);
    }
  }

  return {
    createCustomer: (details, { reference: ours, key }) =>
      asking("POST customers", async () => {
        const fields = { ...customerFields(details), metadata: { organization: ours } };
        const made = await stripe.customers.create(fields, { idempotencyKey: key });
        return z.object({ id: z.string() }).parse(made).id;
      }),
    async changeCustomer(customerId, details, taxId) {
      try {
        await asking("POST customers", async () => {
          await stripe.customers.update(customerId, customerFields(details));
          await followTaxId(customerId, taxId);
        });
        return true;
      } catch (error) {
        if (error instanceof ProviderError && error.fault === "notFound") return false;
        throw error;
      }
    },

    beginSetup: (customer, key) =>
      asking("POST setup_intents", async () => {
        const made = await stripe.setupIntents.create({ customer, usage: "off_session" }, { idempotencyKey: key });
        const { id, client_secret } = z.object({ id: z.string(), client_secret: z.string() }).parse(made);
        return { setupIntentId: id, clientSecret: client_secret };
      }),
    readSetup: (id) =>
      asking("GET setup_intents", async () => {
        const read = await stripe.setupIntents.retrieve(id);
        const setup = z.object({
          customer: reference.nullable(),
          payment_method: reference.nullable(),
          status: z.string(),
        });
        const { customer, payment_method, status } = setup.parse(read);
        return { customerId: customer, methodId: payment_method, isDone: status === "succeeded" };
      }),
    methodsOf: (customer) =>
      asking("GET payment_methods", async () => {
        const { data } = await stripe.customers.listPaymentMethods(customer, { type: "card", limit: 20 });
        const method = z.object({ id: z.string(), created: seconds, card: cardFacts });
        return data.map((one) => {
          const { id, created, card } = method.parse(one);
          return { paymentMethodId: id, addedAt: created, ...card };
        });
      }),
    setDefaultMethod: (customer, methodId, subscriptionId) =>
      asking("POST customers", async () => {
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: methodId } });
        if (subscriptionId !== null) {
          await stripe.subscriptions.update(subscriptionId, { default_payment_method: methodId });
        }
      }),
    async payOpenInvoices(customer, payment_method) {
      const { data } = await asking("GET invoices", () =>
        stripe.invoices.list({ customer, status: "open", limit: 20 }),
      );
      for (const { id, attempt_count } of data) {
        const idempotencyKey = `pay/${id}/${payment_method}/${attempt_count}`;
        const paying = asking("POST invoices/pay", () =>
          stripe.invoices.pay(String(id), { payment_method }, { idempotencyKey }),
        );
        await paying.catch((error: unknown) => {
          if (!(error instanceof CardDeclined)) throw error;
        });
      }
    },
    removeMethod: (id) =>
      asking("POST payment_methods/detach", async () => {
        await stripe.paymentMethods.detach(id);
      }),

    priceFor: ({ productName, interval, unitAmount, currency }) =>
      asking("POST prices", async () => {
        const lookup = `touchline-${productName}-${interval}-${unitAmount}-${currency}`.toLowerCase().slice(0, 200);
        const { data } = await stripe.prices.list({ lookup_keys: [lookup], limit: 1 });
        if (data[0]) return { ...priceOf(data[0]), productName };
        const made = await stripe.prices.create(
          {
            lookup_key: lookup,
            unit_amount: unitAmount,
            currency: currency.toLowerCase(),
            recurring: { interval },
            product_data: { name: productName },
          },
          { idempotencyKey: lookup },
        );
        return { ...priceOf(made), productName };
      }),
    readPrice: (id) =>
      asking("GET prices", async () => priceOf(await stripe.prices.retrieve(id, { expand: expandPrice }))),

    subscribe: ({ customerId, priceId, methodId, reference: ours, key }) =>
      asking("POST subscriptions", async () =>
        subscriptionOf(
          await stripe.subscriptions.create(
            {
              customer: customerId,
              items: [{ price: priceId }],
              default_payment_method: methodId,
              payment_behavior: "allow_incomplete",
              metadata: { reference: ours },
              expand,
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    findSubscription: (customer, ours) =>
      asking("GET subscriptions", async () => {
        const { data } = await stripe.subscriptions.list({
          customer,
          status: "all",
          limit: 20,
          expand: ["data.latest_invoice.payments"],
        });
        const found = data.find((one) => one.metadata.reference === ours);
        return found ? subscriptionOf(found) : null;
      }),
    readSubscription: (id) =>
      asking("GET subscriptions", async () => subscriptionOf(await stripe.subscriptions.retrieve(id, { expand }))),
    subscriptionAction: (intentId, returnUrl) =>
      asking("POST payment_intents/confirm", async () => {
        const read = await stripe.paymentIntents.retrieve(intentId);
        if (read.status !== "requires_action" && read.status !== "requires_confirmation") return null;
        const confirmed = await stripe.paymentIntents.confirm(intentId, { return_url: returnUrl });
        return confirmed.next_action?.redirect_to_url?.url ?? null;
      }),
    previewChange: (of, priceId, at) =>
      asking("POST invoices/create_preview", async () => {
        const read = await stripe.invoices.createPreview({
          customer: of.customerId,
          subscription: of.subscriptionId,
          subscription_details: {
            items: [{ id: await itemOf(of.subscriptionId), price: priceId }],
            proration_behavior: "always_invoice",
            proration_date: inSeconds(at),
          },
        });
        const preview = z.object({
          total: z.int(),
          currency: stripeCurrency,
          lines: z.object({ data: z.array(z.object({ description: z.string().nullable(), amount: z.int() })) }),
        });
        const { total, currency, lines } = preview.parse(read);
        const invoiceLines = lines.data.map((one) => ({ description: one.description ?? "", amount: one.amount }));
        return { dueNow: total, currency, lines: invoiceLines };
      }),
    changePrice: (of, priceId, at, key) =>
      asking("POST subscriptions", async () =>
        subscriptionOf(
          await stripe.subscriptions.update(
            of.subscriptionId,
            {
              items: [{ id: await itemOf(of.subscriptionId), price: priceId }],
              proration_behavior: "always_invoice",
              proration_date: inSeconds(at),
              payment_behavior: "error_if_incomplete",
              expand,
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    setCancelAtPeriodEnd: (id, cancel) =>
      asking("POST subscriptions", async () =>
        subscriptionOf(await stripe.subscriptions.update(id, { cancel_at_period_end: cancel, expand })),
      ),

    invoicesOf: (customer, startingAfterId, limit) =>
      asking("GET invoices", async () => {
        const { data, has_more: hasMore } = await stripe.invoices.list({
          customer,
          limit,
          ...(startingAfterId === null ? {} : { starting_after: startingAfterId }),
        });
        return { invoices: data.map(invoiceOf), hasMore };
      }),
    readInvoice,
    async invoicePdf({ pdfUrl }) {
      if (pdfUrl === null) throw new ProviderError("notFound", "GET invoice_pdf");
      return providerFile(pdfUrl, {}, timeout === undefined ? {} : { timeout });
    },
  };

  async function itemOf(id: string): Promise<string> {
    return subscription.parse(await stripe.subscriptions.retrieve(id)).items.data[0].id;
  }
}
