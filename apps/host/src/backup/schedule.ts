import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Schedule } from "@touchline/api/jobs/schedules";
import { backupSchedule } from "@touchline/api/modules/reporting/audit/queries/integrity";
import type { HostConfig } from "../config.ts";
import { fingerprintOf } from "./manifest.ts";
import { scheduledBackups, startedAtOf } from "./retention.ts";

const root = resolve(import.meta.dirname, "../../../..");
/** Seconds between two looks whether a backup is due; one that failed is tried again at the next. */
const lookEvery = 3_600;
/** Milliseconds by which one may be early, so that looks that come a little late do not move it from day to day. */
const slack = 1_800_000;
/** The exit code of a backup that was made and lacks files which the file store had lost. */
const madeWithoutFiles = 1;
/** The most characters of a failed backup's message that are reported. */
const maxOutputLength = 500;

/** `overdue`: no backup is younger than twice the time between two. */
export type BackupState = { latestAt: string | null; failedAt: string | null; overdue: boolean };

export type ScheduledBackups = {
  schedule: Schedule;
  /** What is known of them without asking anybody. */
  state(): BackupState;
  /** Looks into the folder again: another server may have made one. */
  look(): Promise<void>;
  /** Ends a backup that is under way. */
  stop(): void;
};

/**
 * Backups that are made by themselves, by one server at a time, each in a process of its own so that requests never wait for
 * one.
 *
 * @param make makes one.
 * @returns what is wrong with it, or null.
 * @throws when it fails.
 */
export function scheduleBackups(
  { folder, everyHours }: NonNullable<HostConfig["backup"]>,
  secret: string,
  make: (signal: AbortSignal) => Promise<string | null> = makeInChild,
): ScheduledBackups {
  const fingerprint = fingerprintOf(secret);
  const every = everyHours * 3_600_000;
  const stopping = new AbortController();
  const begunAt = Date.now();
  let latest: Date | null = null;
  let failedAt: Date | null = null;
  const look = async () => {
    const [newest] = await scheduledBackups(folder, fingerprint);
    latest = newest === undefined ? null : startedAtOf(newest);
  };
  const looking = setInterval(() => void look().catch(() => {}), lookEvery * 1_000);
  looking.unref();
  return {
    schedule: {
      name: backupSchedule,
      everySeconds: lookEvery,
      async run({ now, log }) {
        try {
          await look();
          if (latest && now().getTime() - latest.getTime() < every - slack) return;
          const wrong = await make(stopping.signal);
          if (wrong !== null) log.error({ why: wrong }, "Scheduled backup incomplete");
          failedAt = null;
          await look();
        } catch (error) {
          if (stopping.signal.aborted) return;
          failedAt = now();
          log.error({ why: error instanceof Error ? error.message : String(error) }, "Scheduled backup failed");
          throw error;
        }
      },
    },
    state: () => ({
      latestAt: latest?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      overdue: Date.now() - (latest?.getTime() ?? begunAt) > 2 * every,
    }),
    look,
    stop() {
      clearInterval(looking);
      stopping.abort();
    },
  };
}

/** Runs `npm run backup` with the settings of this process. */
async function makeInChild(signal: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, ["scripts/run.mjs", "apps/host/src/backup.ts", "--scheduled"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    output = `${output}${part}`.slice(-maxOutputLength);
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return null;
  if (code === madeWithoutFiles) return output.trim();
  throw new Error(output.trim() || `The backup ended with exit code ${code}.`);
}
