import { partnerSettings } from "../../host/src/partner-settings.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";
import { openPartners } from "../src/adapters/partners/open.ts";
import type { World } from "./world.ts";

/** The partners of a world, simulated by its clock, with the real adapters before them. */
export async function simulatePartners(world: World) {
  const simulator = await startSimulator({ now: world.clock.now, tick: 0 });
  const settings = partnerSettings(simulator.url);
  const timeout = 20_000;
  Object.assign(world.adapters, {
    partners: openPartners({
      leagueApps: { ...settings.leagueApps, timeout },
      sportsEngine: { ...settings.sportsEngine, timeout },
      testSite: true,
    }),
    site: { ...world.adapters.site, apiUrl: world.base },
  });
  const steer = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${simulator.url}/simulator/${path}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  };
  return {
    simulator,
    steer,
    leagueApps: settings.leagueApps.example as { siteId: string; clientId: string; secret: string },
    sportsEngine: settings.sportsEngine.example as { siteId: string; clientId: string; secret: string },
    /** The next calls of a partner fail in this way. */
    fault: (fault: string, vendor: string, times = 1, value?: number) =>
      steer("POST", "faults", { fault, vendor, times, value }),
    close: () => simulator.close(),
  };
}
export type SimulatedPartners = Awaited<ReturnType<typeof simulatePartners>>;
