import { publicFetch } from "@touchline/api/adapters/sso/public-fetch";
import type { ApiConfig } from "@touchline/api/config";
import { retryAfterOutage } from "@touchline/api/database/outage";
import { buildIdentity, type ClaimsPort, renewOldSigningKey } from "@touchline/identity";
import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type pg from "pg";
import { trustedHosts } from "./adapters.ts";
import type { HostConfig } from "./config.ts";

type Parts = {
  pool: pg.Pool;
  secret: string;
  claims: ClaimsPort;
  log: FastifyBaseLogger;
  /** Where providers are simulated; null: nowhere. */
  simulatorUrl: string | null;
};

/** The identity service as the settings have it, in the API's process or in one of its own. */
export async function openIdentity(
  config: Pick<HostConfig, "database" | "partnerIssuers" | "trustedWebhookHosts">,
  api: ApiConfig,
  { pool, secret, claims, log, simulatorUrl }: Parts,
): Promise<FastifyPluginAsync> {
  // Several processes on one database must be restarted around a rotation: there it is the operator's.
  if (config.database === null) await renewOldSigningKey(pool, [secret]);
  return buildIdentity({
    pool,
    issuer: api.issuer,
    audience: api.audience,
    claims,
    cookieKeys: [secret],
    productKey: api.productKey,
    allowedReturnOrigins: [api.publicUrl],
    pageUrl: api.publicUrl,
    partnerIssuers: config.partnerIssuers,
    fetchOutside: publicFetch({ trusted: trustedHosts(config, simulatorUrl) }),
    retryAfterOutage,
    log,
  });
}
