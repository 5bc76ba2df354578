import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { FastifyInstance } from "fastify";
import type { ProviderWebhook } from "../../../../adapters/screening/port.ts";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { webhookRoute } from "../../../../http/webhook-route.ts";
import { screeningWebhook, trainingWebhooks, type WebhookSource } from "../../../../schema/screening.ts";

export type Receiving = { tenancy: Tenancy; adapters: Adapters; now: () => Date };

/** The names of providers in addresses of webhooks. */
const names: Readonly<Record<string, WebhookSource>> = {
  yardstik: BackgroundCheckProvider.Yardstik,
  checkr: BackgroundCheckProvider.Checkr,
  sterling: BackgroundCheckProvider.Sterling,
  training: trainingWebhooks,
};

/** The path of a provider's webhooks, below the address of the API. */
export const webhookPath = (provider: BackgroundCheckProvider) =>
  `/api/webhooks/${Object.keys(names).find((name) => names[name] === provider)}`;

/** Returns the adapter that verifies webhooks of a source; null if this installation has no key for it. */
const sourceOf = ({ screening, trainings }: Adapters, provider: WebhookSource) =>
  provider === trainingWebhooks ? trainings : (screening.get(provider)?.orders ?? null);

/**
 * The maximum age of a webhook in milliseconds: providers retry for a day and longer, and repeated webhooks change nothing,
 * because the order is read from the provider.
 */
const replayWindow = 3 * 86_400_000;
const clockSkew = 600_000;

/** Receives the webhooks of background check and training providers, and stores them sealed. */
export function receiveWebhooks(app: FastifyInstance, { tenancy, adapters, now }: Receiving): void {
  webhookRoute(app, "/api/webhooks/:provider", {
    table: screeningWebhook,
    tenancy,
    check({ params: { provider: name = "" }, headers, body }) {
      const provider = Object.hasOwn(names, name) ? names[name] : undefined;
      const adapter = provider === undefined ? null : sourceOf(adapters, provider);
      if (provider === undefined || !adapter) throw notFound("link");
      const webhook = adapter.readWebhook(body, headers);
      if (webhook === "malformed") return { provider: name, webhook };
      if (webhook === null || !isRecent(webhook, now())) return { provider: name, webhook: "refused" };
      return { provider: name, webhook: rowOf({ adapters }, provider, webhook, body, now()) };
    },
  });
}

const isRecent = ({ happenedAt }: ProviderWebhook, now: Date) =>
  happenedAt.getTime() > now.getTime() - replayWindow && happenedAt.getTime() < now.getTime() + clockSkew;

/** What the sealed body is bound to. It names the table by its first name, as bodies were sealed before that was changed. */
export const sealedBodyContext = (webhookId: string) => ({
  tenant: "shared",
  table: "screening_news",
  column: "sealed_body",
  id: webhookId,
});

type ScreeningWebhookRow = typeof screeningWebhook.$inferInsert;

/** A webhook as it is kept, sealed. */
function rowOf(
  { adapters }: Pick<Receiving, "adapters">,
  provider: WebhookSource,
  { eventId, externalIds, happenedAt }: ProviderWebhook,
  raw: Buffer,
  now: Date,
): ScreeningWebhookRow {
  const webhookId = newId();
  return {
    webhookId,
    provider,
    providerEventId: eventId,
    externalIds: [...externalIds],
    sealedBody: adapters.vault.sealShared(sealedBodyContext(webhookId), raw.toString()),
    happenedAt,
    receivedAt: now,
    nextTryAt: now,
  };
}
