import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { isSame } from "../../../../adapters/screening/signatures.ts";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { webhookRoute } from "../../../../http/webhook-route.ts";
import { partnerWebhook } from "../../../../schema/partners.ts";
import { webhookPathOf } from "../queries.ts";

/** Within so many milliseconds, webhooks of one connection are one: each only starts a sync. */
const together = 5_000;

/**
 * Receives the webhooks of partners at addresses that only they know. What one says isn't believed: it starts a sync, which asks
 * the partner.
 */
export function receivePartnerWebhooks(
  app: FastifyInstance,
  { tenancy, adapters, now }: { tenancy: Tenancy; adapters: Adapters; now: () => Date },
): void {
  webhookRoute(app, "/api/webhooks/partner/:address", {
    table: partnerWebhook,
    tenancy,
    check({ params: { address = "" }, body }) {
      const [connectionId = ""] = address.split(".");
      const isKnown = isSame(`/api/webhooks/partner/${address}`, webhookPathOf({ adapters }, connectionId));
      if (!isKnown) throw notFound("link");
      const ports = [...adapters.partners.values()];
      if (!ports.some((port) => port.isNew?.(body))) return { provider: "partner", webhook: "malformed" };
      const at = now();
      const moment = Math.floor(at.getTime() / together);
      const providerEventId = createHash("sha256").update(`${connectionId} ${moment}`).digest("base64url");
      return {
        provider: "partner",
        webhook: {
          ...{ webhookId: newId(), providerEventId, externalIds: [connectionId], receivedAt: at },
          // When those that count as this one have come, so that none is about a later change.
          nextTryAt: new Date((moment + 1) * together),
        },
      };
    },
  });
}
