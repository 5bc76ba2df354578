import type { Readable } from "node:stream";
import {
  type AnyEndpoint,
  type BodyOf,
  fileContent,
  isEmptyWhenNull,
  maxFileBytes,
  noContent,
  type ParamsOf,
  problem,
  type QueryOf,
  type ResponseOf,
} from "@touchline/contract";
import { secondFactorNeeded } from "@touchline/contract/session";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ReceivedFile } from "../adapters/files/port.ts";
import type { Actor, Adapters, Call, Reading } from "./call.ts";
import { forbidden, notFound, Refusal, unauthenticated } from "./errors.ts";
import { answered, keyFrom, once, requestHash } from "./idempotency.ts";
import { noteIncoming } from "./incoming.ts";
import { type costlyLimit, isCostly } from "./limits.ts";
import { refuseUnstorable } from "./storable.ts";
import type { Tenancy } from "./tenancy.ts";
import { hasShownMore, type Identified, type TokenReader } from "./tokens.ts";

/** A file as it came in: named by the sender, its bytes already with the files adapter, not yet recorded anywhere. */
export type Upload = ReceivedFile & { name: string };
/** The answer of an endpoint whose response is `fileContent`. */
export type FileAnswer = {
  name: string;
  mediaType: string;
  /** Null while nobody knows: it is made as it is sent. */
  bytes: number | null;
  stream: Readable;
  /** Under this address there will never be anything else, and anybody may see it: it may be kept wherever it passes. */
  unchanging?: true;
};

export type Input<E extends AnyEndpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly uploads: readonly Upload[];
};
type Answer<E extends AnyEndpoint> = E["response"] extends typeof fileContent ? FileAnswer : ResponseOf<E>;

/** What a call outside any tenant has: the session layer's, and the few questions about one's own account. */
export type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identified: Identified | null;
  readonly now: Date;
  readonly tenancy: Tenancy;
};

/** What a call does before its verb, in a transaction first and then with none open. */
type Before = {
  begin(call: Call, input: Input<AnyEndpoint>): Promise<unknown>;
  act(begun: never, adapters: Adapters): Promise<unknown>;
};

export type Route = { endpoint: AnyEndpoint } & (
  | {
      within: "tenant";
      before?: Before;
      ahead?(call: Reading, input: Input<AnyEndpoint>): Promise<unknown>;
      /** @param prepared what `before` acted, or what `ahead` reads. */
      handle(call: Call, input: Input<AnyEndpoint>, prepared: unknown): Promise<unknown>;
    }
  | { within: "visit"; handle(visit: Visit, input: Input<AnyEndpoint>): Promise<unknown> }
);

/** Endpoint → verb, inside the caller's organization. */
export const on = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call, input: Input<E>) => Promise<Answer<E>>,
): Route => ({ endpoint, within: "tenant", handle: handle as never });

/**
 * The same for what only reads.
 *
 * @param ahead reads what the verb will need whoever calls, in one round trip with the question who that is. The verb is
 * given it, and judges before it answers.
 */
export function onReading<E extends AnyEndpoint, Read>(
  endpoint: E,
  ahead: (call: Reading, input: Input<E>) => Promise<Read>,
  handle: (call: Call, input: Input<E>, read: Promise<Read>) => Promise<Answer<E>>,
): Route {
  if (endpoint.method !== "GET") throw new Error(`${endpoint.path} does not only read.`);
  return { endpoint, within: "tenant", handle: handle as never, ahead: ahead as never };
}

/**
 * The same for a call that has something long to do before it writes, in three parts as an errand of the jobs. The first
 * authorizes and reads in a transaction; `act` works with none open, so that nothing is held meanwhile; `finish` is the
 * verb, which authorizes again.
 */
export const onErrand = <E extends AnyEndpoint, Begun, Acted>(
  endpoint: E,
  {
    begin,
    act,
    finish,
  }: {
    begin(call: Call, input: Input<E>): Promise<Begun>;
    act(begun: Begun, adapters: Adapters): Promise<Acted>;
    finish(call: Call, input: Input<E>, acted: Acted): Promise<Answer<E>>;
  },
): Route => ({ endpoint, within: "tenant", before: { begin, act } as never, handle: finish as never });

/** Endpoint → handler, outside any organization. */
export const onVisit = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (visit: Visit, input: Input<E>) => Promise<Answer<E>>,
): Route => ({ endpoint, within: "visit", handle: handle as never });

export type MountDeps = {
  tenancy: Tenancy;
  readToken: TokenReader;
  adapters: Adapters;
  now: () => Date;
  limit: ReturnType<typeof costlyLimit>;
  loadActor: (call: Omit<Call, "actor">, identified: Identified, profileId: string) => Promise<Actor | null>;
};

/** What an organization demands of roles holds from its next call on; what belongs to the account alone is a visit. */
function refuseWithoutSecondFactor(actor: Actor, identified: Identified): void {
  if (actor.kind === "person" && actor.demandsSecondFactor && !hasShownMore(identified)) {
    throw forbidden("Your organization demands a second factor of your role. Set one up to go on.", secondFactorNeeded);
  }
}

const mostUploads = 5;

async function identify(request: FastifyRequest, deps: MountDeps, now: Date): Promise<Identified | null> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  return token ? deps.readToken(token, now) : null;
}

/**
 * Fields and files of a multipart body. Files go to the adapter as they arrive; the caller removes them when it refuses.
 *
 * @param note told the key of a file before its bytes arrive.
 */
async function readParts(
  request: FastifyRequest,
  { files }: Adapters,
  uploads: Upload[],
  note: (storageKey: string) => Promise<void>,
): Promise<unknown> {
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits: { files: mostUploads, fields: 20, fieldSize: 10_000 } })) {
    if (part.type === "file") {
      const storageKey = files.newKey();
      await note(storageKey);
      const received = await files.receive(part.file, maxFileBytes, storageKey);
      if (!received) throw new Refusal("tooLarge", `"${part.filename}" is larger than 25 MB. Send a smaller file.`);
      uploads.push({ ...received, name: part.filename });
    } else if (typeof part.value === "string") {
      fields[part.fieldname] = part.value;
    }
  }
  return fields;
}

function validated(schema: z.ZodType, value: unknown): never {
  const result = schema.safeParse(value);
  if (result.success) return result.data as never;
  const errors = result.error.issues.map((issue) => ({
    path: issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join("."),
    message: issue.code === "unrecognized_keys" ? "This field is not known here." : issue.message,
  }));
  throw new Refusal("invalid", errors[0]?.message ?? "Not valid.", { errors });
}

/** Query names without regard to case, as the specification itself mixes them. */
function inDeclaredCase(endpoint: AnyEndpoint, query: unknown): Record<string, unknown> {
  const declared = new Map(Object.keys(endpoint.query.shape).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).flatMap(([name, value]) => {
      const known = declared.get(name.toLowerCase());
      return known ? [[known, value]] : [];
    }),
  );
}

type Security = { security?: Record<string, string[]>[] };
const securityOf: Record<AnyEndpoint["auth"], Security> = {
  public: {},
  session: {},
  optional: { security: [{}, { bearer: [] }] },
  bearer: { security: [{ bearer: [] }] },
};
const authErrors = { public: [], session: [], optional: [401], bearer: [401, 404] } as const;

/** Every unsafe call of a person; the session layer's own are safe to repeat as they are. */
export const takesKey = ({ method, auth, response }: AnyEndpoint) =>
  method !== "GET" && auth === "bearer" && response !== fileContent;

const hashOf = ({ method, url }: FastifyRequest, { body, uploads }: Input<AnyEndpoint>) =>
  requestHash({ method, url, body, files: uploads.map(({ name, sha256 }) => ({ name, sha256 })) });

/** The schema of an endpoint as Fastify and the OpenAPI document see it. */
function schemaOf({ endpoint }: Route) {
  const codes = new Set([400, ...(takesKey(endpoint) ? [409] : []), ...endpoint.errors, ...authErrors[endpoint.auth]]);
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return {
    summary: endpoint.summary,
    ...securityOf[endpoint.auth],
    params: z.object(Object.fromEntries(names.map((name) => [name, endpoint.params[name] ?? z.uuid()]))),
    response: {
      ...(endpoint.response === noContent
        ? { 204: z.null().meta({ description: "Done" }) }
        : endpoint.response === fileContent
          ? {}
          : { 200: endpoint.response }),
      ...(isEmptyWhenNull(endpoint.response) ? { 204: z.null().meta({ description: "There is none" }) } : {}),
      ...Object.fromEntries([...codes].map((code) => [code, problem])),
    },
  };
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  if (file.bytes !== null) reply.header("content-length", file.bytes);
  return reply
    .header("content-type", file.mediaType)
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("cache-control", file.unchanging ? "public, max-age=31536000, immutable" : "private, no-store")
    .send(file.stream);
}

/** Gives one route to Fastify: parse → identify → tenant → verb, in one transaction → answer. */
export function mount(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { endpoint } = route;
  const schema = schemaOf(route);

  /** The organization of whoever calls, and the profile they call as. */
  async function gate(identified: Identified) {
    const { profileId } = identified;
    const organizationId = profileId && (await deps.tenancy.organizationOfProfile(profileId, identified.appUserId));
    if (!organizationId) {
      throw new Refusal("forbidden", "Choose a profile first.", { reason: "noProfile" });
    }
    return { organizationId, profileId };
  }

  /** The verb in one transaction; `repeated`: not run, as it was answered before under the same key. */
  async function inTenant(
    { organizationId, profileId }: Awaited<ReturnType<typeof gate>>,
    identified: Identified,
    now: Date,
    input: Input<AnyEndpoint>,
    asked: { key: string; hash: Buffer } | null,
  ): Promise<{ answer: unknown; repeated: boolean }> {
    const { handle, before, ahead } = route as Route & { within: "tenant" };
    const asPerson = <Result>(
      work: (call: Call, read: unknown) => Promise<Result>,
      first?: (call: Reading) => Promise<unknown>,
    ) =>
      deps.tenancy.run(organizationId, async (db) => {
        const unknown = { organizationId, db, now, adapters: deps.adapters };
        const loading = deps.loadActor(unknown, identified, profileId);
        const read = first?.(unknown);
        // Whoever may not come in is told that, and nothing of what was read.
        read?.catch(() => undefined);
        const actor = await loading;
        if (!actor) throw notFound("The profile");
        refuseWithoutSecondFactor(actor, identified);
        return work({ ...unknown, actor }, read);
      });
    // What was answered already is neither begun nor acted on again: that may be long.
    const begun =
      before &&
      (await asPerson(async (call) => {
        const { actor } = call;
        const known = asked && actor.kind === "person" ? await answered({ ...call, actor }, asked) : null;
        return known ? { known } : { part: await before.begin(call, input) };
      }));
    if (begun?.known) return begun.known;
    const acted = await before?.act(begun?.part as never, deps.adapters);
    const verb = async (call: Call, read: unknown) => {
      const { actor } = call;
      const prepared = ahead ? read : acted;
      if (!asked || actor.kind !== "person") return { answer: await handle(call, input, prepared), repeated: false };
      return once({ ...call, actor }, asked, () => handle(call, input, prepared));
    };
    return asPerson(verb, ahead && ((call) => ahead(call, input)));
  }

  const visit = (
    request: FastifyRequest,
    reply: FastifyReply,
    identified: Identified | null,
    now: Date,
    input: Input<AnyEndpoint>,
  ) => (route as Route & { within: "visit" }).handle({ request, reply, identified, now, tenancy: deps.tenancy }, input);
  const removeAll = (uploads: readonly Upload[]) =>
    Promise.allSettled(uploads.map((upload) => deps.adapters.files.remove(upload.storageKey)));

  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    schema,
    config: { endpoint },
    handler: async (request, reply) => {
      const now = deps.now();
      // A token that is brought must be good, also where none is needed.
      const brought =
        endpoint.auth === "bearer" || (endpoint.auth === "optional" && request.headers.authorization !== undefined);
      const identified = brought ? await identify(request, deps, now) : null;
      if (brought && !identified) throw unauthenticated();
      if (isCostly(endpoint)) deps.limit({ account: identified?.appUserId ?? null, address: request.ip }, now);
      const uploads: Upload[] = [];
      try {
        if (endpoint.multipart && !request.isMultipart()) {
          throw new Refusal("unsupportedType", "Send this as multipart/form-data with the files in the field file.");
        }
        const key = takesKey(endpoint) ? keyFrom(request.headers["idempotency-key"]) : null;
        const query = inDeclaredCase(endpoint, request.query);
        // Before the body is read: whoever may not come in sends nothing.
        const place = route.within === "tenant" ? await gate(identified as Identified) : null;
        const note = async (storageKey: string) => {
          if (place) await noteIncoming(deps.tenancy, place.organizationId, storageKey, now);
        };
        const sent = endpoint.multipart ? await readParts(request, deps.adapters, uploads, note) : request.body;
        refuseUnstorable([query, sent, uploads.map((upload) => upload.name)]);
        const input = {
          params: request.params,
          query: validated(endpoint.query, query),
          body: validated(endpoint.body, sent ?? undefined),
          uploads,
        } as Input<AnyEndpoint>;
        const { answer, repeated } =
          route.within === "tenant" && place
            ? await inTenant(
                place,
                identified as Identified,
                now,
                input,
                key ? { key, hash: hashOf(request, input) } : null,
              )
            : { answer: await visit(request, reply, identified, now, input), repeated: false };
        // The first time kept its own.
        if (repeated) await removeAll(uploads);
        if (endpoint.response === noContent || (answer === null && isEmptyWhenNull(endpoint.response)))
          return reply.code(204).send();
        if (endpoint.response === fileContent) return sendFile(reply, answer as FileAnswer);
        return reply.send(answer);
      } catch (error) {
        // Only a refusal is sure to have come before the commit. Of anything else nobody knows: the connection may have
        // broken once the commit was done. Bytes that were not recorded keep their note, and go with it.
        if (error instanceof Refusal) await removeAll(uploads);
        throw error;
      }
    },
  });
}
