import type { IdentityPort } from "@touchline/api/adapters/identity/port";
import type { Adapters } from "@touchline/api/call";
import type { WorkLog } from "@touchline/api/jobs/jobs";
import type { Schedule } from "@touchline/api/jobs/schedules";
import { startWorker } from "@touchline/api/worker";
import { purgeExpired } from "@touchline/identity";
import type { ScheduledBackups } from "./backup/schedule.ts";
import type { HostDatabase } from "./database.ts";

type Deps = {
  database: Pick<HostDatabase, "workerPool" | "identityPool">;
  adapters: Adapters;
  identity: IdentityPort;
  /** Whether the identity service runs in this process. If it runs alone, it cleans up by itself. */
  identityHere: boolean;
  /** Absent where no backups are scheduled. */
  backups?: ScheduledBackups;
  log: WorkLog;
};

/** Starts the worker in this process, with what the identity service wants done from time to time. */
export async function startHostWorker({
  database,
  adapters,
  identity,
  identityHere,
  backups,
  log,
}: Deps): Promise<{ stop(): Promise<void> }> {
  const { identityPool } = database;
  const purgeIdentity: Schedule = {
    name: "identity.purgeExpired",
    everySeconds: 3600,
    run: async () => void (identityPool && (await purgeExpired(identityPool))),
  };
  // Until the first run, the folder's content is shown.
  await backups?.look().catch(() => {});
  const worker = await startWorker({
    pool: database.workerPool,
    adapters,
    identity,
    log,
    schedules: [...(identityHere ? [purgeIdentity] : []), ...(backups ? [backups.schedule] : [])],
  });
  return {
    stop: () => {
      backups?.stop();
      return worker.stop();
    },
  };
}
