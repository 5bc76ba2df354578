import { simulatedScreening } from "../../host/src/screening-settings.ts";
import type { Simulator } from "../../simulator/src/simulator.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";
import { openScreening } from "../src/adapters/screening/open.ts";
import { orderMakers } from "../src/adapters/screening/orders.ts";
import type { World } from "./world.ts";

type FaultOfAnswer = "drop" | "500" | "429" | "timeout-before" | "timeout-after" | "malformed" | "schema-drift";

/** Sets a world's background check providers to simulated ones. Requests to them time out after a second. */
export async function simulateScreening(world: World): Promise<{
  simulator: Simulator;
  fail: (vendor: "yardstik" | "checkr" | "sterling", fault: FaultOfAnswer, times?: number) => Promise<void>;
}> {
  const simulator = await startSimulator({ tick: 0 });
  const { yardstik, checkr, sterling } = simulatedScreening(simulator.url);
  if (!yardstik || !checkr || !sterling) throw new Error("the simulator plays every provider");
  const timeout = 1_000;
  const settings = {
    yardstik: { ...yardstik, timeout },
    checkr: { ...checkr, timeout },
    sterling: { ...sterling, timeout },
  };
  Object.assign(world.adapters, { screening: openScreening(settings, orderMakers) });
  return {
    simulator,
    async fail(vendor, fault, times = 1) {
      const answer = await fetch(`${simulator.url}/simulator/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ vendor, fault, times }),
      });
      if (!answer.ok) throw new Error(`the fault was refused: ${answer.status}`);
    },
  };
}
