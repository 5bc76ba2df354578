import { queryOptions } from "@tanstack/react-query";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import {
  addScreeningClient,
  listAvailableClients,
  previewProducts,
  removeScreeningClient,
} from "@touchline/contract/screening/clients";
import {
  getOnboarding,
  getOnboardingStatus,
  type OnboardingInfo,
  openYardstikAccount,
  saveOnboarding,
} from "@touchline/contract/screening/onboarding";
import { call } from "../../../client.ts";
import { failingAs } from "../../../screening/queries.ts";

export const availableQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "available", id],
    queryFn: ({ signal }) => failingAs("available clients", call(listAvailableClients, { params: { id } }, { signal })),
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

export const disconnectClient = (id: string, clientId: string) =>
  call(removeScreeningClient, { params: { id, clientId } });

/** Milliseconds between two checks of whether the account is active. */
const pollEvery = 10_000;

export const onboardingQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "onboarding", id],
    queryFn: ({ signal }) => failingAs("onboarding info", call(getOnboarding, { params: { id } }, { signal })),
    refetchInterval: ({ state }) => (state.data?.status === "Submitted" ? pollEvery : false),
  });

export const onboardingStatusQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "onboardingStatus", id],
    queryFn: ({ signal }) => failingAs("onboarding status", call(getOnboardingStatus, { params: { id } }, { signal })),
    refetchInterval: ({ state }) => (state.data?.status === "Submitted" ? pollEvery : false),
  });

export const putOnboarding = (id: string, version: number, info: OnboardingInfo) =>
  call(saveOnboarding, { params: { id }, body: { version, info } });

export const submitOnboarding = (id: string, version: number) =>
  call(openYardstikAccount, { params: { id }, body: { version, certified: true } });
