import type { WebhookAnswer } from "../../../adapters/webhooks/port.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import type { OrganizationId } from "../../../database/tenancy.ts";
import { failureOrOutage, type WorkDeps } from "../../../jobs/job-runner.ts";
import { openKeyedQueue } from "../../../jobs/keyed-queue.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetSome } from "./actions/forget.ts";
import { createDeliveries } from "./actions/queue.ts";
import { type DeliveryTry, type Round, recordRound, takeRound } from "./actions/send.ts";

/** Removes what is older than what is kept. */
export const forgetWebhooks: Schedule = {
  name: "webhooks.forget",
  whileSuspended: true,
  everySeconds: 3600,
  async run({ tenancy, eachOrganization }) {
    await eachOrganization(async (call) => {
      let rounds = 0;
      while (rounds < 20 && (await forgetSome(call))) rounds += 1;
    }, tenancy.organizationsWithWebhooks());
  },
};

/** Sends what is due to webhook endpoints, beside the jobs: an endpoint that hangs takes the place of no mail. */
export type WebhookSender = {
  start(): void;
  /** Takes up nothing new and lets what is being sent end. */
  stop(): Promise<void>;
  /** Sends everything that is due now, and what that brings about; then resolves. For tests. @throws what went wrong */
  drain(): Promise<void>;
};

/** Endpoints that one worker sends to at once. */
const mostEndpoints = 50;
/** Milliseconds between two looks for what is due. */
const lookEvery = 1_000;

/**
 * Opens what sends webhooks. Each endpoint has a queue of its own, and one worker at a time. A delivery is recorded once it was
 * answered: where a worker dies in between, another sends it again, so each arrives at least once.
 */
export function openWebhookSender(deps: WorkDeps): WebhookSender {
  const { tenancy, log } = deps;
  const workerId = newId();
  const working = new Map<string, Promise<void>>();
  // Of the worker's connections, which the jobs need as well.
  const connections = openKeyedQueue({ places: 2, longestLine: 10_000 });
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const within = <Result>(organizationId: OrganizationId, work: (call: Call) => Promise<Result>) =>
    connections.inPlace(() =>
      tenancy.run(organizationId, (db) =>
        work({
          actor: { kind: "system", name: "webhooks" },
          organizationId,
          db,
          now: deps.now(),
          adapters: deps.adapters,
        }),
      ),
    );

  async function sendTo(organizationId: OrganizationId, webhookEndpointId: string): Promise<void> {
    while (!stopping) {
      const round = await within(organizationId, (call) => takeRound(call, webhookEndpointId, workerId));
      if (round === null) return;
      const tried = await sendRound(round);
      await within(organizationId, (call) => recordRound(call, webhookEndpointId, tried));
    }
  }

  /** In the order in which the answers came. */
  async function sendRound({ endpoint, secrets, due }: Round): Promise<DeliveryTry[]> {
    const tried: DeliveryTry[] = [];
    await Promise.all(
      due.map(async (delivery) => {
        const startedAt = deps.now();
        const began = performance.now();
        const answer: WebhookAnswer = await deps.adapters.webhooks.send(
          { id: delivery.webhookEventId, url: endpoint.url, body: delivery.body, secrets },
          startedAt,
        );
        tried.push({ delivery, answer, startedAt, ms: Math.round(performance.now() - began) });
      }),
    );
    return tried;
  }

  let latestError: unknown = null;
  const failed = (error: unknown) => {
    latestError = error;
    log.error(failureOrOutage(error), "Webhooks not sent");
  };

  async function createAllDeliveries(organizationId: OrganizationId): Promise<void> {
    while (!stopping && (await within(organizationId, createDeliveries)));
  }

  async function look(): Promise<void> {
    for await (const organizationId of tenancy.organizationsWithEvents())
      await createAllDeliveries(organizationId).catch(failed);
    for (const { organizationId, webhookEndpointId } of await tenancy.webhooksDue(deps.now(), mostEndpoints * 2)) {
      if (stopping) return;
      if (working.size >= mostEndpoints) return;
      if (working.has(webhookEndpointId)) continue;
      const work = sendTo(organizationId, webhookEndpointId)
        .catch(failed)
        .finally(() => working.delete(webhookEndpointId));
      working.set(webhookEndpointId, work);
    }
  }

  function again(): void {
    looking = look()
      .catch(failed)
      .then(() => {
        if (!stopping) timer = setTimeout(again, lookEvery);
      });
  }

  return {
    start: again,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(working.values());
    },
    async drain() {
      do {
        await look();
        await Promise.all(working.values());
        if (latestError !== null) throw latestError;
      } while ((await tenancy.webhooksDue(deps.now(), 1)).length > 0);
    },
  };
}
