import type { Readable } from "node:stream";
import type { AnyEndpoint, BodyOf, eventStream, fileContent, ParamsOf, QueryOf, ResponseOf } from "@touchline/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ReceivedFile } from "../adapters/files/port.ts";
import type { Adapters, Call, Reading } from "../call.ts";
import type { OrganizationId, Tenancy } from "../database/tenancy.ts";
import type { Identified } from "../security/tokens.ts";

/** A received file: named by the sender, its bytes already with the files adapter, not yet recorded anywhere. */
export type UploadedFile = ReceivedFile & {
  name: string;
  /** The original, if the product stores another version: a re-encoded picture. */
  sent?: { bytes: number; sha256: string };
  /** The detected type, or the sentence that says why the file is refused; undefined if it was not checked. */
  found?: { extension: string; mediaType: string } | { problem: string };
};
export type ByteRange = { first: number; last: number };
/** The response of an endpoint whose response is `fileContent`. */
export type FileAnswer = {
  name: string;
  mediaType: string;
  /** Null if the size is unknown because the content is generated while it is sent. */
  bytes: number | null;
  stream: Readable;
  /** The part in `stream`; null: all of it, though parts can be requested. */
  range?: ByteRange | null;
  /** Whether the content at this address never changes and is public, so that it can be cached anywhere. */
  unchanging?: true;
};

/** The source of a call, and its sign-in: recorded where it matters, and not used for decisions. */
export type Origin = {
  readonly address: string;
  readonly userAgent: string;
  readonly sessionId: string | null;
  /** When the caller signed in; null for anonymous callers. */
  readonly authTime: Date | null;
};

export type Input<E extends AnyEndpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly uploads: readonly UploadedFile[];
  readonly origin: Origin;
};
type Answer<E extends AnyEndpoint> = E["response"] extends typeof fileContent
  ? FileAnswer
  : E["response"] extends typeof eventStream
    ? Readable
    : ResponseOf<E>;

/** The context of a call outside any tenant: the session layer's, and the few calls about one's own account. */
export type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identified: Identified | null;
  readonly now: Date;
  readonly tenancy: Tenancy;
  readonly adapters: Adapters;
  /** Refuses the call if its feature is paused for an organization that only the visit finds out. @throws Forbidden */
  readonly refusePaused: (organizationId: OrganizationId) => Promise<void>;
};

/** Work before the verb, in a transaction first and then with none open. */
type Before = {
  begin(call: Call, input: Input<AnyEndpoint>): Promise<unknown>;
  act(begun: never, adapters: Adapters): Promise<unknown>;
  failed?(call: Call, begun: never): Promise<void>;
};

export type Route = { endpoint: AnyEndpoint } & (
  | {
      within: "tenant";
      before?: Before;
      ahead?(call: Reading & Pick<Call, "now">, input: Input<AnyEndpoint>): Promise<unknown>;
      /** Whether the transaction is read-only, so that the response doesn't wait for its end. */
      reads?: true;
      /** The response for callers who have not chosen a profile; without it they are refused. */
      withoutProfile?: unknown;
      /** @param prepared the result of `before`, or of `ahead`. */
      handle(call: Call, input: Input<AnyEndpoint>, prepared: unknown): Promise<unknown>;
    }
  | { within: "visit"; handle(visit: Visit, input: Input<AnyEndpoint>): Promise<unknown> }
);

/** Endpoint → verb, inside the caller's organization. */
export const on = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call, input: Input<E>) => Promise<Answer<E>>,
  more: { withoutProfile?: Answer<E> } = {},
): Route => ({ endpoint, within: "tenant", handle: handle as never, ...more });

/** Endpoint → verb that only reads, in a read-only transaction. */
export function onReadOnly<E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call, input: Input<E>) => Promise<Answer<E>>,
): Route {
  if (endpoint.method !== "GET") throw new Error(`${endpoint.path} does not only read.`);
  return { endpoint, within: "tenant", reads: true, handle: handle as never };
}

/**
 * Endpoint → verb that only reads, a part of which doesn't depend on the caller.
 *
 * @param ahead reads that part, in one round trip with loading the caller. The verb receives it, and authorizes before it
 * responds.
 * @param more.records viewing itself is recorded, so that the transaction isn't read-only.
 */
export function onReading<E extends AnyEndpoint, Read>(
  endpoint: E,
  ahead: (call: Reading & Pick<Call, "now">, input: Input<E>) => Promise<Read>,
  handle: (call: Call, input: Input<E>, read: Promise<Read>) => Promise<Answer<E>>,
  { records = false } = {},
): Route {
  const verb = records ? on(endpoint, handle as never) : onReadOnly(endpoint, handle as never);
  return { ...verb, ahead: ahead as never } as Route;
}

/**
 * Serves a call with long work before it writes, in three parts like an errand of the jobs. The first authorizes and reads in a
 * transaction; `act` works with none open, so that nothing is locked meanwhile; `finish` is the verb, which authorizes again.
 * If `act` fails, `failed` releases in a transaction of its own what `begin` took.
 */
export const onErrand = <E extends AnyEndpoint, Begun, Acted>(
  endpoint: E,
  {
    begin,
    act,
    failed,
    finish,
  }: {
    begin(call: Call, input: Input<E>): Promise<Begun>;
    act(begun: Begun, adapters: Adapters): Promise<Acted>;
    failed?(call: Call, begun: Begun): Promise<void>;
    finish(call: Call, input: Input<E>, acted: Acted): Promise<Answer<E>>;
  },
): Route => ({ endpoint, within: "tenant", before: { begin, act, failed } as never, handle: finish as never });

/** Endpoint → handler, outside any organization. */
export const onVisit = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (visit: Visit, input: Input<E>) => Promise<Answer<E>>,
): Route => ({ endpoint, within: "visit", handle: handle as never });

/**
 * Returns the part of a file that a `Range` header requests; null: all of it, also for several parts, other units, or a range
 * after the end.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return first <= last ? { first, last } : null;
}
