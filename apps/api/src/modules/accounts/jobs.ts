import type { Schedule } from "../../kernel/schedules.ts";
import { finishChanges } from "./actions/finish.ts";
import type { FinishingIdentity } from "./actions/links.ts";

/** Finishes changes of accounts that were cut off on their way through the organizations. */
export const finishAccountChanges = (identity: FinishingIdentity): Schedule => ({
  name: "accounts.finishChanges",
  everySeconds: 300,
  run({ tenancy, adapters, now }) {
    // Requests read in the table what ended elsewhere.
    const ended = { add: () => undefined, has: async () => false };
    return finishChanges({ identity, tenancy, adapters, vault: adapters.vault, ended, now });
  },
});
