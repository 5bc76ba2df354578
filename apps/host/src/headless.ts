// The product without its page: what `npm run dev` puts behind Vite, and what the drill kills.
import { runHost } from "./run.ts";

runHost(
  async () => async () => {},
  ({ seconds, simulatorUrl }) => {
    console.log(`The server is ready (${seconds.toFixed(1)} s).`);
    if (simulatorUrl !== null) console.log(`Providers are simulated: ${simulatorUrl}/simulator.`);
  },
);
