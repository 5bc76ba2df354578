import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { hour, minute } from "../clock.ts";
import { credentials } from "../credentials.ts";
import { isLocal } from "../deliveries.ts";
import type { World } from "../world.ts";
import type { Fail } from "./yardstik.ts";
import type { YardstikAccounts } from "./yardstik-accounts.ts";

const webhookTypes = ["report.updated", "invitation.updated", "account.updated"] as const;
type WebhookType = (typeof webhookTypes)[number];

type Registration = { id: string; account: string; url: string; type: string; enabled: boolean; createdAt: string };
type ById = { Params: { id: string } };

const newBody = z.object({ url: z.url(), webhook_type_id: z.string() });
const changeBody = z.object({ url: z.url().optional(), enabled: z.boolean().optional() });
const elsewhere = "The simulator sends webhooks to this machine only";

/** Sends an event to the registrations for its kind, of the account it happened to and of the platform. */
export type SendWebhook = (account: string, type: WebhookType, facts: Record<string, unknown>) => void;

/** Adds Yardstik's webhook registrations, and returns a function that sends one. The sources are in `yardstik.ts`. */
export function mountYardstikWebhooks(
  app: FastifyInstance,
  { clock, identifiers, deliveries, state }: World,
  accounts: YardstikAccounts,
  fail: Fail,
): SendWebhook {
  const registrations = state.part("yardstik webhooks", (): Registration[] => []);
  const types = state.part("yardstik webhook types", () =>
    webhookTypes.map((name) => ({ id: identifiers.uuid("yardstik webhook type"), name })),
  );
  const json = ({ id, url, type, enabled, createdAt }: Registration) => ({
    id,
    url,
    enabled,
    webhook_type_id: type,
    created_at: createdAt,
  });
  const own = (request: FastifyRequest) => registrations.filter(({ account }) => account === accounts.of(request).id);
  const found = (request: FastifyRequest<ById>) => own(request).find(({ id }) => id === request.params.id);

  deliveries.follow("yardstik", {
    sign: (text) => ({
      "x-yardstik-webhook-signature": createHmac("sha256", credentials.yardstik.signatureKey)
        .update(text)
        .digest("hex"),
    }),
    retryAfter: (failed) => Math.min(minute * 2 ** (failed - 1), 6 * hour),
  });

  app.get("/webhook_types", () => types);
  app.get("/webhooks", (request) => own(request).map(json));
  app.post("/webhooks", (request, reply) => {
    const { success, data } = newBody.safeParse(request.body ?? {});
    if (!success) return fail(reply, 422, "Url and webhook type are required");
    if (!types.some(({ id }) => id === data.webhook_type_id)) return fail(reply, 422, "Webhook type must exist");
    if (!isLocal(data.url)) return fail(reply, 422, elsewhere);
    const registration: Registration = {
      id: identifiers.uuid("yardstik webhook"),
      account: accounts.of(request).id,
      url: data.url,
      type: data.webhook_type_id,
      enabled: true,
      createdAt: clock.iso(),
    };
    registrations.push(registration);
    return reply.code(201).send(json(registration));
  });
  app.get<ById>("/webhooks/:id", (request, reply) => {
    const registration = found(request);
    return registration === undefined ? fail(reply, 404, "Webhook not found") : reply.send(json(registration));
  });
  app.patch<ById>("/webhooks/:id", (request, reply) => {
    const registration = found(request);
    if (registration === undefined) return fail(reply, 404, "Webhook not found");
    const { success, data } = changeBody.safeParse(request.body ?? {});
    if (!success) return fail(reply, 422, "Url must be an address and enabled true or false");
    if (data.url !== undefined && !isLocal(data.url)) return fail(reply, 422, elsewhere);
    Object.assign(registration, data);
    return reply.code(201).send(json(registration));
  });

  return (account, type, facts) => {
    const typeId = types.find(({ name }) => name === type)?.id;
    for (const { url, account: owner, enabled, type: wanted } of registrations) {
      const reaches = owner === account || owner === accounts.platform.id;
      if (!reaches || !enabled || wanted !== typeId) continue;
      const body = JSON.stringify({
        id: identifiers.uuid("yardstik event"),
        ...facts,
        account_id: account,
        account_name: accounts.nameOf(account),
        timestamp: clock.iso(),
      });
      deliveries.enqueue({ vendor: "yardstik", event: type, url, body });
    }
  };
}
