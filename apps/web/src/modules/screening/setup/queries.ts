import { queryOptions } from "@tanstack/react-query";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import {
  addScreeningClient,
  listAgencies,
  listAvailableClients,
  listProducts,
  listScreeningClients,
  previewProducts,
} from "@touchline/contract/screening/clients";
import {
  getOnboarding,
  getOnboardingStatus,
  type OnboardingInfo,
  openYardstikAccount,
  saveOnboarding,
} from "@touchline/contract/screening/onboarding";
import { CallFailed, call, NotYet } from "../../../client.ts";

/** A failure in the words of the specification (document 2, section 8); what the server said of it is its cause. */
async function failingAs<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    throw new NotYet(`Failed to fetch ${what}: ${error.status}`, { cause: error });
  }
}

export const agenciesQuery = queryOptions({
  queryKey: ["screening", "agencies"],
  queryFn: ({ signal }) => failingAs("agencies", call(listAgencies, undefined, { signal })),
  retry: false,
});

export const clientsQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "clients", id],
    queryFn: ({ signal }) => call(listScreeningClients, { params: { id } }, { signal }),
  });

export const availableQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "available", id],
    queryFn: ({ signal }) => failingAs("available clients", call(listAvailableClients, { params: { id } }, { signal })),
    retry: false,
  });

export const productsQuery = (id: string, clientId: string) =>
  queryOptions({
    queryKey: ["screening", "products", id, clientId],
    queryFn: ({ signal }) => failingAs("products", call(listProducts, { params: { id, clientId } }, { signal })),
    retry: false,
  });

export const previewQuery = (provider: BackgroundCheckProvider, accountId: string) =>
  queryOptions({
    queryKey: ["screening", "preview", provider, accountId],
    queryFn: ({ signal }) =>
      failingAs(
        "preview products",
        call(previewProducts, { params: { provider: String(provider), accountId } }, { signal }),
      ),
    retry: false,
  });

export const connectClient = (id: string, body: { provider: BackgroundCheckProvider; accountId: string }) =>
  failingAs("add client", call(addScreeningClient, { params: { id }, body }));

/** How often it is asked whether the account is active yet, in milliseconds. */
const pollEvery = 10_000;

export const onboardingQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "onboarding", id],
    queryFn: ({ signal }) => call(getOnboarding, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "Submitted" ? pollEvery : false),
  });

export const onboardingStatusQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "onboardingStatus", id],
    queryFn: ({ signal }) => call(getOnboardingStatus, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "Submitted" ? pollEvery : false),
  });

export const putOnboarding = (id: string, version: number, info: OnboardingInfo) =>
  call(saveOnboarding, { params: { id }, body: { version, info } });

export const submitOnboarding = (id: string, version: number) =>
  call(openYardstikAccount, { params: { id }, body: { version, certified: true } });

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** A price in cents as people read it. */
export const priceText = (cents: number) => dollars.format(cents / 100);
