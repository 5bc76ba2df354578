import type { Schedule } from "../../../jobs/schedules.ts";
import { deleteOldWebhooks, processWebhooks } from "../../../jobs/webhook-inbox.ts";
import { paymentNews } from "../../../schema/billing.ts";
import { cardWebhooks } from "./actions/hand-on.ts";

/** Hands webhooks of the card provider on to what they are about. */
export const noticeCardNews: Schedule = {
  name: cardWebhooks.name,
  everySeconds: 2,
  async run(deps) {
    while (await processWebhooks(deps, cardWebhooks));
  },
};

/** Deletes old webhooks of the card provider. */
export const forgetCardNews: Schedule = {
  name: "billing.forgetNews",
  everySeconds: 3600,
  run: (deps) => deleteOldWebhooks(deps, paymentNews),
};
