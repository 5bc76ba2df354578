import { failureFacts } from "../../../jobs/job-runner.ts";
import type { Schedule, ScheduleDeps } from "../../../jobs/schedules.ts";
import { beginChange } from "./actions/changes.ts";
import { finishClosing } from "./actions/close.ts";
import { finishChanges } from "./actions/finish.ts";
import type { FinishingIdentity } from "./actions/links.ts";

/** Finishes changes of accounts that were cut off on their way through the organizations. */
export const finishAccountChanges = (identity: FinishingIdentity): Schedule => ({
  name: "accounts.finishChanges",
  everySeconds: 300,
  run: (deps) => finishChanges(meansOf(identity, deps)),
});

/**
 * Removes accounts that signed up and were never confirmed: what they joined stays with its organization, as after an account
 * was closed. Nobody is told: whose the address is was never known.
 */
export const removeWaitingAccounts = (identity: FinishingIdentity): Schedule => ({
  name: "accounts.removeWaiting",
  everySeconds: 3600,
  async run({ log, ...deps }) {
    const means = meansOf(identity, deps);
    for (const appUserId of await identity.giveUpWaiting()) {
      const begun = await beginChange(means, deps.now(), appUserId, "close", { email: null });
      await finishClosing(means, begun).catch((error: unknown) =>
        log.error({ schedule: "accounts.removeWaiting", appUserId, ...failureFacts(error) }, "Account not removed"),
      );
    }
  },
});

function meansOf(
  identity: FinishingIdentity,
  { tenancy, adapters, now }: Pick<ScheduleDeps, "tenancy" | "adapters" | "now">,
) {
  // Requests read in the table what ended elsewhere.
  const ended = { add: () => undefined, has: async () => false };
  return { identity, tenancy, adapters, vault: adapters.vault, ended, now };
}
