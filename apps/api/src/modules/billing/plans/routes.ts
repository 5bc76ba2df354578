import { Readable } from "node:stream";
import * as firstCards from "@touchline/contract/billing/first-card";
import * as contract from "@touchline/contract/billing/organization-billing";
import * as exemptions from "@touchline/contract/billing/tax-exemptions";
import { defaultPlan, planCurrency } from "@touchline/contract/setup/organization-creation";
import { paymentFailureTexts } from "@touchline/rules";
import type { Adapters, Call } from "../../../call.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { conflict } from "../../../errors.ts";
import { on, onErrand, onReadOnly, onVisit, type Route } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { actCanceling, actChange, actPreview, beginCanceling, beginChange } from "./actions/change.ts";
import { decideCertificate, linkCertificate, waitingCertificates } from "./actions/exemption.ts";
import { addFirstCard, beginFirstCard } from "./actions/first-card.ts";
import { addInformation, changeInformation } from "./actions/information.ts";
import { actInvoice, actInvoices, beginInvoice, beginInvoices, invoicesShown } from "./actions/invoices.ts";
import * as methods from "./actions/methods.ts";
import {
  actFollowing,
  beginFollowing,
  beginSubscribing,
  recordSubscription,
  type SubscriptionAnswer,
} from "./actions/subscribe.ts";
import { accountOf, authorizeBilling, informationShown, planShown } from "./queries/account.ts";

export function planRoutes({ tenancy, now }: { tenancy: Tenancy; now: () => Date }): Route[] {
  const record = async (
    call: Call,
    _input: unknown,
    { subscriptionId, answer }: { subscriptionId: string; answer: SubscriptionAnswer },
  ) => {
    await recordSubscription(call, subscriptionId, answer);
    return planShown(call);
  };

  return [
    on(contract.billingInformationExists, async (call, { params }) => {
      authorizeBilling(call, params.id);
      return { exists: (await accountOf(call)) !== null };
    }),
    onReadOnly(contract.getBillingInformation, (call, { params }) => {
      authorizeBilling(call, params.id);
      return informationShown(call);
    }),
    on(contract.addBillingInformation, (call, { params, body }) => {
      authorizeBilling(call, params.id);
      return addInformation(call, body);
    }),
    on(contract.changeBillingInformation, (call, { params, body }) => {
      authorizeBilling(call, params.id);
      return changeInformation(call, body);
    }),

    onReadOnly(contract.listPaymentPlans, () => {
      const { productName, monthUnitAmount, yearUnitAmount } = defaultPlan;
      const plan = { priceIdStripe: null, productName, currency: planCurrency } as const;
      return Promise.resolve([
        { ...plan, interval: "month" as const, unitAmount: monthUnitAmount },
        { ...plan, interval: "year" as const, unitAmount: yearUnitAmount },
      ]);
    }),
    onReadOnly(contract.getOrganizationPlan, (call, { query }) => {
      authorizeBilling(call, query.organizationGuid);
      return planShown(call);
    }),

    onErrand(contract.subscribe, {
      async begin(call, { params, body }) {
        const request = await beginSubscribing(call, params.id, body);
        return { request, organizationId: call.organizationId, actor: call.actor };
      },
      async act({ request, organizationId, actor }, adapters: Adapters) {
        // The record is committed by now; whatever the outcome of the call, it is looked up.
        const begun = await tenancy.run(organizationId, (db) =>
          beginFollowing({ actor, organizationId, db, now: now(), adapters }, request),
        );
        if (begun === null) throw conflict("There's a subscription already. Reload the page.", "alreadySubscribed");
        const answer = await actFollowing(begun, adapters);
        if (answer.kind === "subscription" && answer.subscription === null && answer.refused) {
          await tenancy.run(organizationId, (db) =>
            recordSubscription({ actor, organizationId, db, now: now(), adapters }, request.subscriptionId, answer),
          );
          throw conflict(paymentFailureTexts.declined, "cardNotUsable");
        }
        return { subscriptionId: request.subscriptionId, answer };
      },
      async finish(call, input, acted) {
        const recorded = await record(call, input, acted);
        return recorded;
      },
    }),
    onErrand(contract.previewPlanChange, {
      begin: (call, { params, body }) => beginChange(call, params.id, { ...body, prorationAt: null, dueNow: null }),
      act: actPreview,
      finish: (_call, _input, preview) => Promise.resolve(preview),
    }),
    onErrand(contract.changePlan, {
      begin: (call, { params, body }) => beginChange(call, params.id, body),
      act: actChange,
      finish: record,
    }),
    onErrand(contract.cancelSubscription, {
      begin: (call, { params }) => beginCanceling(call, params.id, true),
      act: actCanceling,
      finish: record,
    }),
    onErrand(contract.resumeSubscription, {
      begin: (call, { params }) => beginCanceling(call, params.id, false),
      act: actCanceling,
      finish: record,
    }),

    onErrand(contract.listPaymentMethods, {
      begin: (call, { params }) => methods.beginListing(call, params.id),
      act: methods.actListing,
      finish: (call, _input, listed) => methods.methodsShown(call, listed),
    }),
    onErrand(contract.beginCardSetup, {
      begin: (call, { params }) => methods.beginSetup(call, params.id),
      act: methods.actSetup,
      finish: (call, { body }, acted) => methods.finishSetup(call, body.returnPath, acted),
    }),
    onErrand(contract.addPaymentMethod, {
      begin: (call, { params, body }) => methods.beginAdding(call, params.id, body),
      act: methods.actAdding,
      finish: (call, _input, acted) => methods.finishAdding(call, acted),
    }),
    onErrand(contract.makeDefaultPaymentMethod, {
      begin: (call, { params }) => methods.beginChanging(call, params.id, params.paymentMethodId, "default"),
      act: methods.actChanging,
      finish: (call, _input, acted) => methods.finishChanging(call, acted),
    }),
    onErrand(contract.removePaymentMethod, {
      begin: (call, { params }) => methods.beginChanging(call, params.id, params.paymentMethodId, "remove"),
      act: methods.actChanging,
      async finish(call, _input, acted) {
        await methods.finishChanging(call, acted);
        return undefined;
      },
    }),

    onErrand(contract.listInvoices, {
      begin: (call, { params }) =>
        beginInvoices(call, params.id, params.startingAfterId === "0" ? null : params.startingAfterId),
      act: actInvoices,
      finish: (_call, _input, page) => Promise.resolve(invoicesShown(page)),
    }),
    onErrand(contract.listFirstInvoices, {
      begin: (call, { params }) => beginInvoices(call, params.id, null),
      act: actInvoices,
      finish: (_call, _input, page) => Promise.resolve(invoicesShown(page)),
    }),
    onErrand(contract.downloadInvoice, {
      begin: (call, { params }) => beginInvoice(call, params.id, params.invoiceId),
      act: actInvoice,
      finish: (_call, _input, { invoice, pdf }) =>
        Promise.resolve({
          stream: Readable.from([pdf]),
          name: `invoice-${invoice.number ?? invoice.invoiceId}.pdf`,
          mediaType: "application/pdf",
          bytes: pdf.length,
        }),
    }),
  ];
}

/** The first card of a new organization and exemption certificates, for those who run the platform. */
export const platformBillingRoutes: Route[] = [
  onVisit(firstCards.beginFirstCard, async (visit, { params, body }) =>
    beginFirstCard({ visit, operator: await operatorCalling(visit), organizationId: params.id }, body),
  ),
  onVisit(firstCards.addFirstCard, async (visit, { params, body }) =>
    addFirstCard({ visit, operator: await operatorCalling(visit), organizationId: params.id }, body),
  ),

  onVisit(exemptions.listTaxCertificates, async (visit, { query }) => {
    await operatorCalling(visit);
    return waitingCertificates(visit, query.cursor);
  }),
  onVisit(exemptions.openTaxCertificate, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    return linkCertificate({ visit, operator, organizationId: params.id, certificateId: params.certificateId });
  }),
  onVisit(exemptions.decideTaxCertificate, async (visit, { params, body }) => {
    const operator = await operatorCalling(visit);
    const { id: organizationId, certificateId } = params;
    await decideCertificate({ visit, operator, organizationId, certificateId }, body);
    return undefined;
  }),
];
