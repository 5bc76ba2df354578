// `npm run simulator`: every simulated provider in a process of its own.
import { randomUUID } from "node:crypto";
import { startSimulator } from "@touchline/simulator";
import { stopWithNpm } from "./run.ts";

const port = Number(process.env.SIMULATOR_PORT ?? 3100);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`SIMULATOR_PORT is "${process.env.SIMULATOR_PORT}". Set it to a number from 0 to 65535.`);
  process.exit(1);
}
// A new seed each time: an identifier that a customer has stored must not come back for somebody else.
const simulator = await startSimulator({ port, seed: process.env.SIMULATOR_SEED || randomUUID() });
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
