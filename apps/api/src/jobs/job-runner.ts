import { sql } from "drizzle-orm";
import type pg from "pg";
import { type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import type { ErrorReporter } from "../adapters/errors/port.ts";
import type { Adapters, Call } from "../call.ts";
import { lostConnection } from "../database/outage.ts";
import type { Tenancy, TenantDb } from "../database/tenancy.ts";
import { queue } from "./job-tables.ts";
import { type AnyJob, enqueue, type Outcome, type WorkLog } from "./jobs.ts";

/** What jobs and schedules run with. */
export type WorkDeps = {
  readonly tenancy: Tenancy;
  readonly adapters: Adapters;
  readonly now: () => Date;
  readonly log: WorkLog;
  /** Where failures are reported to, beside the log. */
  readonly errors?: ErrorReporter;
};

/** What came of one try. */
export type Tried = { job: string; outcome: "done" | "again" | "later" | "retry" | "dead"; error?: unknown };

export type JobRunner = {
  /** Takes up jobs until `stop`, which lets those under way finish for ten seconds. */
  work(): Promise<void>;
  stop(): Promise<void>;
  /** Runs everything that is due now, one after the other, and what that brings about; then resolves. For tests. */
  drain(): Promise<Tried[]>;
};

type Data = { job: string; organizationId: string; payload: unknown };
type Taken = JobWithMetadata<Data>;

/** Somebody else has the job by now: whatever this try did is rolled back. */
class ClaimLost extends Error {}

/** Jobs of one worker that run side by side: each holds one connection. */
const atOnce = 4;

type FailureFacts = { name: string; code?: string; place?: string[] };

/** A failure in few words, without values: messages of the database and of vendors repeat what people typed. */
export function failureFacts(error: unknown): FailureFacts {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code } = (error.cause ?? error) as { code?: unknown };
  const place = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(place ? { place: place.slice(0, 6).map((line) => line.trim()) } : {}),
  };
}

/** With the error itself where it is an outage, for a log that tells those apart (`withoutOutages`); it is not printed. */
export const failureOrOutage = (error: unknown): FailureFacts & { lost?: Error } => ({
  ...failureFacts(error),
  ...(error instanceof Error && lostConnection(error) !== null ? { lost: error } : {}),
});

/** The queue tells of an error as a plain object with the fields of the error, and the name of its own queue. */
function asError(told: unknown): { error: unknown; queue?: string } {
  if (told instanceof Error || typeof told !== "object" || told === null || !("message" in told))
    return { error: told };
  const { queue, message, stack, name, code, syscall } = told as Partial<Record<string, unknown>>;
  const error = Object.assign(new Error(String(message)), {
    ...(typeof stack === "string" ? { stack } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall }),
  });
  return { error, ...(typeof queue === "string" ? { queue } : {}) };
}

/** @param pool the application's role; apart from the requests' pool, so that neither waits for the other. */
export function jobRunner(pool: pg.Pool, jobs: readonly AnyJob[], deps: WorkDeps): JobRunner {
  const known = new Map(jobs.map((job) => [job.name, job]));
  if (known.size !== jobs.length) throw new Error("Two jobs have the same name.");
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  let supervised: PgBoss | null = null;
  let plain: PgBoss | null = null;

  async function open(supervise: boolean): Promise<PgBoss> {
    const boss = new PgBoss({
      db,
      migrate: false,
      schedule: false,
      supervise,
      // A try whose worker died is found within these seconds after it expired.
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
      flowIntervalSeconds: 3600,
      // Both need the owner of the tables.
      reindex: false,
      monitorVacuum: false,
    });
    boss.on("error", (told: unknown) => {
      const { error, ...where } = asError(told);
      deps.log.error({ ...where, ...failureOrOutage(error) }, "the job queue failed");
    });
    await boss.start();
    return boss;
  }

  /** One try, in as many transactions as its kind wants; the last one also settles it, so that its effects happen once. */
  async function attempt(taken: Taken): Promise<Outcome> {
    const { data } = taken;
    const job = known.get(data.job);
    if (!job) throw new Error(`There is no job ${data.job}.`);
    const payload = job.payload.parse(data.payload) as never;
    const organizationId = deps.tenancy.found(data.organizationId);
    const within = <Result>(work: (call: Call) => Promise<Result>) =>
      deps.tenancy.run(organizationId, (tenant) =>
        work({
          actor: { kind: "system", name: `job.${job.name}` },
          organizationId,
          db: tenant,
          now: deps.now(),
          adapters: deps.adapters,
        }),
      );
    const settled = async (call: Call, outcome: Outcome) => {
      if (outcome === "retry") return outcome;
      await complete(call.db, taken);
      if (outcome === "again") await enqueue(call, job, payload, {});
      else if (outcome) await enqueue(call, job, payload, { startAfter: outcome.at });
      return outcome;
    };
    const { steps } = job;
    if (steps.kind === "within") return within(async (call) => settled(call, await steps.work(call, payload)));
    const begun = await within(async (call) => {
      const part = await steps.begin(call, payload);
      await assertClaimed(call.db, taken);
      return part;
    });
    if (begun === null) return within((call) => settled(call, undefined));
    const result = await steps.act(begun as never, deps.adapters, deps.log, within);
    const last = taken.retryCount >= taken.retryLimit;
    return within(async (call) => settled(call, await steps.finish(call, payload, result as never, { last })));
  }

  async function tryOne(taken: Taken): Promise<Tried> {
    const facts = { job: taken.data.job, jobId: taken.id, organizationId: taken.data.organizationId };
    const failed = taken.retryCount >= taken.retryLimit ? "dead" : "retry";
    try {
      const outcome = await attempt(taken);
      if (typeof outcome === "object") return { job: facts.job, outcome: "later" };
      return { job: facts.job, outcome: outcome === "retry" ? failed : (outcome ?? "done") };
    } catch (error) {
      if (error instanceof ClaimLost) return { job: facts.job, outcome: "done" };
      deps.log.error({ ...facts, outcome: failed, ...failureOrOutage(error) }, "a job failed");
      const { name, code = null, place = [] } = failureFacts(error);
      deps.errors?.report({ source: "job", name, code, route: facts.job, place });
      return { job: facts.job, outcome: failed, error };
    }
  }

  const resultOf = (taken: Taken, { outcome, error }: Tried): JobResult =>
    outcome === "done" || outcome === "again" || outcome === "later"
      ? { id: taken.id, status: "completed" }
      : { id: taken.id, status: "failed", output: error === undefined ? null : failureFacts(error) };

  return {
    async work() {
      supervised = await open(true);
      const boss = supervised;
      // Each takes one: of several taken together all would wait for the slowest. No more than are begun at once, too: a
      // try expires by the time it was taken, not by when it began.
      const options = {
        batchSize: 1,
        pollingIntervalSeconds: 0.5,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      for (let number = 0; number < atOnce; number += 1) {
        const place = await boss.work<Data, JobResult[], typeof options>(queue, options, async (given) => {
          const results: JobResult[] = [];
          for (const taken of given as Taken[]) results.push(resultOf(taken, await tryOne(taken)));
          // The next one, or the next step of this, may be there already: it need not wait for the next look.
          boss.notifyWorker(place);
          return results;
        });
      }
    },

    async stop() {
      await supervised?.stop({ graceful: true, timeout: 10_000, close: false });
      await plain?.stop({ graceful: false, close: false });
    },

    async drain() {
      plain ??= await open(false);
      const tried: Tried[] = [];
      // Instants are told by `now`, which tests turn; the queue asks the database's clock.
      const bringForward = () =>
        pool.query(
          `UPDATE pgboss.job_common SET start_after = pgboss.job_now()
           WHERE name = $1 AND state < 'active' AND start_after > pgboss.job_now() AND start_after <= $2`,
          [queue, deps.now()],
        );
      const putOff = (id: string) =>
        pool.query(
          `UPDATE pgboss.job_common SET start_after = $3::timestamptz + (start_after - pgboss.job_now())
           WHERE name = $1 AND id = $2 AND state = 'retry'`,
          [queue, id, deps.now()],
        );
      for (;;) {
        await bringForward();
        const [taken] = (await plain.fetch<Data>(queue, { includeMetadata: true })) as Taken[];
        if (!taken) return tried;
        const one = await tryOne(taken);
        tried.push(one);
        if (one.outcome === "retry" || one.outcome === "dead") {
          await plain.fail(queue, taken, one.error === undefined ? null : failureFacts(one.error));
          await putOff(taken.id);
        }
      }
    },
  };
}

/** Whether a try is still this worker's, asked before anything leaves. @throws ClaimLost */
async function assertClaimed(db: TenantDb, taken: Taken): Promise<void> {
  const { rowCount } = await db.execute(sql`
    SELECT FROM pgboss.job_common
    WHERE name = ${queue} AND id = ${taken.id} AND state = 'active' AND retry_count = ${taken.retryCount}`);
  if (rowCount !== 1) throw new ClaimLost("another worker has this job");
}

/** Settles a try within the transaction of its work. @throws ClaimLost when it expired and somebody else has it. */
async function complete(db: TenantDb, taken: Taken): Promise<void> {
  const { rowCount } = await db.execute(sql`
    UPDATE pgboss.job_common SET state = 'completed', completed_on = pgboss.job_now()
    WHERE name = ${queue} AND id = ${taken.id} AND state = 'active' AND retry_count = ${taken.retryCount}`);
  if (rowCount !== 1) throw new ClaimLost("another worker has this job");
}
