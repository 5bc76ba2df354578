import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import { maxFileBytes } from "@touchline/contract";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { IdentityPort } from "./adapters/identity/port.ts";
import type { ApiConfig } from "./config.ts";
import { type Afterwards, openAfterwards } from "./kernel/afterwards.ts";
import type { Adapters } from "./kernel/call.ts";
import type { Database } from "./kernel/database.ts";
import { Refusal } from "./kernel/errors.ts";
import { type MountDeps, mount } from "./kernel/mount.ts";
import { describeApi } from "./kernel/openapi.ts";
import { answerProblem } from "./kernel/problem.ts";
import { openTenancy, type Tenancy } from "./kernel/tenancy.ts";
import { tokenReader } from "./kernel/tokens.ts";
import { accountRoutes } from "./modules/accounts/routes.ts";
import * as content from "./modules/content/routes.ts";
import * as dashboard from "./modules/dashboard/routes.ts";
import * as hierarchy from "./modules/hierarchy/routes.ts";
import * as imports from "./modules/imports/routes.ts";
import { invitationRoutes } from "./modules/invitations/routes.ts";
import * as labels from "./modules/labels/routes.ts";
import * as members from "./modules/members/routes.ts";
import * as organizations from "./modules/organizations/routes.ts";
import { loadActor } from "./modules/profiles/queries.ts";
import * as profiles from "./modules/profiles/routes.ts";
import * as requirements from "./modules/requirements/routes.ts";
import * as reviews from "./modules/reviews/routes.ts";
import { sessionRoutes } from "./modules/sessions/routes.ts";

export type AppDeps = {
  config: ApiConfig;
  database: Database;
  identity: IdentityPort;
  adapters: Adapters;
  now?: () => Date;
  logger?: FastifyServerOptions["logger"];
  /** Sees every statement within a tenant; tests assert on it. */
  onStatement?: (sql: string) => void;
};

/** Addresses are logged without their query: the tokens of mailed links travel in it. */
function withoutSecrets(logger: FastifyServerOptions["logger"]): FastifyServerOptions["logger"] {
  if (typeof logger !== "object") return logger;
  const req = (request: FastifyRequest) => ({
    method: request.method,
    url: request.url.split("?", 1)[0],
    remoteAddress: request.ip,
  });
  return { ...logger, serializers: { ...logger.serializers, req } };
}

/** A Fastify server as the product wants it: hardened, and refusing in one way. The host mounts the rest on it. */
export function hardenedServer(config: ApiConfig, logger: FastifyServerOptions["logger"] = false): FastifyInstance {
  const app = Fastify({
    logger: withoutSecrets(logger),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: 1_000_000,
    connectionTimeout: 15_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // Only a proxy of one's own network may say who is calling.
    trustProxy: config.secure ? "loopback, linklocal, uniquelocal" : false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, config.supportEmail));
  return app;
}

/** The table of contents: every route of the API, under `/api`, on the given server. */
export async function mountApi(
  app: FastifyInstance,
  deps: AppDeps,
): Promise<{ tenancy: Tenancy; afterwards: Afterwards }> {
  const { config } = deps;
  const tenancy = openTenancy(deps.database.pool, deps.onStatement);
  const readToken = tokenReader(deps.identity, config);
  const mounting: MountDeps = {
    tenancy,
    readToken,
    adapters: deps.adapters,
    now: deps.now ?? (() => new Date()),
    loadActor,
  };
  const { adapters, now } = mounting;
  const afterwards = openAfterwards((error) => app.log.error({ err: error }, "what was begun with a call failed"));
  app.addHook("onClose", () => afterwards.settled());
  const session = { tenancy, identity: deps.identity, readToken, vault: deps.adapters.vault };

  await app.register(async (api) => {
    await api.register(fastifyCookie);
    await api.register(fastifyMultipart, { limits: { fileSize: maxFileBytes, files: 5 } });
    await describeApi(api, config);
    for (const route of [
      ...sessionRoutes(session, config),
      ...accountRoutes({ identity: deps.identity, tenancy, adapters, now }, afterwards),
      ...invitationRoutes({ identity: deps.identity, adapters }),
      ...profiles.routes,
      ...organizations.routes,
      ...hierarchy.routes,
      ...labels.routes,
      ...members.routes,
      ...dashboard.routes,
      ...content.routes,
      ...requirements.routes,
      ...reviews.routes,
      ...imports.routes,
    ]) {
      mount(api, route, mounting);
    }
    api.all("/api/*", { schema: { hide: true } as object }, () => {
      throw new Refusal("notFound", "There is no such call.");
    });
  });
  return { tenancy, afterwards };
}
