import { createHmac, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { startSimulator } from "@touchline/simulator";
import { credentials } from "@touchline/simulator/credentials";
import { openChecks } from "../apps/host/src/drill/checks.ts";
import { asAdmin, readers, whileRead } from "./background-load.ts";
import { type Figure, ms, none, quantile, within } from "./figures.ts";
import { organizationId } from "./population.ts";
import { type Answer, asker, isGood, openLoop } from "./requests.ts";
import type { Stage } from "./setup.ts";

/** The number of background checks that the webhooks are about. */
const orders = 400;
const perSecond = 200;
/** The milliseconds within which 99 of 100 webhooks have to be accepted. */
const most = 50;
const leastSeconds = 10;
/** The seconds after the last webhook until every one has to be processed. */
const mostLeft = 30;

/**
 * Sends a provider's webhooks at a rate while members lists are read. It measures how long each takes to be accepted, how long
 * the lists take, and when every webhook is processed and every check is read from the provider.
 */
export async function measureWebhooks(stage: Stage, seconds: number): Promise<Figure[]> {
  const simulator = await startSimulator({
    ...{ port: stage.providerPort, seed: randomUUID(), tick: 0 },
    fetch: async () => new Response(null, { status: 204 }),
  });
  const checks = await openChecks(stage, { dataDir: tmpdir(), simulatorUrl: simulator.url, organizationId });
  const { ask, close } = asker(stage.url);
  try {
    await checks.order(await checks.askOf(Array.from({ length: orders }, (_, index) => `Bench${index}`)));
    while ((await checks.placed()) < orders) await wait(100);
    const by = await asAdmin(stage);
    const duration = Math.max(seconds, leastSeconds);
    const { read: before } = await whileRead(stage, by, () => wait(duration * 1000));
    const reports = simulator.orders().map(({ id }) => id);
    let sent = 0;
    const next = () => {
      sent += 1;
      return webhookAbout(reports[sent % reports.length] ?? "");
    };
    const begun = performance.now();
    const { came, read } = await whileRead(stage, by, async () => {
      const answers = await openLoop(ask, next, perSecond, duration);
      while ((await checks.kept()).open > 0) await wait(50);
      return { answers, took: performance.now() - begun };
    });
    const { kept } = await checks.kept();
    return [
      accepted(came.answers),
      none("webhooks lost", came.answers.length - kept, `${kept} of ${came.answers.length} kept`),
      within("webhooks handed on", came.took / 1000 - duration, mostLeft, "s after the last"),
      readers("webhooks", read, before),
    ];
  } finally {
    close();
    await checks.close();
    await simulator.close();
  }
}

/** Returns Yardstik's webhook about a report, with its signature. */
function webhookAbout(report: string) {
  const body = {
    ...{ id: randomUUID(), event: "updated", resource_id: report, resource_type: "report", status: "created" },
    timestamp: new Date().toISOString(),
  };
  const signature = createHmac("sha256", credentials.yardstik.signatureKey).update(JSON.stringify(body)).digest("hex");
  return {
    ...{ path: "/api/webhooks/yardstik", method: "POST" as const, body },
    headers: { "x-yardstik-webhook-signature": signature },
  };
}

function accepted(answers: readonly Answer[]): Figure {
  const took = answers.map((one) => (isGood(one) ? one.took : Number.POSITIVE_INFINITY));
  const p99 = quantile(took, 0.99);
  return {
    ...{ name: "webhooks accepted, p99", ratio: p99 / most, target: 1, atMost: true },
    details: `${ms(p99)} of ${most}, p50 ${ms(quantile(took, 0.5))}, ${answers.length} at ${perSecond} a second`,
  };
}
