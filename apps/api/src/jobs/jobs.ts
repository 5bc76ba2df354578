import { z } from "zod";
import type { Adapters, Call } from "../call.ts";
import type { SharedDb } from "../database/tenancy.ts";
import { putJobs } from "./queue.ts";

/** Nothing: this job is done. `again`: there is more; the next step runs in a transaction of its own. */
export type Step = "again" | undefined;
/**
 * An errand may also answer `retry`: what was written stays, and the job is tried again later, as often as it may. With an instant:
 * it comes again then, however often: what stands in the way is no fault of this job, and somebody will mend it.
 */
export type Outcome = Step | "retry" | { readonly at: Date };

/** A try of an errand: `last` when no further one follows, so that what failed for good can be recorded. */
export type Try = { readonly last: boolean };

/** Told ids, names of ours and codes; never what people typed. */
export type WorkLog = {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** Puts what operators must mend into the error log, by a name and a code of ours. */
  report?(name: string, code: string): void;
};

/** Runs something in a transaction of its own, in the job's organization. */
export type Within = <Result>(work: (call: Call) => Promise<Result>) => Promise<Result>;

/** What a job outside every organization is given. */
export type SharedCall = { readonly db: SharedDb; readonly now: Date };

export type Limits = {
  /** How often it is tried again after a failure; 8 unless said otherwise. */
  retries?: number;
  /** Seconds before the first retry, doubled with each; 5 unless said otherwise, at most an hour. */
  backoffSeconds?: number;
  /** Seconds after which a try counts as lost, with its worker; 120 unless said otherwise. */
  expireSeconds?: number;
  /** Due jobs with more go first; 0 unless said otherwise. Less for what comes in thousands. */
  priority?: number;
};

/** The steps of a job as the runner sees them; `begun` and `outcome` are its own business. */
type Steps =
  | { readonly kind: "within"; work(call: Call, payload: never): Promise<Step> }
  | { readonly kind: "shared"; work(call: SharedCall, payload: never): Promise<Step> }
  | {
      readonly kind: "errand";
      begin(call: Call, payload: never): Promise<unknown>;
      act(begun: never, adapters: Adapters, log: WorkLog, within: Within): Promise<unknown>;
      finish(call: Call, payload: never, outcome: never, attempt: Try): Promise<Outcome>;
    };

export type Job<Payload = never> = {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly limits: Required<Limits>;
  readonly steps: Steps;
};
export type SharedJob<Payload = never> = Job<Payload> & { readonly isShared: true };
// biome-ignore lint/suspicious/noExplicitAny: a list holds jobs of every payload
export type AnyJob = Job<any>;

type Named<Shape extends z.ZodRawShape> = { name: string; payload: z.ZodObject<Shape> } & Limits;

/**
 * Work inside one organization: `work` runs in one transaction of that tenant, as the system actor `job.<name>`, and is
 * done when that transaction commits: its effects in the database happen once. Long work does a bounded part and
 * returns "again"; where it stands it keeps in tables of its own. Nothing outside may be called: see `defineErrand`.
 *
 * @param job.payload an object of ids, numbers, dates and choices; whatever could be personal is refused.
 */
export function defineJob<Shape extends z.ZodRawShape>(
  job: Named<Shape> & { work(call: Call, payload: z.output<z.ZodObject<Shape>>): Promise<Step> },
): Job<z.output<z.ZodObject<Shape>>> {
  return defined(job, { kind: "within", work: job.work as never });
}

/** Declares work outside every organization, on shared tables: in one transaction, and otherwise as `defineJob`. */
export function defineSharedJob<Shape extends z.ZodRawShape>(
  job: Named<Shape> & { work(call: SharedCall, payload: z.output<z.ZodObject<Shape>>): Promise<Step> },
): SharedJob<z.output<z.ZodObject<Shape>>> {
  return { ...defined(job, { kind: "shared", work: job.work as never }), isShared: true };
}

/**
 * A job that calls the outside (mail, a vendor), in three parts. The first reads in a transaction what is needed (null:
 * nothing is left to do), `act` calls out with no transaction open, `finish` records what came of it. It may be acted on
 * twice when a process ends in between, so `act` carries an idempotency key; `finish` happens once. What is too much to be
 * read before is read by `within`, a part at a time: not while something outside is waited for.
 */
export function defineErrand<Shape extends z.ZodRawShape, Begun, Result>(
  job: Named<Shape> & {
    begin(call: Call, payload: z.output<z.ZodObject<Shape>>): Promise<Begun | null>;
    act(begun: Begun, adapters: Adapters, log: WorkLog, within: Within): Promise<Result>;
    finish(call: Call, payload: z.output<z.ZodObject<Shape>>, result: Result, attempt: Try): Promise<Outcome>;
  },
): Job<z.output<z.ZodObject<Shape>>> {
  const { begin, act, finish } = job;
  return defined(job, { kind: "errand", begin, act, finish } as never);
}

/**
 * What a job is called, and what it is told: for a module that brings it about and must not know who does it. Who does
 * defines a job of it: `defineJob({ ...announced, work })`.
 */
export type Announced<Shape extends z.ZodRawShape> = { readonly name: string; readonly payload: z.ZodObject<Shape> };

/** Puts a job into the queue that another module does; otherwise as `enqueue`. */
export const announce = <Shape extends z.ZodRawShape>(
  call: Call,
  announced: Announced<Shape>,
  payload: z.output<z.ZodObject<Shape>>,
): Promise<void> =>
  enqueue(call, defined(announced, { kind: "within", work: () => Promise.resolve(undefined) }), payload as never);

function defined<Shape extends z.ZodRawShape>(
  { name, payload, retries = 8, backoffSeconds = 5, expireSeconds = 120, priority = 0 }: Named<Shape>,
  steps: Steps,
): Job<z.output<z.ZodObject<Shape>>> {
  for (const [field, type] of Object.entries(payload.shape)) {
    if (!isImpersonal(type as z.ZodType)) {
      throw new Error(`The job ${name} would carry "${field}": a payload holds ids, numbers, dates and choices only.`);
    }
  }
  return { name, payload: payload.strict(), limits: { retries, backoffSeconds, expireSeconds, priority }, steps };
}

const impersonalFormats = ["uuid", "guid", "date", "datetime"];

/** Returns whether values of a type cannot identify a person, since the queue is not isolated by tenant. */
function isImpersonal(type: z.ZodType): boolean {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
    return isImpersonal(type.unwrap() as z.ZodType);
  }
  if (type instanceof z.ZodArray) return isImpersonal(type.element as z.ZodType);
  if (type instanceof z.ZodStringFormat) return impersonalFormats.includes(type.format ?? "");
  return [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral].some((kind) => type instanceof kind);
}

/**
 * Puts a job into the queue, in the caller's own transaction: it is there when, and only when, the change is.
 *
 * @param options.startAfter not before this instant; at once unless given.
 * @param options.singletonKey of the jobs with this name and key in the organization at most one waits. One that runs
 *   already does not count: it may have read before this change. Writers that share a key wait for one another.
 */
export async function enqueue<Payload>(
  call: Call,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  { startAfter, singletonKey }: { startAfter?: Date; singletonKey?: string } = {},
): Promise<void> {
  const key = singletonKey === undefined ? null : `${job.name}:${call.organizationId}:${singletonKey}`;
  await put(call, job, [{ payload, key }], startAfter ?? null);
}

/** Puts a job outside every organization into the queue, in the caller's own transaction. */
export async function enqueueShared<Payload>(
  db: SharedDb,
  { name, limits, payload: type }: SharedJob<Payload>,
  payload: NoInfer<Payload>,
): Promise<void> {
  const data = { job: name, organizationId: null, payload: type.parse(payload) };
  await putJobs(db, [{ data, key: null }], limits, null);
}

/** Enqueues many payloads at once, in one statement; at most a few thousand. */
export async function enqueueAll<Payload>(
  call: Call,
  job: Job<Payload>,
  payloads: readonly NoInfer<Payload>[],
): Promise<void> {
  if (payloads.length === 0) return;
  await put(
    call,
    job,
    payloads.map((payload) => ({ payload, key: null })),
    null,
  );
}

/** Writes jobs with what the queue needs to know of them. */
async function put<Payload>(
  call: Call,
  job: Job<Payload>,
  waiting: readonly { payload: Payload; key: string | null }[],
  startAfter: Date | null,
): Promise<void> {
  const { name, limits } = job;
  const rows = waiting.map(({ payload, key }) => ({
    data: { job: name, organizationId: call.organizationId, payload: job.payload.parse(payload) },
    key,
  }));
  await putJobs(call.db, rows, limits, startAfter);
}
