import type { Readable } from "node:stream";
import { type AnyEndpoint, eventStream, fileContent, isEmptyWhenNull, noContent } from "@touchline/contract";
import { secondFactorNeeded } from "@touchline/contract/accounts/session";
import { viewAsHeader } from "@touchline/contract/administration/view-as";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Acting, Actor, Adapters, Call, Reading } from "../call.ts";
import type { Tenancy } from "../database/tenancy.ts";
import { forbidden, notFound, Refusal, unauthenticated } from "../errors.ts";
import { hasShownMore, type Identified, type TokenReader } from "../security/tokens.ts";
import { type ApiKeys, apiKeyOf } from "./api-keys.ts";
import { answered, keyFrom, once, requestHash } from "./idempotency.ts";
import { inDeclaredCase, readParts, validated } from "./multipart.ts";
import { recordPendingUpload } from "./pending-uploads.ts";
import { type costlyLimit, isCostly } from "./rate-limit.ts";
import type { FileAnswer, Input, Route, UploadedFile } from "./route.ts";
import { schemaOf, takesKey } from "./route-schema.ts";
import { refuseUnstorable } from "./unstorable-text.ts";
import { type CallerPlace, type FindView, isWriteRefused, viewOnly } from "./view-as.ts";

export {
  type FileAnswer,
  type Input,
  type Origin,
  on,
  onErrand,
  onReading,
  onReadOnly,
  onVisit,
  type Route,
  rangeOf,
  type UploadedFile,
  type Visit,
} from "./route.ts";

export type MountDeps = {
  tenancy: Tenancy;
  readToken: TokenReader;
  adapters: Adapters;
  now: () => Date;
  limit: ReturnType<typeof costlyLimit>;
  /** Inspects a received file, with no transaction open, and records what it is. */
  inspect: (adapters: Adapters, upload: UploadedFile) => Promise<UploadedFile>;
  apiKeys: ApiKeys;
  findView: FindView;
  /** Refuses a call to a feature that is paused, for everyone or for the organization. @throws Forbidden */
  refusePaused: (endpoint: AnyEndpoint, byKey: boolean, organizationId: string | null, now: Date) => Promise<void>;
  loadActor: (call: Omit<Call, "actor">, identified: Identified, profileId: string) => Promise<Acting | null>;
};

/**
 * Refuses actors without the second factor that the organization requires of their role, from its next call on; calls about the
 * account alone are visits and not affected.
 */
export function refuseWithoutSecondFactor(actor: Actor, identified: Identified): void {
  if (actor.kind === "person" && actor.demandsSecondFactor && !hasShownMore(identified)) {
    throw forbidden(
      "Your organization requires a second factor for your role. Set one up to continue.",
      secondFactorNeeded,
    );
  }
}

async function identify(request: FastifyRequest, deps: MountDeps, now: Date): Promise<Identified | null> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  return token ? deps.readToken(token, now) : null;
}

const hashOf = ({ method, url }: FastifyRequest, { body, uploads }: Input<AnyEndpoint>) =>
  requestHash({ method, url, body, files: uploads.map(({ name, sha256 }) => ({ name, sha256 })) });

/** Whether an operator who views as a person may make a call: it reads, within the organization, opens no file, and gives no link to one. */
const isViewable = ({ endpoint, within }: Route) =>
  within === "tenant" &&
  endpoint.method === "GET" &&
  !endpoint.givesLink &&
  endpoint.response !== fileContent &&
  endpoint.response !== eventStream;

/** The ids that a call names in its path and query. Other values, such as what was searched for, may be personal data. */
const idsIn = ({ params, query }: FastifyRequest): string[] =>
  [params, query]
    .flatMap((part) => Object.values((part ?? {}) as Record<string, unknown>).flat())
    .filter((value) => typeof value === "string" && idForm.test(value)) as string[];
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Encodes by RFC 5987: apostrophes, parentheses and asterisks must be percent-encoded too. */
const extendedValue = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function sendFile(reply: FastifyReply, file: FileAnswer) {
  const { range } = file;
  if (range !== undefined) reply.header("accept-ranges", "bytes");
  if (range) {
    reply.code(206).header("content-range", `bytes ${range.first}-${range.last}/${file.bytes ?? "*"}`);
    reply.header("content-length", range.last - range.first + 1);
  } else if (file.bytes !== null) reply.header("content-length", file.bytes);
  return reply
    .header("content-type", file.mediaType)
    .header("content-disposition", `attachment; filename*=UTF-8''${extendedValue(file.name)}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("cache-control", file.unchanging ? "public, max-age=31536000, immutable" : "private, no-store")
    .send(file.stream);
}

/** Sends events as they happen, without buffering on the way. */
const sendEvents = (reply: FastifyReply, events: Readable) =>
  reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .send(events);

/** Mounts one route in Fastify: parse → identify → tenant → verb, in one transaction → response. */
export function mount(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { endpoint } = route;
  const schema = schemaOf(route);

  /** Returns the person's organization; null for routes that do not require them. */
  async function gate(identified: Identified): Promise<CallerPlace | null> {
    const { profileId } = identified;
    if (!profileId && route.within === "tenant" && route.withoutProfile !== undefined) return null;
    const organizationId = profileId && (await deps.tenancy.organizationOfProfile(profileId, identified.appUserId));
    if (!organizationId) {
      throw new Refusal("forbidden", "Choose a profile first.", { reason: "noProfile" });
    }
    return {
      organizationId,
      async load(call) {
        const acting = await deps.loadActor(call, identified, profileId);
        if (!acting) throw notFound("profile");
        refuseWithoutSecondFactor(acting.actor, identified);
        return acting;
      },
    };
  }

  /** Returns the organization of an API key, which is refused if the endpoint names no scope of keys. */
  async function gateOfKey(key: string, request: FastifyRequest, now: Date): Promise<CallerPlace> {
    const found = await deps.apiKeys.find(key);
    if (!found) {
      // Guessing keys is rate limited by address.
      deps.limit({ account: null, address: request.ip }, now);
      throw new Refusal("unauthenticated", "This API key doesn't exist. Check that it was copied whole.");
    }
    const { organizationId, apiKeyId } = found;
    await deps.apiKeys.used(found, now);
    return {
      organizationId,
      async load(call) {
        const acting = await deps.apiKeys.load(call, apiKeyId).catch((refusal: unknown) => {
          // A key that no longer works takes nothing from the limit of those that do.
          deps.limit({ account: null, address: request.ip }, now);
          throw refusal;
        });
        deps.apiKeys.limit(organizationId, now);
        const { actor } = acting;
        if (endpoint.scope === null) {
          throw forbidden("API keys can't make this call. Log in to make it.", "notForKeys");
        }
        if (actor.kind !== "apiKey" || !actor.scopes.includes(endpoint.scope)) {
          throw forbidden(`This API key needs the permission ${endpoint.scope}.`, "scope");
        }
        return acting;
      },
    };
  }

  /** Runs the verb in one transaction; `repeated`: it didn't run, because there is a response to the same key. */
  async function inTenant(
    { organizationId, readOnly, load }: CallerPlace,
    now: Date,
    input: Input<AnyEndpoint>,
    idempotency: { key: string; hash: Buffer } | null,
  ): Promise<{ answer: unknown; repeated: boolean }> {
    const { handle, before, ahead, reads } = route as Route & { within: "tenant" };
    const transact = reads || readOnly ? deps.tenancy.read : deps.tenancy.run;
    const asPerson = <Result>(
      work: (call: Call, read: unknown) => Promise<Result>,
      first?: (call: Reading & Pick<Call, "now">) => Promise<unknown>,
    ) =>
      transact(organizationId, async (db) => {
        const withoutActor = { organizationId, db, now, adapters: deps.adapters };
        const loading = load(withoutActor);
        const read = first?.(withoutActor);
        // Unauthorized callers get the refusal and nothing of what was read.
        read?.catch(() => undefined);
        const acting = await loading;
        return work({ ...withoutActor, ...acting }, read);
      });
    // A call with a stored response doesn't run again, because that can take long.
    const begun =
      before &&
      (await asPerson(async (call) => {
        const { actor } = call;
        const known = idempotency && actor.kind === "person" ? await answered({ ...call, actor }, idempotency) : null;
        return known ? { known } : { part: await before.begin(call, input) };
      }));
    if (begun?.known) return begun.known;
    const acted = await before?.act(begun?.part as never, deps.adapters).catch(async (error: unknown) => {
      await asPerson(async (call) => before.failed?.(call, begun?.part as never));
      throw error;
    });
    const verb = async (call: Call, read: unknown) => {
      const { actor } = call;
      const prepared = ahead ? read : acted;
      if (!idempotency || actor.kind !== "person") {
        return { answer: await handle(call, input, prepared), repeated: false };
      }
      return once({ ...call, actor }, idempotency, () => handle(call, input, prepared));
    };
    return asPerson(verb, ahead && ((call) => ahead(call, input)));
  }

  const visit = (
    request: FastifyRequest,
    reply: FastifyReply,
    identified: Identified | null,
    now: Date,
    input: Input<AnyEndpoint>,
  ) =>
    (route as Route & { within: "visit" }).handle(
      {
        ...{ request, reply, identified, now, tenancy: deps.tenancy, adapters: deps.adapters },
        refusePaused: (organizationId) => deps.refusePaused(endpoint, false, organizationId, now),
      },
      input,
    );
  const removeAll = (uploads: readonly UploadedFile[]) =>
    Promise.allSettled(uploads.map((upload) => deps.adapters.files.remove(upload.storageKey)));

  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    schema,
    config: { endpoint },
    handler: async (request, reply) => {
      const now = deps.now();
      // A token that is sent must be valid, even if it isn't required.
      const hasCredentials =
        endpoint.auth === "bearer" || (endpoint.auth === "optional" && request.headers.authorization !== undefined);
      const apiKey = hasCredentials ? apiKeyOf(request) : null;
      // A visit is about an account, and a key has none.
      if (apiKey && route.within === "visit") {
        throw forbidden("API keys can't make this call. Log in to make it.", "notForKeys");
      }
      const identified = hasCredentials && !apiKey ? await identify(request, deps, now) : null;
      if (hasCredentials && !apiKey && !identified) throw unauthenticated();
      const viewAs = identified ? request.headers[viewAsHeader] : undefined;
      // Nothing of the operator's own is shown or changed meanwhile either.
      if (viewAs !== undefined && !isViewable(route)) throw viewOnly();
      if (isCostly(endpoint)) deps.limit({ account: identified?.appUserId ?? null, address: request.ip }, now);
      const uploads: UploadedFile[] = [];
      try {
        const inParts = endpoint.multipart && request.isMultipart();
        if (endpoint.multipart && !inParts && !endpoint.orJson) {
          throw new Refusal("unsupportedType", 'Send this as multipart/form-data with the files in the field "file".');
        }
        const key = takesKey(endpoint) ? keyFrom(request.headers["idempotency-key"]) : null;
        const query = inDeclaredCase(endpoint, request.query);
        // Authorize before reading the body, so that unauthorized callers cannot upload anything.
        const place =
          route.within !== "tenant"
            ? null
            : apiKey
              ? await gateOfKey(apiKey, request, now)
              : typeof viewAs === "string"
                ? await deps.findView(viewAs, identified as Identified, { endpoint, ids: idsIn(request) }, now)
                : await gate(identified as Identified);
        await deps.refusePaused(endpoint, apiKey !== null, place?.organizationId ?? null, now);
        const recordUpload = async (storageKey: string) => {
          if (place) await recordPendingUpload(deps.tenancy, place.organizationId, storageKey, now);
        };
        const sent = inParts ? await readParts(request, deps, uploads, recordUpload) : request.body;
        refuseUnstorable([query, sent, uploads.map((upload) => upload.name)]);
        const input = {
          params: request.params,
          query: validated(endpoint.query, query),
          body: validated(endpoint.body, sent ?? undefined),
          uploads,
          origin: {
            address: request.ip,
            userAgent: (request.headers["user-agent"] ?? "").slice(0, 500),
            sessionId: identified?.sessionId ?? null,
            authTime: identified?.authTime ?? null,
          },
        } as Input<AnyEndpoint>;
        const { answer, repeated } =
          route.within === "tenant" && place
            ? await inTenant(place, now, input, key ? { key, hash: hashOf(request, input) } : null)
            : {
                answer:
                  route.within === "tenant"
                    ? route.withoutProfile
                    : await visit(request, reply, identified, now, input),
                repeated: false,
              };
        // The first call stored its own files.
        if (repeated) await removeAll(uploads);
        if (endpoint.response === noContent || (answer === null && isEmptyWhenNull(endpoint.response)))
          return reply.code(204).send();
        if (endpoint.response === eventStream) return sendEvents(reply, answer as Readable);
        if (endpoint.response === fileContent) return sendFile(reply, answer as FileAnswer);
        return reply.send(answer);
      } catch (error) {
        // Only a refusal certainly happened before the commit. After other errors the commit may have succeeded, so the bytes stay until
        // the cleanup job checks their records.
        if (error instanceof Refusal) await removeAll(uploads);
        throw viewAs !== undefined && isWriteRefused(error) ? viewOnly() : error;
      }
    },
  });
}
