import type { IdentityPort } from "../../../../adapters/identity/port.ts";
import type { ScheduleDeps } from "../../../../jobs/schedules.ts";
import { sendAccountMail } from "../../../messages/index.ts";
import { operators } from "../../../platform/index.ts";

/** Emails new alarms to the platform's operators in a single message. Alarms wait if the platform has no operator yet. */
export async function mailAlarms(
  { tenancy, adapters, now }: Pick<ScheduleDeps, "tenancy" | "adapters" | "now">,
  identity: Pick<IdentityPort, "accountById">,
): Promise<void> {
  const unmailed = await adapters.chainMemory.unmailed();
  if (unmailed.length === 0) return;
  const ids = await tenancy.runShared(operators);
  const accounts = await Promise.all(
    ids.map(async (appUserId) => ({ appUserId, account: await identity.accountById(appUserId) })),
  );
  const reached = accounts.flatMap(({ appUserId, account }) => (account ? [{ appUserId, to: account.email }] : []));
  if (reached.length === 0) return;
  await tenancy.runShared(async (db) => {
    for (const { appUserId, to } of reached) {
      const fields = { alarms: unmailed.length };
      await sendAccountMail({ db, now: now(), adapters }, { kind: "auditAlarm", fields, to, appUserId });
    }
  });
  await adapters.chainMemory.markMailed(unmailed.map(({ alarmId }) => alarmId));
}
