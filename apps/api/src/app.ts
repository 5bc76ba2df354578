import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import { maxFileBytes } from "@touchline/contract";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";
import type { IdentityPort } from "./adapters/identity/port.ts";
import type { Adapters } from "./call.ts";
import type { ApiConfig } from "./config.ts";
import type { Database } from "./database/database.ts";
import { lostConnection } from "./database/outage.ts";
import { openSignals } from "./database/signals.ts";
import { openTenancy, type Tenancy } from "./database/tenancy.ts";
import { Refusal } from "./errors.ts";
import { type BackgroundWork, openBackgroundWork } from "./http/after-response.ts";
import { refuseKeysInUrls } from "./http/api-keys.ts";
import { leaveNobodyIdle } from "./http/graceful-close.ts";
import { logRequests } from "./http/log.ts";
import { type MountDeps, mount } from "./http/mount.ts";
import { judged } from "./http/multipart.ts";
import { describeApi } from "./http/openapi.ts";
import { answerProblem, asRefusal } from "./http/problem.ts";
import { type CostlyRates, costlyLimit, keyLimit } from "./http/rate-limit.ts";
import { failureFacts } from "./jobs/job-runner.ts";
import { openKeyedQueue } from "./jobs/keyed-queue.ts";
import { acceptOneClick } from "./modules/accounts/accounts/actions/unsubscribe.ts";
import { accountRoutes } from "./modules/accounts/accounts/routes.ts";
import { factorRoutes } from "./modules/accounts/factors/routes.ts";
import { organizationRoutes } from "./modules/accounts/organizations/routes.ts";
import { policyRoutes } from "./modules/accounts/policies/routes.ts";
import { endedSessions } from "./modules/accounts/sessions/queries.ts";
import { sessionRoutes } from "./modules/accounts/sessions/routes.ts";
import { signupRoutes } from "./modules/accounts/signups/routes.ts";
import * as backgroundJobs from "./modules/administration/background-jobs/routes.ts";
import * as closing from "./modules/administration/closing/routes.ts";
import * as oversight from "./modules/administration/oversight/routes.ts";
import { viewFinder } from "./modules/administration/support/actions/view.ts";
import * as support from "./modules/administration/support/routes.ts";
import { pausedRefusal } from "./modules/administration/switches/queries.ts";
import * as switches from "./modules/administration/switches/routes.ts";
import { receivePayments } from "./modules/billing/card-webhooks/actions/receive.ts";
import { feeRoutes } from "./modules/billing/fees/routes.ts";
import { paymentRoutes } from "./modules/billing/payments/routes.ts";
import { planRoutes, platformBillingRoutes } from "./modules/billing/plans/routes.ts";
import { reportRoutes } from "./modules/billing/reports/routes.ts";
import { inspected } from "./modules/files/files/actions/inspect.ts";
import * as incidents from "./modules/incidents/incidents/routes.ts";
import { apiKeysOf } from "./modules/integrations/api-keys/actions/identify.ts";
import * as apiKeys from "./modules/integrations/api-keys/routes.ts";
import * as eligibility from "./modules/integrations/eligibility/routes.ts";
import { receivePartnerWebhooks } from "./modules/integrations/partners/actions/receive.ts";
import * as partners from "./modules/integrations/partners/routes.ts";
import { ssoRoutes } from "./modules/integrations/single-sign-on/routes.ts";
import * as webhooks from "./modules/integrations/webhooks/routes.ts";
import { guardianLinks } from "./modules/joining/families/actions/accept.ts";
import * as families from "./modules/joining/families/routes.ts";
import { invitationRoutes } from "./modules/joining/invitations/routes.ts";
import * as content from "./modules/library/content/routes.ts";
import * as labels from "./modules/library/labels/routes.ts";
import * as mailTexts from "./modules/messages/mail-texts/routes.ts";
import * as notices from "./modules/messages/notices/routes.ts";
import { notificationRoutes } from "./modules/messages/notifications/routes.ts";
import * as hierarchy from "./modules/people/hierarchy/routes.ts";
import { loadActor } from "./modules/people/profiles/queries/actor.ts";
import * as profiles from "./modules/people/profiles/routes.ts";
import { openErrorReporter } from "./modules/platform/error-log/actions.ts";
import { errorLogRoutes } from "./modules/platform/error-log/routes.ts";
import * as platformLibrary from "./modules/platform/platform-library/routes.ts";
import { auditRoutes } from "./modules/reporting/audit/routes.ts";
import * as dashboard from "./modules/reporting/dashboard/routes.ts";
import * as duplicates from "./modules/reporting/duplicates/routes.ts";
import * as members from "./modules/reporting/members/routes.ts";
import * as records from "./modules/reporting/records/routes.ts";
import * as retention from "./modules/reporting/retention/routes.ts";
import * as timeline from "./modules/reporting/timeline/routes.ts";
import * as details from "./modules/requirements/details/routes.ts";
import * as forms from "./modules/requirements/forms/routes.ts";
import * as requirements from "./modules/requirements/requirements/routes.ts";
import * as trainings from "./modules/requirements/trainings/routes.ts";
import { videoRoutes } from "./modules/requirements/videos/routes.ts";
import { waiverRoutes } from "./modules/requirements/waivers/routes.ts";
import * as adverseActions from "./modules/reviews/adverse-action/routes.ts";
import { type LiveCountTiming, liveCounts } from "./modules/reviews/reviews/queries/live-count.ts";
import * as reviews from "./modules/reviews/reviews/routes.ts";
import * as screeningClients from "./modules/screening/clients/routes.ts";
import * as consents from "./modules/screening/consents/routes.ts";
import * as externalReview from "./modules/screening/external-review/routes.ts";
import * as licenses from "./modules/screening/licenses/routes.ts";
import * as liveScan from "./modules/screening/live-scan/routes.ts";
import { receiveWebhooks } from "./modules/screening/orders/actions/receive.ts";
import * as screeningOrders from "./modules/screening/orders/routes.ts";
import * as registries from "./modules/screening/registries/routes.ts";
import * as registrySearch from "./modules/screening/registry-search/routes.ts";
import * as trainingProvider from "./modules/screening/training-provider/routes.ts";
import * as completionImports from "./modules/setup/completion-imports/routes.ts";
import { foundingRoutes } from "./modules/setup/founding/routes.ts";
import * as imports from "./modules/setup/imports/routes.ts";
import * as levels from "./modules/setup/levels/routes.ts";
import { taskRoutes } from "./modules/tasks/tasks/routes.ts";
import * as identityChecks from "./modules/verification/identity-checks/routes.ts";
import * as identityDocuments from "./modules/verification/identity-documents/routes.ts";
import { tokenReader } from "./security/tokens.ts";
import { tasks } from "./tasks.ts";

export type AppDeps = {
  config: ApiConfig;
  database: Database;
  identity: IdentityPort;
  adapters: Adapters;
  now?: () => Date;
  /** Rate limits of expensive calls; the defaults if omitted. */
  rates?: CostlyRates;
  /** Settings of live counts; the defaults if omitted. */
  livePace?: LiveCountTiming;
  /** Sees every statement within a tenant; tests assert on it. */
  onStatement?: (sql: string) => void;
};

/** The most session renewals at once: each holds a connection, and the rest are for other calls. */
const renewals = { places: 4, longestLine: 2_000 };

/** Creates a hardened Fastify server with uniform error answers. The host mounts the rest on it. */
export function hardenedServer(
  config: ApiConfig,
  {
    logger = false,
    timeoutMs = 15_000,
    trustedProxies = config.secure ? ["loopback", "linklocal", "uniquelocal"] : [],
  }: {
    logger?: FastifyServerOptions["logger"];
    timeoutMs?: number;
    /** The proxies whose X-Forwarded-For is trusted: addresses, networks or names of networks. */
    trustedProxies?: readonly string[] | undefined;
  } = {},
): FastifyInstance {
  const app = Fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: 1_000_000,
    // A client that is silent or sends its headers a byte at a time is disconnected; files may take longer (phones).
    // Both are checked periodically, so that all are gone by the time limit.
    connectionTimeout: timeoutMs,
    http: { headersTimeout: timeoutMs * 0.8, connectionsCheckingInterval: timeoutMs / 15 },
    requestTimeout: timeoutMs * 8,
    keepAliveTimeout: 65_000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
  });
  app.setValidatorCompiler<z.ZodType>(
    ({ schema }) =>
      (value) =>
        judged(schema, value),
  );
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser("text/plain");
  logRequests(app);
  limitSlowBodies(app, timeoutMs * 0.8);
  leaveNobodyIdle(app);
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, config.supportEmail));
  return app;
}

/** The time limit of a body that isn't a file: it is small, so a slower client isn't waiting for an answer. */
function limitSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const settled = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preParsing", async (request) => {
    if (request.headers["content-type"]?.startsWith("multipart/")) return;
    timers.set(request, setTimeout(() => request.raw.destroy(), timeoutMs).unref());
  });
  app.addHook("preValidation", settled);
  app.addHook("onError", settled);
  app.addHook("onRequestAbort", settled);
}

/** The table of contents: every route of the API, under `/api`, on the given server. */
export async function mountApi(
  app: FastifyInstance,
  deps: AppDeps,
): Promise<{ tenancy: Tenancy; backgroundWork: BackgroundWork }> {
  const { config } = deps;
  const tenancy = openTenancy(deps.database.pool, deps.onStatement);
  const ended = endedSessions(tenancy);
  const readToken = tokenReader(deps.identity, config, ended.has);
  const mounting: MountDeps = {
    tenancy,
    readToken,
    adapters: deps.adapters,
    now: deps.now ?? (() => new Date()),
    limit: costlyLimit(deps.rates),
    inspect: inspected,
    apiKeys: apiKeysOf(tenancy, keyLimit(deps.rates?.apiKeys)),
    loadActor,
    findView: viewFinder({ tenancy, adapters: deps.adapters }, loadActor),
    refusePaused: pausedRefusal(tenancy),
  };
  const { adapters, now } = mounting;
  const backgroundWork = openBackgroundWork((error) => app.log.error({ err: error }, "Background work failed"));
  app.addHook("onClose", () => backgroundWork.settled());
  const errors = openErrorReporter({ tenancy, adapters: () => adapters, now }, (error) =>
    app.log.warn({ err: error }, "Error not saved to the error log"),
  );
  app.addHook("onClose", () => errors.settled());
  const session = {
    tenancy,
    identity: deps.identity,
    readToken,
    vault: deps.adapters.vault,
    ended,
    renewalQueue: openKeyedQueue(renewals),
  };

  const live = liveCounts({
    tenancy,
    adapters,
    signals: openSignals(deps.database.pool.options, (error) => {
      // The database pool logs an outage once.
      if (lostConnection(error) === null) app.log.warn({ err: error }, "Database signals not received");
    }),
    hasEnded: ended.has,
    now,
    timing: deps.livePace,
  });
  // Closing doesn't wait for streams.
  app.addHook("preClose", () => live.close());

  const accounts = { identity: deps.identity, tenancy, adapters, vault: adapters.vault, ended, now };

  await app.register(async (api) => {
    api.setErrorHandler((error, request, reply) => {
      if (asRefusal(error, "").code === "unexpected") {
        const { name, code = null, place = [] } = failureFacts(error);
        const route = `${request.method} ${request.routeOptions.url ?? "none"}`;
        errors.report({ source: "server", name, code, route, place });
      }
      return answerProblem(error, request, reply, config.supportEmail);
    });
    refuseKeysInUrls(api);
    await api.register(fastifyCookie);
    await api.register(fastifyMultipart, { limits: { fileSize: maxFileBytes, files: 5 } });
    await describeApi(api, config);
    for (const route of [
      ...sessionRoutes(session, config),
      ...accountRoutes(accounts, backgroundWork),
      ...factorRoutes({ identity: deps.identity, tenancy, adapters, now }),
      ...invitationRoutes({ identity: deps.identity, adapters, guardians: guardianLinks }),
      ...signupRoutes({ ...accounts, backgroundWork, guardians: guardianLinks }),
      ...errorLogRoutes(errors),
      ...policyRoutes({ tenancy, identity: deps.identity }),
      ...profiles.routes,
      ...details.routes,
      ...families.routes,
      ...organizationRoutes(adapters),
      ...foundingRoutes({ adapters }),
      ...platformLibrary.routes,
      ...hierarchy.routes,
      ...labels.routes,
      ...levels.routes,
      ...mailTexts.routes,
      ...members.routes,
      ...dashboard.routes,
      ...content.routes,
      ...forms.routes,
      ...records.routes,
      ...requirements.routes,
      ...waiverRoutes(adapters),
      ...videoRoutes(adapters),
      ...trainings.routes,
      ...identityChecks.routes,
      ...identityDocuments.routes,
      ...screeningClients.routes,
      ...consents.routes,
      ...registries.routes,
      ...externalReview.routes,
      ...licenses.routes,
      ...trainingProvider.routes,
      ...liveScan.routes,
      ...registrySearch.routes,
      ...screeningOrders.routes,
      ...paymentRoutes({ tenancy, now }),
      ...feeRoutes,
      ...planRoutes({ tenancy, now }),
      ...platformBillingRoutes,
      ...reportRoutes({ tenancy }),
      ...reviews.routes,
      ...adverseActions.routes,
      ...reviews.streamRoutes(live),
      ...imports.routes,
      ...completionImports.routes,
      ...duplicates.routes,
      ...incidents.routes,
      ...timeline.routes,
      ...retention.routes,
      ...webhooks.routes,
      ...taskRoutes(tasks),
      ...notices.routes,
      ...notificationRoutes(adapters),
      ...auditRoutes(adapters),
      ...apiKeys.routes,
      ...eligibility.routes,
      ...partners.routes,
      ...oversight.routes,
      ...support.routes,
      ...closing.routes,
      ...backgroundJobs.routes,
      ...switches.routes,
      ...ssoRoutes(config),
    ]) {
      mount(api, route, mounting);
    }
    acceptOneClick(api, accounts);
    receivePayments(api, { tenancy, adapters, now });
    receivePartnerWebhooks(api, { tenancy, adapters, now });
    receiveWebhooks(api, { tenancy, adapters, now });
    trainings.packageFiles(api, { tenancy, adapters, now });
    api.all("/api/*", { schema: { hide: true } as object }, () => {
      throw new Refusal("notFound", "This call doesn't exist.");
    });
  });
  return { tenancy, backgroundWork };
}
