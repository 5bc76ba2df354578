import { simulatedLicenses, simulatedTraining } from "../../host/src/lookup-settings.ts";
import { credentials } from "../../simulator/src/credentials.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";
import { type UsSoccerSettings, usSoccerLicenses } from "../src/adapters/licenses/us-soccer.ts";
import { offenderSearchAt } from "../src/adapters/offender-search/http.ts";
import { type TrainingSettings, trainingsAt } from "../src/adapters/trainings/http.ts";
import type { World } from "./world.ts";

/** The milliseconds after which requests to simulated vendors time out in tests. */
const timeout = 1_000;

export type SimulatedLookups = Awaited<ReturnType<typeof simulateLookups>>;

/**
 * Simulates U.S. Soccer, the training provider, and the offender search for a world, by its clock, behind the real adapters.
 */
export async function simulateLookups(world: World) {
  const simulator = await startSimulator({ now: world.clock.now, tick: 0 });
  const training = { ...(simulatedTraining(simulator.url) as TrainingSettings), timeout };
  const soccer = { ...(simulatedLicenses(simulator.url) as UsSoccerSettings), timeout };
  const search = {
    url: `${simulator.url}/offender-search`,
    key: credentials.offenderSearch.key,
    simulated: true,
    timeout,
  };
  const steer = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${simulator.url}/simulator/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return {
    simulator,
    steer,
    webhookSecret: training.webhookSecret ?? "",
    /** Returns every enrollment of the training provider, with its reference in the product. */
    async enrollments() {
      const headers = { authorization: `Bearer ${training.apiKey}` };
      const listed = await fetch(`${training.url}/enrollments`, { headers });
      const { data } = (await listed.json()) as { data: { url: string; learner: { external_id: string } }[] };
      return data;
    },
    useLicenses: (more: Partial<UsSoccerSettings> = {}) =>
      void Object.assign(world.adapters, { licenses: usSoccerLicenses({ ...soccer, ...more }) }),
    useTrainings: () =>
      void Object.assign(world.adapters, {
        trainings: trainingsAt(training),
        site: { ...world.adapters.site, apiUrl: world.base },
      }),
    useOffenderSearch: (more: { key?: string } = {}) =>
      void Object.assign(world.adapters, { offenderSearch: offenderSearchAt({ ...search, ...more }) }),
    /** Makes the next calls or webhooks of a vendor fail in this way. */
    fault: (fault: string, vendor: string, times = 1, value?: number) =>
      steer("POST", "faults", { fault, vendor, times, value }),
    clearFaults: async () => void (await fetch(`${simulator.url}/simulator/faults`, { method: "DELETE" })),
    close: () => simulator.close(),
  };
}
