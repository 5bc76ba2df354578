import { type PartnerSettings, realPartners } from "@touchline/api/adapters/partners/open";
import { credentials } from "@touchline/simulator/credentials";

/** The partners that organizations can be connected with: as the simulator at an address plays them; without it the real ones. */
export function partnerSettings(simulatorUrl: string | null): PartnerSettings {
  if (simulatorUrl === null) return realPartners;
  const { leagueApps, sportsEngine } = credentials;
  const { siteId, clientId, privateKey } = leagueApps;
  return {
    leagueApps: {
      url: `${simulatorUrl}/leagueapps`,
      tokenUrl: `${simulatorUrl}/leagueapps/v2/auth/token`,
      simulated: true,
      example: { siteId, clientId, secret: privateKey },
    },
    sportsEngine: {
      url: `${simulatorUrl}/sportsengine`,
      tokenUrl: `${simulatorUrl}/sportsengine/oauth/token`,
      simulated: true,
      example: { siteId: sportsEngine.siteId, clientId: sportsEngine.clientId, secret: sportsEngine.clientSecret },
    },
    testSite: true,
  };
}
