import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";
import { amount, card, cardForm, idInPath, providerId, returnPath } from "./money.ts";

/** What an organization pays for the product: its billing information, plan, payment methods and invoices. */

const billing = {
  /** Who the invoices are made out to. */
  name: line(200),
  email: z.email("Enter a valid email address.").max(254),
  address: z.strictObject({
    line1: line(200),
    line2: z.string().trim().max(200).nullable(),
    city: line(100),
    /** Null if the country has none. */
    state: z.string().trim().max(100).nullable(),
    postalCode: line(20),
    /** ISO 3166-1, two letters. */
    country: z.string().regex(/^[A-Z]{2}$/, "Choose a country."),
  }),
  /** The tax number: an EIN in the United States, a GST or HST number in Canada. */
  taxId: z
    .strictObject({
      type: z.enum(["us_ein", "ca_bn", "ca_gst_hst"]),
      value: z
        .string()
        .trim()
        .regex(/^[0-9A-Z][0-9A-Z -]{3,29}$/i, "Enter the number as on your papers."),
    })
    .nullable(),
};
export const billingBody = z.strictObject(billing);
export type BillingInformationBody = z.output<typeof billingBody>;

/** The billing information. A tax exemption certificate is the organization file with the purpose `TaxDocument`. */
const billingInformation = z.object({
  ...billing,
  /**
   * None: no certificate. Pending: it is uploaded and not reviewed. Exempt: it was accepted, and no tax is charged. Declined:
   * it was not accepted. Ended: its last day has passed.
   */
  taxExemption: z.enum(["none", "pending", "exempt", "declined", "ended"]),
  /** Whether no tax is charged now: also by an earlier certificate while its replacement is reviewed. */
  taxExempt: z.boolean(),
  /** The last day without tax, also a past one; null: no end. */
  taxExemptThrough: z.string().nullable(),
  /** Why the certificate was declined. */
  taxExemptionReason: z.string().nullable(),
  updatedAt: instant,
});
export type BillingInformation = z.output<typeof billingInformation>;

export const billingInformationExists = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/billing-information-exists",
  summary: "Tells whether the organization has entered its billing information.",
  errors: [403],
  response: z.object({ exists: z.boolean() }),
});

export const getBillingInformation = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/billing-information",
  summary: "Gets who pays for the organization and where invoices go.",
  errors: [403],
  response: billingInformation,
});

export const addBillingInformation = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/billing-information",
  summary: "Enters the organization's billing information.",
  errors: [403, 409],
  body: billingBody,
  response: billingInformation,
});

export const changeBillingInformation = endpoint({
  method: "PUT",
  path: "/api/app/organization/{id}/billing-information",
  summary: "Changes the organization's billing information.",
  errors: [403, 409],
  body: billingBody,
  response: billingInformation,
});

// Plans

export const planIntervals = ["month", "year"] as const;
export type PlanInterval = (typeof planIntervals)[number];

const planPrice = z.object({
  /** The provider's id of the price; null if it isn't set up there yet. */
  priceIdStripe: z.string().nullable(),
  productName: z.string(),
  interval: z.enum(planIntervals),
  unitAmount: amount,
  currency,
});

export const listPaymentPlans = endpoint({
  method: "GET",
  path: "/api/app/payment-plan/payment-plans/",
  summary: "Lists the plans of this installation.",
  response: z.array(planPrice),
});

/**
 * The state of a subscription.
 *
 * - `incomplete`: its first invoice hasn't been paid.
 * - `active`: it is paid.
 * - `pastDue`: an invoice couldn't be charged. The card is tried again until `graceUntil`; nobody loses a clearance by it.
 * - `unpaid`: the retries are over, and an invoice is still unpaid.
 * - `canceled`: it has ended.
 */
export const subscriptionStates = ["incomplete", "active", "pastDue", "unpaid", "canceled"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

const subscription = z.object({
  state: z.enum(subscriptionStates),
  interval: z.enum(planIntervals),
  unitAmount: amount,
  currency,
  currentPeriodEnd: instant,
  /** Whether it ends then, without another charge. */
  cancelAtPeriodEnd: z.boolean(),
  /** If an invoice couldn't be charged: since when, until when it is retried, and when next. */
  pastDue: z
    .object({
      since: instant,
      graceUntil: instant,
      nextTryAt: instant.nullable(),
      attempts: z.int(),
    })
    .nullable(),
  /** Where to confirm the payment with the bank; null: not needed. */
  nextAction: z.object({ url: z.string() }).nullable(),
});
export type OrganizationSubscription = z.output<typeof subscription>;

const organizationPlan = z.object({
  productName: z.string(),
  monthUnitAmount: amount,
  yearUnitAmount: amount,
  currency,
  /** Whether it was agreed with this organization when it was created, so that somebody is to subscribe to it. */
  agreed: z.boolean(),
  /** The latest one, also after it ended (`canceled`); null before the first. */
  subscription: subscription.nullable(),
  paymentMethodProvided: z.boolean(),
  /** Whether payments are set up on this installation. */
  available: z.boolean(),
  /** Whether cards aren't really charged. */
  simulated: z.boolean(),
});
export type OrganizationPlan = z.output<typeof organizationPlan>;

export const getOrganizationPlan = endpoint({
  method: "GET",
  path: "/api/app/payment-plan/payment-plans-organization",
  summary: "Gets an organization's plan with its prices, and how its subscription stands.",
  errors: [403],
  query: { organizationGuid: id },
  givesLink: true,
  response: organizationPlan,
});

export const subscribe = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/subscription",
  summary: "Subscribes the organization to its plan, charged to the default payment method.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({
    interval: z.enum(planIntervals),
    /** The amount that was shown: if it has changed, nothing is charged. */
    unitAmount: amount,
    returnPath: returnPath.default("/account/billing"),
  }),
  response: organizationPlan,
});

const changePreview = z.object({
  interval: z.enum(planIntervals),
  /** The moment it is computed for, to be sent with the change. */
  prorationAt: instant,
  /** The amount charged now; negative: credited to the next invoice. */
  dueNow: z.int(),
  currency,
  lines: z.array(z.object({ description: z.string(), amount: z.int() })),
  nextChargeAt: instant,
  nextChargeAmount: amount,
});

export const previewPlanChange = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/subscription/preview",
  summary: "Computes what changing to monthly or yearly payment costs now, before anything is changed.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({ interval: z.enum(planIntervals) }),
  response: changePreview,
});

export const changePlan = endpoint({
  method: "PUT",
  path: "/api/app/organization/{id}/subscription",
  summary: "Changes between monthly and yearly payment, for the amount that the preview showed.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({ interval: z.enum(planIntervals), prorationAt: instant, dueNow: z.int() }),
  response: organizationPlan,
});

export const cancelSubscription = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/subscription/cancel",
  summary: "Cancels the subscription at the end of the period that is paid.",
  errors: [403, 409, 502],
  response: organizationPlan,
});

export const resumeSubscription = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/subscription/resume",
  summary: "Takes back that a subscription is canceled at the end of the period.",
  errors: [403, 409, 502],
  response: organizationPlan,
});

// Payment methods

const paymentMethod = card.extend({
  isDefault: z.boolean(),
  /** Whether it expires this month or next. */
  expiresSoon: z.boolean(),
  expired: z.boolean(),
  addedAt: instant,
});
export type OrganizationPaymentMethod = z.output<typeof paymentMethod>;

export const listPaymentMethods = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/payment-methods",
  summary: "Lists the organization's cards: brand, last four digits and expiry.",
  errors: [403],
  response: z.array(paymentMethod),
});

export const beginCardSetup = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/card-setup",
  summary:
    "Begins to add a card. It is entered at the provider; a hosted page comes back to `returnPath` with `setup_intent` in the address.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({ returnPath: returnPath.default("/account/billing/payment") }),
  response: z.object({
    setupIntentId: z.string(),
    /** For the provider's fields in the page; single use. */
    clientSecret: z.string(),
    form: cardForm,
  }),
});

export const addPaymentMethod = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/payment-methods",
  summary:
    "Adds the card that was entered at the provider, or replaces another card with it. The first card becomes the default; a later one only if that is wanted.",
  errors: [403, 409, 502],
  body: z.strictObject({
    setupIntentId: providerId("seti"),
    /** Removed once the new card is added. */
    replaces: providerId("pm").optional(),
    /** Whether invoices are charged to it from now on. Without another default, they are in any case. */
    makeDefault: z.boolean().default(false),
  }),
  response: z.array(paymentMethod),
});

export const makeDefaultPaymentMethod = endpoint({
  method: "PUT",
  path: "/api/app/organization/{id}/payment-methods/{paymentMethodId}/default",
  params: { paymentMethodId: idInPath },
  summary: "Makes a card the one that is charged.",
  errors: [403, 409, 502],
  response: z.array(paymentMethod),
});

export const removePaymentMethod = endpoint({
  method: "DELETE",
  path: "/api/app/organization/{id}/payment-methods/{paymentMethodId}",
  params: { paymentMethodId: idInPath },
  summary: "Removes a card. The default of a subscription can only be replaced.",
  errors: [403, 409, 502],
  response: noContent,
});

// Invoices

/** Source: specification 2, section 9. */
export const invoicesPerPage = 20;
export const invoiceStates = ["draft", "open", "paid", "void", "uncollectible"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

const invoice = z.object({
  invoiceId: z.string(),
  number: z.string().nullable(),
  state: z.enum(invoiceStates),
  createdAt: instant,
  dueAt: instant.nullable(),
  paidAt: instant.nullable(),
  total: z.int(),
  amountDue: z.int(),
  amountPaid: z.int(),
  /** What was paid from the organization's credit. */
  fromCredit: amount,
  /** What it takes over from earlier invoices that were below the least charge. */
  broughtForward: amount,
  /** What is charged with the next invoice, because it is below the least charge; with what was brought forward. */
  carriedOver: amount,
  /** The amount reduced by credit notes. */
  credited: z.int(),
  currency,
  description: z.string().nullable(),
  /** When the card is tried again; null: never. */
  nextTryAt: instant.nullable(),
  hasPdf: z.boolean(),
});
export type Invoice = z.output<typeof invoice>;

const invoicePage = z.object({
  data: z.array(invoice),
  pagination: z.object({
    /** The id after which the next page starts; null: there is no next page. */
    startingAfterId: z.string().nullable(),
    limit: z.literal(invoicesPerPage),
  }),
});

export const listInvoices = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/invoices/{startingAfterId}",
  params: { startingAfterId: idInPath },
  summary:
    "Lists the organization's invoices after one of them, 20 at a time, the latest first; after 0, the first page.",
  errors: [403, 502],
  response: invoicePage,
});

export const listFirstInvoices = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/invoices/",
  summary: "Lists the organization's latest 20 invoices.",
  errors: [403, 502],
  response: invoicePage,
});

export const downloadInvoice = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/invoice/{invoiceId}/pdf",
  params: { invoiceId: idInPath },
  summary: "Downloads an invoice as a PDF.",
  errors: [403, 409, 502],
  response: fileContent,
});
