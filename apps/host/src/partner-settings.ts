import { type PartnerSettings, realPartners } from "@touchline/api/adapters/partners/open";
import { credentials } from "@touchline/simulator/credentials";
import { type ReadSetting, readUrl } from "./screening-settings.ts";

/**
 * Reads where partners answer, if not at their usual addresses; null: nothing is set.
 *
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readPartners(read: ReadSetting): PartnerSettings | null {
  const leagueApps = readUrl(read, "LEAGUEAPPS_URL");
  const sportsEngine = readUrl(read, "SPORTSENGINE_URL");
  if (leagueApps === null && sportsEngine === null) return null;
  return {
    leagueApps:
      leagueApps === null
        ? realPartners.leagueApps
        : { ...realPartners.leagueApps, url: leagueApps, tokenUrl: `${leagueApps}/v2/auth/token` },
    sportsEngine:
      sportsEngine === null
        ? realPartners.sportsEngine
        : { ...realPartners.sportsEngine, url: sportsEngine, tokenUrl: `${sportsEngine}/oauth/token` },
    testSite: false,
  };
}

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
