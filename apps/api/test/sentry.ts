import { credentials } from "../../simulator/src/credentials.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";

/** Starts a simulated Sentry. @returns the DSN of its project, and the events it has received. */
export async function simulateSentry() {
  const simulator = await startSimulator({ tick: 0 });
  const { key, project } = credentials.sentry;
  return {
    dsn: simulator.url.replace("//", `//${key}@`).concat(`/sentry/${project}`),
    events: async () => (await (await fetch(`${simulator.url}/sentry/events`)).json()) as unknown[],
    close: () => simulator.close(),
  };
}
