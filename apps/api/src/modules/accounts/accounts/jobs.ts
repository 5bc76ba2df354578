import { failureFacts } from "../../../jobs/job-runner.ts";
import type { Schedule, ScheduleDeps } from "../../../jobs/schedules.ts";
import { beginChange } from "./actions/changes.ts";
import { finishClosing } from "./actions/close.ts";
import { finishChanges } from "./actions/finish.ts";
import type { FinishingIdentity } from "./actions/links.ts";

/** Finishes changes of accounts that were interrupted between organizations. */
export const finishAccountChanges = (identity: FinishingIdentity): Schedule => ({
  name: "accounts.finishChanges",
  everySeconds: 300,
  run: (deps) => finishChanges(meansOf(identity, deps)),
});

/**
 * Removes accounts that signed up and never confirmed their address. What they joined stays with its organization, as when an
 * account is closed. Nobody is emailed, because the address may be somebody else's.
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
  // Other processes read the ended sessions in the table.
  const ended = { add: () => undefined, has: async () => false };
  return { identity, tenancy, adapters, vault: adapters.vault, ended, now };
}
