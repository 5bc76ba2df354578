import { type Declared, ofPerson } from "./declaration.ts";
import { both, everyMember, mayOrganizationWide, onlyOwn, type Rule, sees } from "./rules.ts";

const absentId = "01994c1e-0000-7000-8000-000000000009";
const ofOrganization = (more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "organization",
  id: "organizationId",
  rule: mayOrganizationWide("billing"),
  ...more,
});
const looksAfterBilling = (more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "nothing",
  rule: mayOrganizationWide("billing"),
  ...more,
});
/** Fees of oneself and of one's children are handled by colleagues. */
const aboutOthers = both(mayOrganizationWide("billing"), (who, about) =>
  onlyOwn(who, about) === "through" ? "refused" : "through",
);
/** A payment that doesn't exist in this world, so the caller and billing staff get 404. */
const ofPayment = (more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "nothing",
  rule: everyMember as Rule,
  absent: true,
  ...more,
});
const card = { paymentMethodId: "pm_card_visa", amount: 2500, currency: "USD", returnPath: "/payments" };
const details = {
  ...{ name: "League", email: "treasurer@example.org", taxId: null },
  address: { line1: "1 Main St", line2: null, city: "Tacoma", state: "WA", postalCode: "98402", country: "US" },
};

/** Who may pay, and who manages billing. The world has no card provider, so permitted callers get that error. */
export const ofBilling: Record<string, Declared> = {
  // Members.
  "GET /api/app/requirement/awaiting-payment-by-individual/{profileLevelAccessId}": ofPerson(sees),
  "POST /api/app/requirement/bulk-payment": ofPerson(onlyOwn, {
    body: ({ plaId, requirementId }) => ({
      ...card,
      items: [{ requirementId, profileLevelAccessId: plaId, amount: 2500 }],
    }),
  }),
  "POST /api/app/requirement/{id}/run-and-pay-background-check-user": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => card,
  }),
  "POST /api/app/requirement/{id}/pay-abuse-prevention-training": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => card,
  }),
  "POST /api/app/billing/card-form": { on: "nothing", rule: everyMember, body: () => ({ returnPath: "/payments" }) },
  "GET /api/app/billing/payments": { on: "nothing", rule: everyMember },
  "GET /api/app/billing/payment/{id}": ofPayment(),
  "POST /api/app/billing/payment/{id}/follow": ofPayment(),
  "POST /api/app/billing/payment/{id}/cancel": ofPayment(),
  "GET /api/app/billing/payment/{id}/receipt": ofPayment(),

  // Billing staff, about members.
  "GET /api/app/billing/organization-payments": looksAfterBilling(),
  "GET /api/app/billing/outstanding": looksAfterBilling(),
  "POST /api/app/billing/outstanding/remind": ofPerson(mayOrganizationWide("billing"), {
    body: ({ plaId }) => ({ profileLevelAccessIds: [plaId] }),
  }),
  "GET /api/app/billing/reconciliation": looksAfterBilling(),
  "GET /api/app/billing/report": looksAfterBilling(),
  "GET /api/app/billing/report-file": looksAfterBilling(),
  "GET /api/app/billing/bookkeeping-file": looksAfterBilling({
    query: () => ({ from: "2026-01-01", to: "2026-01-31", format: "csv" }),
  }),
  "GET /api/app/billing/fee-adjustment/{profileLevelAccessId}": ofPerson(mayOrganizationWide("billing")),
  "POST /api/app/billing/fee-adjustment": ofPerson(aboutOthers, {
    neverOnOneself: true,
    body: ({ plaId, requirementId }) => ({
      ...{ kind: "waiver", profileLevelAccessId: plaId, requirementId, reason: "Scholarship" },
    }),
  }),
  "DELETE /api/app/billing/fee-adjustment/{id}": looksAfterBilling({ absent: true }),
  "POST /api/app/billing/offline-payment": ofPerson(aboutOthers, {
    neverOnOneself: true,
    body: ({ plaId, requirementId }) => ({
      ...{ method: "cash", reference: null, receivedOn: "2026-01-05", currency: "USD" },
      items: [{ requirementId, profileLevelAccessId: plaId, amount: 2500 }],
    }),
  }),
  "POST /api/app/billing/payment/{id}/refund": looksAfterBilling({
    absent: true,
    body: () => ({ amount: 100, reason: "Error", requirementId: absentId }),
  }),

  // The organization.
  "POST /api/app/organization/{id}/billing-information-exists": ofOrganization(),
  "GET /api/app/organization/{id}/billing-information": ofOrganization({ absent: true }),
  "POST /api/app/organization/{id}/billing-information": ofOrganization({ body: () => details }),
  "PUT /api/app/organization/{id}/billing-information": ofOrganization({ absent: true, body: () => details }),
  "GET /api/app/payment-plan/payment-plans/": { on: "nothing", rule: everyMember },
  "GET /api/app/payment-plan/payment-plans-organization": ofOrganization({
    query: ({ organizationId }) => ({ organizationGuid: organizationId }),
  }),
  "POST /api/app/organization/{id}/subscription": ofOrganization({
    body: () => ({ interval: "month", unitAmount: 4900 }),
  }),
  "POST /api/app/organization/{id}/subscription/preview": ofOrganization({ body: () => ({ interval: "year" }) }),
  "PUT /api/app/organization/{id}/subscription": ofOrganization({
    body: () => ({ interval: "year", prorationAt: "2026-01-05T00:00:00.000Z", dueNow: 0 }),
  }),
  "POST /api/app/organization/{id}/subscription/cancel": ofOrganization(),
  "POST /api/app/organization/{id}/subscription/resume": ofOrganization(),
  "GET /api/app/organization/{id}/payment-methods": ofOrganization(),
  "POST /api/app/organization/{id}/card-setup": ofOrganization(),
  "POST /api/app/organization/{id}/payment-methods": ofOrganization({
    absent: true,
    body: () => ({ setupIntentId: "seti_unknown" }),
  }),
  "PUT /api/app/organization/{id}/payment-methods/{paymentMethodId}/default": ofOrganization({ absent: true }),
  "DELETE /api/app/organization/{id}/payment-methods/{paymentMethodId}": ofOrganization({ absent: true }),
  "GET /api/app/organization/{id}/invoices/{startingAfterId}": ofOrganization({ absent: true }),
  "GET /api/app/organization/{id}/invoices/": ofOrganization(),
  "GET /api/app/organization/{id}/invoice/{invoiceId}/pdf": ofOrganization({ absent: true }),
};
