import type { ResponseOf } from "@touchline/contract";
import { type getWebhook, mostEndpoints } from "@touchline/contract/integrations/webhooks";
import { and, eq, ne, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { webhookEndpoint } from "../../../../schema/webhooks.ts";
import { authorize } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";

export type EndpointRow = typeof webhookEndpoint.$inferSelect;
type Shown = ResponseOf<typeof getWebhook>;

/** @throws Forbidden */
export const authorizeWebhooks = (call: Call) => authorize(call, "organization.edit", { organizationWide: true });

/** What a sealed secret is bound to. */
export const secretPlace = (
  call: Pick<Call, "organizationId">,
  column: "secret" | "former_secret",
  webhookEndpointId: string,
): CipherContext => ({ tenant: call.organizationId, table: "webhook_endpoint", column, id: webhookEndpointId });

const there = (call: Call) => and(ours(webhookEndpoint, call), ne(webhookEndpoint.state, "removed"));

/** @throws NotFound */
export async function endpointRow(call: Call, webhookEndpointId: string): Promise<EndpointRow> {
  const [row] = await call.db
    .select()
    .from(webhookEndpoint)
    .where(and(there(call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)));
  if (!row) throw notFound("webhook");
  return row;
}

/** Takes an endpoint for a change: one after the other. */
export const lockEndpoint = (webhookEndpointId: string) => (call: Call) =>
  call.db
    .select({ id: webhookEndpoint.webhookEndpointId })
    .from(webhookEndpoint)
    .where(and(ours(webhookEndpoint, call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)))
    .for("no key update");

/** The organization's endpoints, in the order in which they were added. */
export const endpointRows = (call: Call): Promise<EndpointRow[]> =>
  call.db
    .select()
    .from(webhookEndpoint)
    .where(there(call))
    .orderBy(webhookEndpoint.webhookEndpointId)
    .limit(mostEndpoints * 2);

/** More than that aren't counted. */
const mostCounted = 1_001;

/** Endpoints as they are shown. */
export async function shownEndpoints(call: Call, rows: readonly EndpointRow[]): Promise<Shown[]> {
  if (rows.length === 0) return [];
  const counted = (state: "waiting" | "dead") => sql`(SELECT count(*)::int FROM (
    SELECT FROM webhook_delivery WHERE organization_id = ${call.organizationId}
      AND webhook_endpoint_id = endpoint.id AND state = ${sql.raw(`'${state}'`)} LIMIT ${mostCounted}) AS counted)`;
  const { rows: counts } = await call.db.execute<{ id: string; waiting: number; dead: number }>(sql`
    SELECT endpoint.id, ${counted("waiting")} AS waiting, ${counted("dead")} AS dead
    FROM unnest(${sql.param(rows.map((row) => row.webhookEndpointId))}::uuid[]) AS endpoint (id)`);
  const of = new Map(counts.map((one) => [one.id, one]));
  return rows.map((row) => ({
    webhookEndpointId: row.webhookEndpointId,
    url: row.url,
    description: row.description,
    events: row.events,
    state: row.state === "paused" ? "paused" : "active",
    pausedBy: row.pausedBy,
    createdAt: row.createdAt.toISOString(),
    formerSecretUntil: row.formerUntil && row.formerUntil > call.now ? row.formerUntil.toISOString() : null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: row.lastFailureAt?.toISOString() ?? null,
    failuresInRow: row.failuresInRow,
    failingSince: row.failingSince?.toISOString() ?? null,
    waiting: of.get(row.webhookEndpointId)?.waiting ?? 0,
    dead: of.get(row.webhookEndpointId)?.dead ?? 0,
    version: row.version,
  }));
}

/** @throws NotFound */
export async function shownEndpoint(call: Call, webhookEndpointId: string): Promise<Shown> {
  const [endpoint] = await shownEndpoints(call, [await endpointRow(call, webhookEndpointId)]);
  return endpoint as Shown;
}

/** What a delivery is signed with now: the secret, and the one before as long as it counts. */
export async function secretsOf(call: Call, row: EndpointRow): Promise<string[]> {
  const { vault } = call.adapters;
  const { wrappedKey } = await organizationFacts(call);
  const opened = (column: "secret" | "former_secret", sealed: Buffer | null) =>
    sealed === null ? [] : [vault.open(wrappedKey, secretPlace(call, column, row.webhookEndpointId), sealed)];
  const former = row.formerUntil !== null && row.formerUntil > call.now ? row.sealedFormerSecret : null;
  return [...opened("secret", row.sealedSecret), ...opened("former_secret", former)];
}
