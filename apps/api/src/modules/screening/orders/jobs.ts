import { z } from "zod";
import { defineErrand } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { deleteOldWebhooks, processWebhooks } from "../../../jobs/webhook-inbox.ts";
import { screeningWebhook } from "../../../schema/screening.ts";
import { disposeResults } from "./actions/dispose.ts";
import { askProvider, beginFollowing, finishFollowing } from "./actions/follow.ts";
import { screeningWebhooks } from "./actions/inbox.ts";
import { pollDueOrders } from "./actions/poll.ts";
import { webhookPath } from "./actions/receive.ts";

/** Places an order at its provider, or asks for its status, and applies the answer. */
export const followOrder = defineErrand({
  name: "screening.follow",
  payload: z.object({ attemptId: z.uuid(), by: z.enum(["placing", "webhook", "look"]) }),
  begin: beginFollowing,
  act: askProvider,
  finish: finishFollowing,
});

/** Emitted when a webhook is about a training at the provider, whose status its module then reads. */
export const trainingChanged = { name: "trainings.follow", payload: z.object({ attemptId: z.uuid() }) };

/** Hands webhooks of providers on to the orders that they are about. */
export const processScreeningWebhooks: Schedule = {
  name: screeningWebhooks.name,
  everySeconds: 2,
  async run(deps) {
    while (await processWebhooks(deps, screeningWebhooks));
  },
};

/** Asks providers about orders without recent webhooks, so that nothing depends on their delivery. */
export const pollOrders: Schedule = {
  name: "screening.look",
  everySeconds: 15,
  async run({ eachOrganization, tenancy, now, errors }) {
    await eachOrganization(async (call) => {
      for (const problem of new Set(await pollDueOrders(call))) {
        errors?.report({ source: "job", name: "ProviderError", code: problem, route: "screening.follow", place: [] });
      }
    }, tenancy.organizationsAwaitingProviders(now()));
  },
};

/**
 * Registers the webhook address at providers that need it, repeatedly: an existing one stays. Skipped if no provider could
 * reach it.
 */
export const registerWebhooks: Schedule = {
  name: "screening.subscribe",
  everySeconds: 600,
  async run({ adapters: { screening, site } }) {
    for (const { provider, simulated, orders } of screening.values()) {
      const url = `${site.apiUrl ?? site.url}${webhookPath(provider)}`;
      if (simulated || url.startsWith("https://")) await orders.subscribe?.(url);
    }
  },
};

/** Deletes old webhooks of providers. */
export const deleteOldScreeningWebhooks: Schedule = {
  name: "screening.deleteOldWebhooks",
  everySeconds: 3600,
  run: (deps) => deleteOldWebhooks(deps, screeningWebhook),
};

/** Rounds of one organization in a day, each of 200. */
const mostRounds = 50;

/** Disposes of results at the end of their retention period. */
export const disposeOldResults: Schedule = {
  name: "screening.dispose",
  whileSuspended: true,
  everySeconds: 86_400,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (let rounds = 0; rounds < mostRounds && (await disposeResults(call)); ) rounds += 1;
    }),
};
