import { plural } from "@touchline/rules";
import type pg from "pg";
import type { Call } from "../call.ts";
import type { OrganizationId } from "../database/tenancy.ts";
import { failureOrOutage, type WorkDeps } from "./job-runner.ts";

/** The context of a schedule: what jobs have, and access to each organization in turn. */
export type ScheduleDeps = WorkDeps & {
  /**
   * Runs `work` for each organization, in a transaction of its own and as the system actor `schedule.<name>`. A failure is
   * logged and doesn't stop the others; when the worker stops, it ends between two.
   *
   * Organizations that are suspended or closed are skipped, unless the schedule says otherwise.
   *
   * @param among the organizations; all unless given.
   */
  eachOrganization(work: (call: Call) => Promise<unknown>, among?: AsyncIterable<OrganizationId>): Promise<void>;
};

/** Work across tenants that runs again and again, such as a sweep or a cleanup. By one worker at a time. */
export type Schedule = {
  readonly name: string;
  readonly everySeconds: number;
  /** Whether suspended and closed organizations are included. */
  readonly whileSuspended?: boolean;
  run(deps: ScheduleDeps): Promise<unknown>;
};

export type ScheduleRunner = {
  /**
   * Runs each schedule now, and then at its interval, until `stop`, which lets running ones finish. Resolves when each had its
   * first run.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs one now, whenever it last ran. @throws what it throws; Error when another worker is running it. */
  runNow(name: string): Promise<void>;
};

/** Each holds a connection while it runs, besides those its work uses. */
const atOnce = 2;
/** Organizations whose state is read at once. */
const pageSize = 200;
/** A starting worker runs everything, unless another did within these seconds: rolling restarts don't rerun it. */
const startRest = 60;

export function scheduleRunner(pool: pg.Pool, schedules: readonly Schedule[], deps: WorkDeps): ScheduleRunner {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  let free = atOnce;
  const waiting: (() => void)[] = [];

  /** Leaves out those that are suspended or closed, with one question per page. */
  async function* inUse(among: AsyncIterable<OrganizationId>): AsyncGenerator<OrganizationId> {
    let page: OrganizationId[] = [];
    for await (const organizationId of among) {
      page.push(organizationId);
      if (page.length < pageSize) continue;
      yield* await deps.tenancy.inUse(page);
      page = [];
    }
    if (page.length > 0) yield* await deps.tenancy.inUse(page);
  }

  function depsOf(schedule: Schedule): ScheduleDeps {
    return {
      ...deps,
      async eachOrganization(work, among = deps.tenancy.organizations()) {
        let failed = 0;
        for await (const organizationId of schedule.whileSuspended ? among : inUse(among)) {
          if (stopping.signal.aborted) return;
          const actor = { kind: "system", name: `schedule.${schedule.name}` } as const;
          await deps.tenancy
            .run(organizationId, (db) => work({ actor, organizationId, db, now: deps.now(), adapters: deps.adapters }))
            .catch((error: unknown) => {
              failed += 1;
              deps.log.error({ schedule: schedule.name, organizationId, ...failureOrOutage(error) }, "Schedule failed");
            });
        }
        if (failed > 0)
          throw new Error(
            `Schedule ${schedule.name} failed for ${plural(failed, { one: "# organization", other: "# organizations" })}.`,
          );
      },
    };
  }

  /** @returns false when it ran within the last `rest` seconds (null: any time), or runs elsewhere. */
  async function runUnlessRun(schedule: Schedule, rest: number | null): Promise<boolean> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const key = `touchline schedule ${schedule.name}`;
      const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken", [key]);
      if (!rows[0].taken) return false;
      try {
        return await runClaimed(client, schedule, rest);
      } finally {
        await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [key]);
      }
    } catch (error) {
      // A connection whose lock may still be held is closed, which frees it.
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function runClaimed(client: pg.PoolClient, schedule: Schedule, rest: number | null): Promise<boolean> {
    const startedAt = deps.now();
    const { rowCount } = await client.query(
      `INSERT INTO schedule_run (name, started_at) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET started_at = EXCLUDED.started_at, finished_at = NULL
       WHERE $3::timestamptz IS NULL OR schedule_run.started_at <= $3`,
      [schedule.name, startedAt, rest === null ? null : new Date(startedAt.getTime() - rest * 1000)],
    );
    if (rowCount === 0) return false;
    let failed = true;
    try {
      await schedule.run(depsOf(schedule));
      failed = false;
    } finally {
      await client.query("UPDATE schedule_run SET finished_at = $2, failed = $3 WHERE name = $1", [
        schedule.name,
        deps.now(),
        failed,
      ]);
    }
    return true;
  }

  /** Waits for a free slot; slots are passed on in the order of arrival. */
  async function inPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  function turn(schedule: Schedule, rest: number): Promise<unknown> {
    const run = inPlace(async () => !stopping.signal.aborted && (await runUnlessRun(schedule, rest)))
      .catch((error: unknown) =>
        deps.log.error({ schedule: schedule.name, ...failureOrOutage(error) }, "Schedule failed"),
      )
      .finally(() => {
        running.delete(run);
        if (stopping.signal.aborted) return;
        const timer = setTimeout(() => {
          timers.delete(timer);
          void turn(schedule, schedule.everySeconds * 0.9);
        }, schedule.everySeconds * 1000);
        timers.add(timer);
      });
    running.add(run);
    return run;
  }

  return {
    async start() {
      const rest = ({ everySeconds }: Schedule) => Math.min(startRest, everySeconds * 0.9);
      await Promise.all(schedules.map((schedule) => turn(schedule, rest(schedule))));
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
    async runNow(name) {
      const schedule = schedules.find((one) => one.name === name);
      if (!schedule) throw new Error(`There is no schedule ${name}.`);
      if (!(await runUnlessRun(schedule, null))) throw new Error(`Another worker runs ${name}.`);
    },
  };
}
