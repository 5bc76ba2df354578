import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { hour, minute, second } from "../clock.ts";
import { credentials } from "../credentials.ts";
import type { Vendor, World } from "../world.ts";

/**
 * SportsEngine's GraphQL interface.
 *
 * Sources: developer.sportsengine.com (OAuth 2 at `/oauth/token`, GraphQL at `/graphql`, lists with `pageInfo`, errors in
 * `errors` beside status 200; webhooks with `organizationId`, `resourceOperation`, `resourceId` and `resourceType`).
 * Not confirmed there, and modeled: the names of the fields below, that lists begin after a time with its row again, the mutation
 * by which people are marked as cleared, and how webhooks are signed (hex HMAC-SHA256 of the body in `x-sportsengine-signature`).
 */
export const sportsEngine: Vendor = {
  name: "sportsengine",
  title: "SportsEngine",
  error: (status, message) => ({ errors: [{ message, extensions: { code: codes[status] ?? "ERROR" } }] }),
  mount,
};

const codes: Record<number, string> = { 401: "UNAUTHENTICATED", 403: "FORBIDDEN", 429: "RATE_LIMITED" };
const tokenLife = hour;
const retries = [minute, 5 * minute, 30 * minute, 2 * hour];

const graphqlBody = z.object({
  query: z.string().max(10_000),
  variables: z.looseObject({
    organizationId: z.string(),
    after: z.object({ updated: z.number(), id: z.string() }).nullish(),
    key: z.string().optional(),
    flags: z.array(z.object({ profileId: z.string(), eligible: z.boolean() })).optional(),
  }),
});

type Row = { id: string; updated: number };
type Cursor = z.infer<typeof graphqlBody>["variables"]["after"];

/** Tells the customer of a change, where it asked to be told. */
export function notifyAboutChange(
  { deliveries, webhookUrls }: Pick<World, "deliveries" | "webhookUrls">,
  part: "people" | "places" | "registrations",
  resourceId: string,
): void {
  const url = webhookUrls.get("sportsengine");
  if (!url) return;
  const resourceType = { people: "profile", places: "team", registrations: "registration" }[part];
  const { siteId } = credentials.sportsEngine;
  deliveries.enqueue({
    ...{ vendor: "sportsengine", event: resourceType, url },
    body: JSON.stringify({ organizationId: siteId, resourceOperation: "update", resourceId, resourceType }),
  });
}

function mount(app: FastifyInstance, world: World): void {
  const { clock, identifiers, deliveries, state } = world;
  const site = world.sites.sportsengine;
  const tokens = state.part("sportsengine tokens", () => new Map<string, number>());
  const { clientId, clientSecret, siteId, webhookSecret } = credentials.sportsEngine;

  deliveries.follow("sportsengine", {
    sign: (body) => ({ "x-sportsengine-signature": createHmac("sha256", webhookSecret).update(body).digest("hex") }),
    retryAfter: (failed) => retries[failed - 1] ?? null,
  });

  app.post<{ Body: Record<string, string> | undefined }>(
    "/oauth/token",
    { config: { open: true } },
    (request, reply) => {
      const { grant_type, client_id, client_secret } = request.body ?? {};
      if (client_id !== clientId || client_secret !== clientSecret) {
        return reply.code(401).send({ error: "invalid_client" });
      }
      if (grant_type !== "client_credentials") return reply.code(400).send({ error: "unsupported_grant_type" });
      const access_token = identifiers.hex("sportsengine token", 48);
      tokens.set(access_token, clock.now().getTime() + tokenLife);
      return reply.send({ access_token, token_type: "Bearer", expires_in: tokenLife / second });
    },
  );

  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.page || request.routeOptions.config.open) return;
    const [, token = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if ((tokens.get(token) ?? 0) <= clock.now().getTime()) {
      await reply.code(401).send(sportsEngine.error(401, "The access token is invalid or expired"));
    }
  });

  function listed<One extends Row>(rows: readonly One[], after: Cursor, toJson: (row: One) => object) {
    const updated = after?.updated ?? 0;
    const id = after?.id ?? "";
    const left = rows
      .filter((row) => row.updated > updated || (row.updated === updated && row.id >= id))
      .sort((a, b) => a.updated - b.updated || (a.id < b.id ? -1 : 1));
    const results = left.slice(0, site.pageSize).map((row) => ({ id: row.id, updated: row.updated, ...toJson(row) }));
    return { results, pageInfo: { hasNextPage: left.length > results.length } };
  }

  app.post("/graphql", (request, reply) => {
    const { success, data, error } = graphqlBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send(sportsEngine.error(400, z.prettifyError(error)));
    const { organizationId, after, key = "", flags = [] } = data.variables;
    if (organizationId !== siteId) return reply.send(sportsEngine.error(403, "No access to this organization"));
    if (/\bprofiles\s*\(/.test(data.query)) {
      const toJson = ({ firstName, lastName, email, birthDate, phone }: ReturnType<typeof site.people>[number]) => ({
        ...{ firstName, lastName, birthDate },
        emails: email === "" ? [] : [{ address: email }],
        phones: phone === "" ? [] : [{ number: phone }],
      });
      return reply.send({ data: { profiles: listed(site.people(), after, toJson) } });
    }
    if (/\bteams\s*\(/.test(data.query)) {
      const toJson = ({ name, parentId, deleted, timeZone }: ReturnType<typeof site.places>[number]) => ({
        ...{ name, parentId, timeZone, status: deleted ? "deleted" : "active" },
      });
      return reply.send({ data: { teams: listed(site.places(), after, toJson) } });
    }
    if (/\bregistrations\s*\(/.test(data.query)) {
      const toJson = ({ personId, placeId, role, deleted }: ReturnType<typeof site.registrations>[number]) => ({
        ...{ profileId: personId, teamId: placeId, role, status: deleted ? "canceled" : "active" },
      });
      return reply.send({ data: { registrations: listed(site.registrations(), after, toJson) } });
    }
    if (/\bsetEligibility\s*\(/.test(data.query)) {
      const clearances = flags.map((one) => ({ personId: one.profileId, cleared: one.eligible }));
      const taken = site.report(key, clearances, clock.iso());
      return reply.send({ data: { setEligibility: { taken: taken ? flags.length : 0 } } });
    }
    return reply.send(sportsEngine.error(400, "Unknown field"));
  });
}
