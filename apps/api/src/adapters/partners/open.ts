import { type LeagueAppsSettings, leagueAppsAt } from "./leagueapps.ts";
import type { PartnerPort, PartnerProviders } from "./port.ts";
import { type SportsEngineSettings, sportsEngineAt } from "./sportsengine.ts";
import { testPartner } from "./test-site.ts";

export type PartnerSettings = {
  leagueApps: LeagueAppsSettings;
  sportsEngine: SportsEngineSettings;
  /** Whether the made-up site may be connected. */
  testSite: boolean;
};

/** The addresses at which the partners answer; organizations bring their own credentials. */
export const realPartners: PartnerSettings = {
  leagueApps: {
    url: "https://public.leagueapps.io",
    tokenUrl: "https://auth.leagueapps.io/v2/auth/token",
    ...{ simulated: false, example: null },
  },
  sportsEngine: {
    url: "https://api.sportsengine.com",
    tokenUrl: "https://user.sportsengine.com/oauth/token",
    ...{ simulated: false, example: null },
  },
  testSite: false,
};

/** Opens the partners that organizations can be connected with. */
export function openPartners({ leagueApps, sportsEngine, testSite }: PartnerSettings): PartnerProviders {
  const all: PartnerPort[] = [leagueAppsAt(leagueApps), sportsEngineAt(sportsEngine)];
  return new Map([...(testSite ? [testPartner] : []), ...all].map((one) => [one.source, one]));
}
