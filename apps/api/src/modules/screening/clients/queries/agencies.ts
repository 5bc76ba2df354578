import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { Agency } from "@touchline/contract/screening/clients";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import type { ScreeningProvider, ScreeningProviders } from "../../../../adapters/screening/port.ts";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { authorizeSomewhere, verdictOn } from "../../../../security/authorize.ts";

/** Providers without a public API: their results are imported from files or recorded. */
const imported = [BackgroundCheckProvider.JDP, BackgroundCheckProvider.NCSI] as const;

/** Lets people who order checks or set up accounts see providers and accounts. @throws Forbidden */
export function authorizeSetUpSight(call: Call): void {
  if (verdictOn(call, "onboarding", { organizationWide: true }).allowed) return;
  authorizeSomewhere(call, "content.edit");
}

/** The providers of this installation: those that take orders, then those whose results come otherwise. */
export function agencies(providers: ScreeningProviders): Agency[] {
  const ordering = [...providers.values()].map(
    ({ provider, name, simulated, accounts }): Agency => ({
      ...{ provider, name, simulated },
      kind: "orders",
      opensAccounts: accounts.open !== null,
    }),
  );
  const other = (provider: BackgroundCheckProvider, kind: Agency["kind"]): Agency => ({
    ...{ provider, kind },
    name: backgroundCheckProviderLabels[provider],
    simulated: false,
    opensAccounts: false,
  });
  return [...ordering, ...imported.map((one) => other(one, "files")), other(BackgroundCheckProvider.Generic, "manual")];
}

/** Returns a provider that takes orders. @throws Conflict if this installation has no key for it */
export function orderingProvider(providers: ScreeningProviders, provider: BackgroundCheckProvider): ScreeningProvider {
  const found = providers.get(provider);
  if (found) return found;
  const name = backgroundCheckProviderLabels[provider];
  throw conflict(`${name} isn't set up on this server. Ask your platform operator.`, "providerNotSetUp");
}
