// `npm run simulator`: every simulated provider in a process of its own.
import { randomUUID } from "node:crypto";
import { startSimulator } from "@touchline/simulator";
import { stopWithNpm } from "./run.ts";

const { SIMULATOR_PORT, SIMULATOR_SEED, SIMULATOR_FILE, SIMULATOR_STRIPE_WEBHOOKS: stripe } = process.env;
const port = Number(SIMULATOR_PORT ?? 3100);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`SIMULATOR_PORT is "${SIMULATOR_PORT}". Set it to a number from 0 to 65535.`);
  process.exit(1);
}
const simulator = await startSimulator({
  port,
  // A new seed each time: an identifier that a customer has stored must not come back for somebody else.
  seed: SIMULATOR_SEED || randomUUID(),
  // What an earlier one kept in this file is there again.
  ...(SIMULATOR_FILE ? { file: SIMULATOR_FILE } : {}),
  ...(stripe ? { webhookUrls: { stripe } } : {}),
});
console.log(
  `Simulated providers are running at ${simulator.url}, their panel at ${simulator.url}/simulator. They make no real check.`,
);

async function stop(): Promise<void> {
  await simulator.close();
  process.exit(0);
}
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
stopWithNpm(stop);
