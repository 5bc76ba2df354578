import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { simulatedPrefix } from "@touchline/simulator/credentials";
import type { Closers } from "./shutdown.ts";

/** Where a provider's key and its address would stand. */
const providers = [
  { key: "YARDSTIK_API_KEY", address: "YARDSTIK_URL" },
  { key: "CHECKR_API_KEY", address: "CHECKR_URL" },
  { key: "STERLING_CLIENT_SECRET", address: "STERLING_URL" },
  { key: "OFFENDER_SEARCH_KEY", address: "OFFENDER_SEARCH_URL" },
  { key: "US_SOCCER_CLIENT_SECRET", address: "US_SOCCER_URL" },
  { key: "TRAINING_API_KEY", address: "TRAINING_URL" },
  { key: "STRIPE_SECRET_KEY", address: "STRIPE_URL" },
  { key: "INTERCOM_SECRET", address: "INTERCOM_URL" },
  { key: "AMAZON_VISION_ACCESS_KEY_ID", address: "AMAZON_VISION_URL" },
] as const;

const onThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads whether providers are simulated, and refuses a mixture: results that nobody checked must not stand where a real
 * provider is paid, and a real key must not go to a simulator.
 *
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readSimulator(
  read: (name: string) => string | null,
  { demo, reachable }: { demo: boolean; reachable: boolean },
): { port: number } | null {
  const text = read("SIMULATOR");
  if (text !== null && !["on", "1", "off", "0"].includes(text)) {
    throw new Error(`SIMULATOR is "${text}": write on or off.`);
  }
  const isOn = text === null ? demo : text === "on" || text === "1";
  if (isOn && reachable) {
    throw new Error(
      "SIMULATOR is on, but others can reach this server: leave SIMULATOR out, as its results are made up.",
    );
  }
  for (const { key, address } of providers) {
    const value = read(key);
    if (value === null || value.startsWith(simulatedPrefix)) continue;
    const target = read(address);
    // The value is not repeated: it is a secret.
    if (isOn) {
      throw new Error(
        `${key} is a real key, but providers are simulated: set DEMO and SIMULATOR to off, or remove ${key}.`,
      );
    }
    if (target !== null && onThisMachine.test(URL.parse(target)?.hostname ?? "")) {
      throw new Error(
        `${key} is a real key, but ${address} leads to this machine, as a simulator does: remove one of them.`,
      );
    }
  }
  const port = read("SIMULATOR_PORT") ?? "0";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`SIMULATOR_PORT is "${port}": write a number from 0 to 65535.`);
  }
  return isOn ? { port: Number(port) } : null;
}

/**
 * Starts the simulated providers where the settings want them.
 *
 * @param options.dataDir the folder that they keep their orders in, so that a restart finds them again.
 * @param options.apiUrl where the API answers: what would be entered in the dashboards of providers that send webhooks.
 * @returns their address, or null.
 */
export async function startSimulatedProviders(
  settings: { port: number } | null,
  closers: Pick<Closers, "add">,
  { dataDir, apiUrl }: { dataDir: string; apiUrl: string },
): Promise<string | null> {
  if (settings === null) return null;
  const { startSimulator } = await import("@touchline/simulator");
  // A new seed where nothing was kept: identifiers that the database has from before must not come back for somebody else.
  const webhookUrls = { checkr: `${apiUrl}/api/webhooks/checkr`, stripe: `${apiUrl}/api/webhooks/stripe` };
  const file = join(dataDir, "simulator", "state");
  const simulator = await startSimulator({ port: settings.port, seed: randomUUID(), file, webhookUrls });
  closers.add(() => simulator.close());
  return simulator.url;
}
