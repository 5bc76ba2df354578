import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  addOrganizationFile,
  getOrganizationFileUrl,
  removeOrganizationFile,
} from "@touchline/contract/accounts/organization-settings";
import {
  addBillingInformation,
  addPaymentMethod,
  type BillingInformationBody,
  beginCardSetup,
  billingInformationExists,
  cancelSubscription,
  changeBillingInformation,
  changePlan,
  downloadInvoice,
  getBillingInformation,
  getOrganizationPlan,
  listFirstInvoices,
  listInvoices,
  listPaymentMethods,
  makeDefaultPaymentMethod,
  type PlanInterval,
  previewPlanChange,
  removePaymentMethod,
  resumeSubscription,
  subscribe,
} from "@touchline/contract/billing/organization-billing";
import { call, download } from "../../../client.ts";

/** The interval for refetching a subscription while its first payment is in progress, in milliseconds. */
const pollInterval = 3_000;

export const planQuery = (organizationGuid: string) =>
  queryOptions({
    queryKey: ["organizationBilling", organizationGuid, "plan"],
    queryFn: ({ signal }) => call(getOrganizationPlan, { query: { organizationGuid } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.subscription?.state === "incomplete" ? pollInterval : false),
  });

/** The organization's billing information; null until it was entered. */
export const informationQuery = (id: string) =>
  queryOptions({
    queryKey: ["organizationBilling", id, "information"],
    queryFn: async ({ signal }) => {
      const { exists } = await call(billingInformationExists, { params: { id } }, { signal });
      return exists ? await call(getBillingInformation, { params: { id } }, { signal }) : null;
    },
  });

export const saveInformation = (id: string, body: BillingInformationBody, isFirst: boolean) =>
  call(isFirst ? addBillingInformation : changeBillingInformation, { params: { id }, body });

export const cardsQuery = (id: string) =>
  queryOptions({
    queryKey: ["organizationBilling", id, "cards"],
    queryFn: ({ signal }) => call(listPaymentMethods, { params: { id } }, { signal }),
  });

/** Asks for what the page of payment methods shows, before it is shown. */
export const prefetchCards = (queryClient: QueryClient, organizationId: string) =>
  Promise.all([
    queryClient.prefetchQuery(planQuery(organizationId)),
    queryClient.prefetchQuery(cardsQuery(organizationId)),
  ]);

export const invoicesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["organizationBilling", id, "invoices"],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? call(listFirstInvoices, { params: { id } }, { signal })
        : call(listInvoices, { params: { id, startingAfterId: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.startingAfterId ?? undefined,
  });

export const fetchInvoice = (id: string, invoiceId: string) => download(downloadInvoice, { params: { id, invoiceId } });

export const takeOut = (id: string, body: BodyInput<typeof subscribe>) => call(subscribe, { params: { id }, body });

/** Previews the cost of another billing interval; computed again each time. */
export const changeQuery = (id: string, interval: PlanInterval) =>
  queryOptions({
    queryKey: ["planChange", id, interval],
    queryFn: () => call(previewPlanChange, { params: { id }, body: { interval } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const changeInterval = (id: string, body: BodyInput<typeof changePlan>) =>
  call(changePlan, { params: { id }, body });

export const end = (id: string) => call(cancelSubscription, { params: { id } });

export const resume = (id: string) => call(resumeSubscription, { params: { id } });

export const beginCard = (id: string, returnPath: string) =>
  call(beginCardSetup, { params: { id }, body: { returnPath } });

export const addCard = (id: string, body: BodyInput<typeof addPaymentMethod>) =>
  call(addPaymentMethod, { params: { id }, body });

export const makeDefault = (id: string, paymentMethodId: string) =>
  call(makeDefaultPaymentMethod, { params: { id, paymentMethodId } });

export const removeCard = (id: string, paymentMethodId: string) =>
  call(removePaymentMethod, { params: { id, paymentMethodId } });

const taxDocument = (id: string) => ({ params: { id }, query: { purpose: "TaxDocument" as const } });

export const addCertificate = (id: string, file: File) =>
  call(addOrganizationFile, { ...taxDocument(id), body: {}, files: [file] });

export const certificateAddress = (id: string) => call(getOrganizationFileUrl, taxDocument(id));

export const removeCertificate = (id: string) => call(removeOrganizationFile, taxDocument(id));
