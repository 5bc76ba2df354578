import type pg from "pg";
import type { ErrorReporter } from "../adapters/errors/port.ts";
import type { Adapters, Call } from "../call.ts";
import { lostConnection } from "../database/outage.ts";
import type { OrganizationId, Tenancy } from "../database/tenancy.ts";
import { Refusal, suspendedReason } from "../errors.ts";
import { type AnyJob, enqueue, enqueueShared, type Outcome, type SharedJob, type WorkLog } from "./jobs.ts";
import { assertClaimed, ClaimLost, complete, openJobQueue, postpone, type TakenJob, type TryResult } from "./queue.ts";

/** The context of jobs and schedules. */
export type WorkDeps = {
  readonly tenancy: Tenancy;
  readonly adapters: Adapters;
  readonly now: () => Date;
  readonly log: WorkLog;
  /** Where failures are reported to, besides the log. */
  readonly errors?: ErrorReporter;
};

/** The result of one try. */
export type Tried = { job: string; outcome: "done" | "again" | "later" | "retry" | "dead"; error?: unknown };

export type JobRunner = {
  /** Processes jobs until `stop`, which lets running ones finish for ten seconds. */
  work(): Promise<void>;
  stop(): Promise<void>;
  /** Runs everything that is due now, one after the other, with all that follows; then resolves. For tests. */
  drain(): Promise<Tried[]>;
};

/** Jobs that one worker runs in parallel: each holds one connection. */
const atOnce = 4;

/** Milliseconds until a job of a suspended organization is looked at again; resuming it makes the job due at once. */
const suspendedPause = 3_600_000;

type FailureFacts = { name: string; code?: string; place?: string[] };

/** Summarizes a failure without values, because messages of the database and of vendors repeat what people typed. */
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

/** Includes the error itself if it is an outage, for a log that recognizes those (`withoutOutages`); it is not printed. */
export const failureOrOutage = (error: unknown): FailureFacts & { lost?: Error } => ({
  ...failureFacts(error),
  ...(error instanceof Error && lostConnection(error) !== null ? { lost: error } : {}),
});

/** Unpacks an error from the queue, which reports a plain object with the error's fields and the name of the queue. */
function asError(reported: unknown): { error: unknown; queue?: string } {
  if (reported instanceof Error || typeof reported !== "object" || reported === null || !("message" in reported))
    return { error: reported };
  const { queue, message, stack, name, code, syscall } = reported as Partial<Record<string, unknown>>;
  const error = Object.assign(new Error(String(message)), {
    ...(typeof stack === "string" ? { stack } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall }),
  });
  return { error, ...(typeof queue === "string" ? { queue } : {}) };
}

/** @param pool connects as the application's role; separate from the requests' pool, so that neither waits for the other. */
export function jobRunner(pool: pg.Pool, jobs: readonly AnyJob[], deps: WorkDeps): JobRunner {
  const known = new Map(jobs.map((job) => [job.name, job]));
  if (known.size !== jobs.length) throw new Error("Two jobs have the same name.");
  const queue = openJobQueue(pool, (reported) => {
    const { error, ...where } = asError(reported);
    deps.log.error({ ...where, ...failureOrOutage(error) }, "Job queue failed");
  });

  /** The log of each job, created once: a job may remember what it has written to a log. */
  const logs = new Map<string, WorkLog>();
  function logOf(route: string): WorkLog {
    const log = logs.get(route) ?? {
      info: (about, message) => deps.log.info(about, message),
      error: (about, message) => deps.log.error(about, message),
      report: (name, code) => deps.errors?.report({ source: "job", name, code, route, place: [] }),
    };
    logs.set(route, log);
    return log;
  }

  /** Does one try, in as many transactions as its kind needs; the last one also settles it, so that its effects happen once. */
  async function attempt(taken: TakenJob): Promise<Outcome> {
    const { data } = taken;
    const job = known.get(data.job);
    if (!job) throw new Error(`There is no job ${data.job}.`);
    const payload = job.payload.parse(data.payload) as never;
    const { steps } = job;
    if (steps.kind === "shared") {
      return deps.tenancy.runShared(async (db) => {
        const outcome = await steps.work({ db, now: deps.now() }, payload);
        await complete(db, taken);
        if (outcome === "again") await enqueueShared(db, job as SharedJob<never>, payload);
        return outcome;
      });
    }
    if (data.organizationId === null) throw new Error(`The job ${data.job} has no organization.`);
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
    if (steps.kind === "within") return within(async (call) => settled(call, await steps.work(call, payload)));
    const begun = await within(async (call) => {
      const part = await steps.begin(call, payload);
      await assertClaimed(call.db, taken);
      return part;
    });
    if (begun === null) return within((call) => settled(call, undefined));
    const result = await steps.act(begun as never, deps.adapters, logOf(job.name), within);
    const last = taken.retryCount >= taken.retryLimit;
    return within(async (call) => settled(call, await steps.finish(call, payload, result as never, { last })));
  }

  /** Whether the job has to wait until its organization is resumed. */
  async function isSuspended({ data }: TakenJob): Promise<boolean> {
    if (data.organizationId === null || known.get(data.job)?.whileSuspended) return false;
    return (await deps.tenancy.inUse([data.organizationId as OrganizationId])).length === 0;
  }

  /** Puts off a job until its organization is resumed. Nobody resumes a closed one, so its jobs end. */
  async function postponed(taken: TakenJob): Promise<Tried> {
    const { job, organizationId } = taken.data;
    if (organizationId !== null && (await deps.tenancy.isClosed(organizationId as OrganizationId))) {
      await deps.tenancy.runShared((db) => complete(db, taken));
      return { job, outcome: "done" };
    }
    const until = new Date(deps.now().getTime() + suspendedPause);
    await deps.tenancy.runShared((db) => postpone(db, taken, until));
    return { job, outcome: "later" };
  }

  async function tryOne(taken: TakenJob): Promise<Tried> {
    const facts = { job: taken.data.job, jobId: taken.id, organizationId: taken.data.organizationId };
    const failed = taken.retryCount >= taken.retryLimit ? "dead" : "retry";
    try {
      if (await isSuspended(taken)) return await postponed(taken);
      const outcome = await attempt(taken);
      if (typeof outcome === "object") return { job: facts.job, outcome: "later" };
      return { job: facts.job, outcome: outcome === "retry" ? failed : (outcome ?? "done") };
    } catch (error) {
      if (error instanceof ClaimLost) return { job: facts.job, outcome: "done" };
      // The organization was suspended during the try.
      if (error instanceof Refusal && error.reason === suspendedReason) return postponed(taken);
      deps.log.error({ ...facts, outcome: failed, ...failureOrOutage(error) }, "Job failed");
      const { name, code = null, place = [] } = failureFacts(error);
      deps.errors?.report({ source: "job", name, code, route: facts.job, place });
      return { job: facts.job, outcome: failed, error };
    }
  }

  const resultOf = ({ outcome, error }: Tried): TryResult =>
    outcome === "done" || outcome === "again" || outcome === "later"
      ? { state: "completed" }
      : { state: "failed", failure: error === undefined ? null : failureFacts(error) };

  return {
    work: () => queue.work(atOnce, async (taken) => resultOf(await tryOne(taken))),
    stop: () => queue.stop(),

    async drain() {
      const tried: Tried[] = [];
      for (;;) {
        const taken = await queue.take(deps.now());
        if (!taken) return tried;
        const one = await tryOne(taken);
        tried.push(one);
        const result = resultOf(one);
        if (result.state === "failed") await queue.fail(taken, result.failure, deps.now());
      }
    },
  };
}
