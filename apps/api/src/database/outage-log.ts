import type { WorkLog } from "../jobs/jobs.ts";
import { lostConnection } from "./outage.ts";

/** Milliseconds between two checks of whether the database is back. */
const lookEvery = 1_000;

export type OutageLog = {
  /**
   * Logs an outage when it is first noticed, and again when the database is back.
   *
   * @returns whether the error is an outage, which needs no other log entry.
   */
  met(what: string, error: unknown): boolean;
  close(): void;
};

/**
 * Logs one line when the database goes away and one when it is back, however many callers notice.
 *
 * @param ready checks on its own connection whether the database answers.
 */
export function openOutageLog(
  ready: () => Promise<boolean>,
  say: (line: string) => void,
  { every = lookEvery, now = Date.now }: { every?: number; now?: () => number } = {},
): OutageLog {
  let since: number | null = null;
  let looking: NodeJS.Timeout | null = null;
  const look = async () => {
    if (!(await ready()) || since === null) return;
    say(`The database is available again after ${Math.round((now() - since) / 1000)} s.`);
    since = null;
    if (looking) clearInterval(looking);
    looking = null;
  };
  return {
    met(what, error) {
      const reason = lostConnection(error);
      if (reason === null) return false;
      if (since === null) {
        since = now();
        say(`The database isn't available (${what}: ${reason}). Requests get 503 and jobs wait until it's back.`);
        looking = setInterval(look, every);
        looking.unref();
      }
      return true;
    },
    close() {
      if (looking) clearInterval(looking);
    },
  };
}

/** Wraps the log of jobs and schedules so that an outage isn't logged at every try. */
export function withoutOutages(log: WorkLog, outages: Pick<OutageLog, "met">): WorkLog {
  return {
    info: (facts, message) => log.info(facts, message),
    error(facts, message) {
      const { lost, job, schedule, queue } = facts as Record<"lost" | "job" | "schedule" | "queue", unknown>;
      const what = [message, job ?? schedule ?? queue].filter(Boolean).join(" ");
      if (lost instanceof Error && outages.met(what, lost)) return;
      const { lost: _, ...others } = facts as { lost?: unknown };
      log.error(others, message);
    },
  };
}
