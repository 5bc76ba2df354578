import type { Schedule } from "../../../jobs/schedules.ts";
import { deleteOldWebhooks, processWebhooks } from "../../../jobs/webhook-inbox.ts";
import { paymentWebhook } from "../../../schema/billing.ts";
import { cardWebhooks } from "./actions/inbox.ts";

/** Hands webhooks of the card provider on to what they are about. */
export const processCardWebhooks: Schedule = {
  name: cardWebhooks.name,
  everySeconds: 2,
  async run(deps) {
    while (await processWebhooks(deps, cardWebhooks));
  },
};

/** Deletes old webhooks of the card provider. */
export const deleteOldCardWebhooks: Schedule = {
  name: "billing.deleteOldWebhooks",
  everySeconds: 3600,
  run: (deps) => deleteOldWebhooks(deps, paymentWebhook),
};
