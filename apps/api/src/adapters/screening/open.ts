import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { type OauthSession, oauthSession } from "../oauth-session.ts";
import { checkrAccounts } from "./checkr-accounts.ts";
import type { ScreeningOrders, ScreeningProvider, ScreeningProviders } from "./port.ts";
import type { CheckrSettings, ScreeningSettings, SterlingSettings, YardstikSettings } from "./settings.ts";
import { sterlingAccounts } from "./sterling-accounts.ts";
import { yardstikAccounts } from "./yardstik-accounts.ts";

/** The functions that create the orders part of each provider. */
export type OrderMakers = {
  yardstik: (settings: YardstikSettings) => ScreeningOrders;
  checkr: (settings: CheckrSettings) => ScreeningOrders;
  sterling: (settings: SterlingSettings, session: OauthSession) => ScreeningOrders;
};

/** Opens the providers that have keys in the settings, each with its accounts and its orders. */
export function openScreening(
  { yardstik, checkr, sterling }: ScreeningSettings,
  orders: OrderMakers,
): ScreeningProviders {
  const providers: ScreeningProvider[] = [];
  if (yardstik !== null) {
    providers.push({
      provider: BackgroundCheckProvider.Yardstik,
      name: "Yardstik",
      simulated: yardstik.simulated,
      accounts: yardstikAccounts(yardstik),
      orders: orders.yardstik(yardstik),
    });
  }
  if (checkr !== null) {
    providers.push({
      provider: BackgroundCheckProvider.Checkr,
      name: "Checkr",
      simulated: checkr.simulated,
      accounts: checkrAccounts(checkr),
      orders: orders.checkr(checkr),
    });
  }
  if (sterling !== null) {
    const session = oauthSession(sterling);
    providers.push({
      provider: BackgroundCheckProvider.Sterling,
      name: "Sterling",
      simulated: sterling.simulated,
      accounts: sterlingAccounts(session),
      orders: orders.sterling(sterling, session),
    });
  }
  return new Map(providers.map((one) => [one.provider, one]));
}
