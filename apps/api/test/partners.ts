import { partnerSettings } from "../../host/src/partner-settings.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";
import { openPartners } from "../src/adapters/partners/open.ts";
import type { World } from "./world.ts";

/** Simulates the partners outside of any world, with a clock that stands still. */
export async function simulatePartnersAlone() {
  const simulator = await startSimulator({ now: () => new Date("2027-03-01T12:00:00Z"), tick: 0 });
  return { simulator, ports: openPartners(partnerSettings(simulator.url)), steer: steering(simulator.url) };
}

/** Steers the simulator at an address. @throws Error with its answer. */
const steering = (url: string) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${url}/simulator/${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text === "" ? null : JSON.parse(text);
};

/** Simulates a world's partners, by its clock, behind the real adapters. */
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
  const steer = steering(simulator.url);
  return {
    simulator,
    steer,
    leagueApps: settings.leagueApps.example as { siteId: string; clientId: string; secret: string },
    sportsEngine: settings.sportsEngine.example as { siteId: string; clientId: string; secret: string },
    /** Makes the next calls of a partner fail in this way. */
    fault: (fault: string, vendor: string, times = 1, value?: number) =>
      steer("POST", "faults", { fault, vendor, times, value }),
    close: () => simulator.close(),
  };
}
export type SimulatedPartners = Awaited<ReturnType<typeof simulatePartners>>;
