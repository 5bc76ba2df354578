import { z } from "zod";
import type { Adapters, Call } from "../call.ts";
import type { SharedDb } from "../database/tenancy.ts";
import { putJobs, putSpreadJobs } from "./queue.ts";

/** Undefined: this job is done. `again`: there is more; the next step runs in a transaction of its own. */
export type Step = "again" | undefined;
/**
 * An errand may also return `retry`: its writes stay, and the job is retried later, up to its limit. An instant: it is retried
 * then, without limit, because the problem isn't the job's and somebody will fix it.
 */
export type Outcome = Step | "retry" | { readonly at: Date };

/** A try of an errand: `last` when no further one follows, so that a permanent failure can be recorded. */
export type Try = { readonly last: boolean };

/** Receives ids, names in our code and codes; never what people typed. */
export type WorkLog = {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** Adds what operators must fix to the error log, by a name and a code of ours. */
  report?(name: string, code: string): void;
};

/** Runs something in a transaction of its own, in the job's organization. */
export type Within = <Result>(work: (call: Call) => Promise<Result>) => Promise<Result>;

/** The context of a job outside every organization. */
export type SharedCall = { readonly db: SharedDb; readonly now: Date };

export type Limits = {
  /** Retries after a failure; 8 by default. */
  retries?: number;
  /** Seconds before the first retry, doubled with each; 5 by default, at most an hour. */
  backoffSeconds?: number;
  /** Seconds after which a try counts as lost, with its worker; 120 by default. */
  expireSeconds?: number;
  /** Due jobs with a higher priority run first; 0 by default. Lower for jobs that come in thousands. */
  priority?: number;
};

/** The steps of a job as the runner sees them; only the job knows the types of `begun` and `outcome`. */
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
  readonly whileSuspended: boolean;
  readonly steps: Steps;
};
export type SharedJob<Payload = never> = Job<Payload> & { readonly isShared: true };
// biome-ignore lint/suspicious/noExplicitAny: a list holds jobs of every payload
export type AnyJob = Job<any>;

type Named<Shape extends z.ZodRawShape> = {
  name: string;
  payload: z.ZodObject<Shape>;
  /** Whether it also runs while its organization is suspended, and once it is closed; postponed unless true. */
  whileSuspended?: boolean;
} & Limits;

/**
 * Defines work inside one organization: `work` runs in one transaction of that tenant, as the system actor `job.<name>`, and is
 * done when that transaction commits: its effects in the database happen once. Long work does a bounded part and returns
 * "again"; it stores its position in tables of its own. It may not make external calls: see `defineErrand`.
 *
 * @param job.payload an object of ids, numbers, dates and choices; types that could hold personal data are refused.
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
 * Defines a job that makes external calls (mail, a vendor), in three parts. The first reads what is needed in a transaction
 * (null: nothing is left to do), `act` makes the call with no transaction open, `finish` records the result. `act` may run
 * twice when a process ends in between, so it uses an idempotency key; `finish` happens once. Data that is too large to read
 * before is read by `within`, a part at a time, but not while an external call is pending.
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
 * The name and payload of a job, for a module that causes it and must not know which module does it. The other module defines
 * the job: `defineJob({ ...announced, work })`.
 */
export type Announced<Shape extends z.ZodRawShape> = { readonly name: string; readonly payload: z.ZodObject<Shape> };

/** Enqueues a job of another module; otherwise as `enqueue`. */
export const announce = <Shape extends z.ZodRawShape>(
  call: Call,
  announced: Announced<Shape>,
  payload: z.output<z.ZodObject<Shape>>,
): Promise<void> =>
  enqueue(call, defined(announced, { kind: "within", work: () => Promise.resolve(undefined) }), payload as never);

function defined<Shape extends z.ZodRawShape>(
  {
    name,
    payload,
    whileSuspended = false,
    retries = 8,
    backoffSeconds = 5,
    expireSeconds = 120,
    priority = 0,
  }: Named<Shape>,
  steps: Steps,
): Job<z.output<z.ZodObject<Shape>>> {
  for (const [field, type] of Object.entries(payload.shape)) {
    if (!isImpersonal(type as z.ZodType)) {
      throw new Error(`The job ${name} would carry "${field}": a payload holds ids, numbers, dates and choices only.`);
    }
  }
  const limits = { retries, backoffSeconds, expireSeconds, priority };
  return { name, payload: payload.strict(), limits, whileSuspended, steps };
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
 * Enqueues a job in the caller's own transaction: it exists if, and only if, the change does.
 *
 * @param options.startAfter not before this instant; at once unless given.
 * @param options.singletonKey at most one job with this name and key in the organization is pending. A running one doesn't
 * count, because it may have read before this change. Writers that share a key wait for one another.
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

/** Enqueues a job outside every organization, in the caller's own transaction. */
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

/**
 * How fast an organization's jobs of `enqueueSpread` become due: about twenty a second, so that a burst leaves the processor to
 * requests. After half a minute they all are.
 */
const pace = { atOnce: 4, everyMs: 200, longestMs: 30_000 };

/**
 * Enqueues jobs that come in bursts and read from a provider: in one statement, due a few at a time. One that waits already with the
 * same key keeps its turn.
 *
 * @param keyOf returns what `singletonKey` of `enqueue` is: no two payloads may have the same.
 */
export async function enqueueSpread<Payload>(
  call: Call,
  { name, limits, payload: type }: Job<Payload>,
  payloads: readonly NoInfer<Payload>[],
  keyOf: (payload: NoInfer<Payload>) => string,
): Promise<void> {
  if (payloads.length === 0) return;
  const rows = payloads.map((payload) => ({
    data: { job: name, organizationId: call.organizationId, payload: type.parse(payload) },
    key: `${name}:${call.organizationId}:${keyOf(payload)}`,
  }));
  await putSpreadJobs(call.db, rows, limits, pace);
}

/** Writes jobs with the facts that the queue needs. */
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
