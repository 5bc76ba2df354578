import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import * as contract from "@touchline/contract/screening/clients";
import * as onboarding from "@touchline/contract/screening/onboarding";
import { actingProfile, type Call } from "../../../call.ts";
import { notFound } from "../../../errors.ts";
import { on, onErrand, onReadOnly, onVisit, type Route } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { allowAccount, providerAccountsFor } from "./actions/allow.ts";
import { connectAccount } from "./actions/connect.ts";
import { disconnectAccount } from "./actions/disconnect.ts";
import { saveApplication, submitApplication } from "./actions/onboard.ts";
import { agencies, authorizeSetUpSight, orderingProvider } from "./queries/agencies.ts";
import { askProvider } from "./queries/ask-provider.ts";
import { availableClients, clientAccess, clientsOf, mustBeGranted } from "./queries/clients.ts";
import { authorizeOnboarding, onboardingOffer, onboardingRow, shownOnboarding } from "./queries/onboarding.ts";

/** @throws NotFound for any other organization, Forbidden */
function authorizeSight(call: Call, organizationId: string) {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorizeSetUpSight(call);
}

const shownProducts = (products: readonly { id: string; name: string; price: number | null }[]) =>
  products.map(({ id, name, price }) => ({ productId: id, name, price }));

/** Accounts at background check providers: lists them, connects them, and applies for new ones. */
export const routes: Route[] = [
  onReadOnly(contract.listAgencies, async (call) => {
    authorizeSetUpSight(call);
    return agencies(call.adapters.screening);
  }),
  onReadOnly(contract.listScreeningClients, async (call, { params }) => {
    authorizeSight(call, params.id);
    return clientsOf(call);
  }),
  onReadOnly(contract.listAvailableClients, async (call, { params }) => {
    authorizeOnboarding(call, params.id);
    return availableClients(call);
  }),

  onErrand(contract.listProducts, {
    async begin(call, { params }) {
      authorizeSight(call, params.id);
      return clientAccess(call, params.clientId);
    },
    async act({ provider, access }, { screening }) {
      const { name, accounts } = orderingProvider(screening, provider);
      return askProvider(name, () => accounts.products(access));
    },
    finish: async (_call, _input, products) => shownProducts(products),
  }),
  onErrand(contract.previewProducts, {
    async begin(call, { params }) {
      authorizeOnboarding(call, call.organizationId);
      const named = { provider: Number(params.provider) as BackgroundCheckProvider, accountId: params.accountId };
      await mustBeGranted(call, named);
      return named;
    },
    async act({ provider, accountId }, { screening }) {
      const { name, accounts } = orderingProvider(screening, provider);
      return askProvider(name, async () => accounts.products(await accounts.access(accountId)));
    },
    finish: async (_call, _input, products) => shownProducts(products),
  }),
  onErrand(contract.addScreeningClient, {
    async begin(call, { params, body }) {
      authorizeOnboarding(call, params.id);
      await mustBeGranted(call, body);
      return body;
    },
    async act({ provider, accountId }, { screening }) {
      const { name, accounts } = orderingProvider(screening, provider);
      return askProvider(name, async () => {
        const access = await accounts.access(accountId);
        return { access, account: await accounts.account(access) };
      });
    },
    async finish(call, { params, body }, { access, account }) {
      authorizeOnboarding(call, params.id);
      await mustBeGranted(call, body);
      const connectedBy = actingProfile(call) ?? call.organizationId;
      const clientId = await connectAccount(call, { provider: body.provider, account, access, connectedBy });
      const client = (await clientsOf(call)).find((one) => one.clientId === clientId);
      if (!client) throw notFound("screeningClient");
      return client;
    },
  }),
  on(contract.removeScreeningClient, async (call, { params }) => {
    authorizeOnboarding(call, params.id);
    await disconnectAccount(call, params.clientId);
    return undefined;
  }),

  onReadOnly(onboarding.getOnboarding, async (call, { params }) => {
    authorizeOnboarding(call, params.id);
    return shownOnboarding(call);
  }),
  on(onboarding.saveOnboarding, async (call, { params, body }) => {
    await saveApplication(call, params.id, body);
    return shownOnboarding(call);
  }),
  onReadOnly(onboarding.getOnboardingStatus, async (call, { params }) => {
    authorizeOnboarding(call, params.id);
    const row = await onboardingRow(call);
    return { ...onboardingOffer(call), status: row?.status ?? ("NotStarted" as const), refused: row?.refused ?? false };
  }),
  on(onboarding.openYardstikAccount, async (call, { params, body }) => {
    await submitApplication(call, params.id, body);
    return shownOnboarding(call);
  }),

  onVisit(contract.listProviderAccounts, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    return providerAccountsFor({ visit, id: params.id, operator });
  }),
  onVisit(contract.allowProviderAccount, async (visit, { params, body }) => {
    const operating = { visit, id: params.id, operator: await operatorCalling(visit) };
    await allowAccount(operating, body);
    return providerAccountsFor(operating);
  }),
];
