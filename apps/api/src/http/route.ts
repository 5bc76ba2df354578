import type { Readable } from "node:stream";
import type { AnyEndpoint, BodyOf, eventStream, fileContent, ParamsOf, QueryOf, ResponseOf } from "@touchline/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ReceivedFile } from "../adapters/files/port.ts";
import type { Adapters, Call, Reading } from "../call.ts";
import type { Tenancy } from "../database/tenancy.ts";
import type { Identified } from "../security/tokens.ts";

/** A file as it came in: named by the sender, its bytes already with the files adapter, not yet recorded anywhere. */
export type UploadedFile = ReceivedFile & {
  name: string;
  /** What came, where the product keeps something else of it: a picture drawn anew. */
  sent?: { bytes: number; sha256: string };
  /** The detected type, or the sentence that says why the file is refused; undefined if it was not checked. */
  found?: { extension: string; mediaType: string } | { problem: string };
};
export type ByteRange = { first: number; last: number };
/** The answer of an endpoint whose response is `fileContent`. */
export type FileAnswer = {
  name: string;
  mediaType: string;
  /** Null if the size is unknown because the content is generated while it is sent. */
  bytes: number | null;
  stream: Readable;
  /** The part that `stream` has; null: all of it, though parts may be asked for. */
  range?: ByteRange | null;
  /** Under this address there will never be anything else, and anybody may see it: it may be kept wherever it passes. */
  unchanging?: true;
};

/** From where a call came, and by which sign-in: what is recorded where that matters, and nothing is judged by. */
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

/** What a call outside any tenant has: the session layer's, and the few questions about one's own account. */
export type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identified: Identified | null;
  readonly now: Date;
  readonly tenancy: Tenancy;
  readonly adapters: Adapters;
};

/** What a call does before its verb, in a transaction first and then with none open. */
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
      /** The transaction is read only, so the response does not wait for its end. */
      reads?: true;
      /** The response for callers who have not chosen a profile; without it they are refused. */
      withoutProfile?: unknown;
      /** @param prepared what `before` acted, or what `ahead` reads. */
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
 * Endpoint → verb that only reads, of which a part does not depend on who calls.
 *
 * @param ahead reads that part, in one round trip with the question who calls. The verb is given it, and judges before it
 * answers. @param more.records the look itself is recorded, so that the transaction is not read only.
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
 * Serves a call that has something long to do before it writes, in three parts as an errand of the jobs. The first
 * authorizes and reads in a transaction; `act` works with none open, so that nothing is held meanwhile; `finish` is the
 * verb, which authorizes again. Where `act` fails, `failed` gives up in a transaction of its own what `begin` took.
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
 * The part of a file that a `Range` header asks for; null: all of it, also where several parts are asked for or it is none of
 * bytes, or it begins after the end.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return first <= last ? { first, last } : null;
}
