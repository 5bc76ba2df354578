import { createPublicKey } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { jwtVerify } from "jose";
import { z } from "zod";
import { hour, second } from "../clock.ts";
import { credentials } from "../credentials.ts";
import type { Vendor, World } from "../world.ts";

/**
 * LeagueApps' export interface, version 2.
 *
 * Sources: github.com/leagueapps/api-samples (token by `POST /v2/auth/token` with a jwt-bearer assertion, RS256, `iss` and `sub`
 * the client's id, `aud` the token address, expiring within 300 seconds; `GET /v2/sites/{siteId}/export/members-2` and
 * `registrations-2` with `last-updated` in milliseconds and `last-id`; about 1,000 rows in the order of both; the row of the
 * cursor comes again; 401 means a new token, 429 and 5xx a pause).
 * Not confirmed there, and modeled: which fields rows have beside their ids, `programs-2`, and that members can be marked as
 * cleared (`POST /v2/sites/{siteId}/members/eligibility`). LeagueApps documents no webhook, so it sends none.
 */
export const leagueApps: Vendor = {
  name: "leagueapps",
  title: "LeagueApps",
  error: (status, message) => ({ status, error: message }),
  mount,
};

const tokenLife = hour;
const eligibilityBody = z.object({
  key: z.string().min(1).max(100),
  members: z.array(z.object({ userId: z.number(), cleared: z.boolean() })).max(1_000),
});

type Row = { id: string; updated: number };

function mount(app: FastifyInstance, world: World): void {
  const { clock, identifiers, origin, state } = world;
  const site = world.sites.leagueapps;
  /** Until when each access token is good. */
  const tokens = state.part("leagueapps tokens", () => new Map<string, number>());
  const { clientId, privateKey, siteId } = credentials.leagueApps;
  const publicKey = createPublicKey(privateKey);

  app.post<{ Body: Record<string, string> | undefined }>(
    "/v2/auth/token",
    { config: { open: true } },
    async (request, reply) => {
      const { grant_type, assertion } = request.body ?? {};
      if (grant_type !== "urn:ietf:params:oauth:grant-type:jwt-bearer") {
        return reply.code(400).send({ error: "unsupported_grant_type" });
      }
      const known = await jwtVerify(assertion ?? "", publicKey, {
        ...{
          algorithms: ["RS256"],
          issuer: clientId,
          subject: clientId,
          audience: `${origin()}/leagueapps/v2/auth/token`,
        },
        ...{ maxTokenAge: "300s", clockTolerance: "60s", currentDate: new Date() },
      }).then(
        () => true,
        () => false,
      );
      if (!known) return reply.code(401).send({ error: "invalid_grant" });
      const access_token = identifiers.hex("leagueapps token", 48);
      tokens.set(access_token, clock.now().getTime() + tokenLife);
      return reply.send({ access_token, token_type: "bearer", expires_in: tokenLife / second });
    },
  );

  app.addHook("preHandler", async (request, reply) => {
    const { page, open } = request.routeOptions.config;
    if (page || open) return;
    const [, token = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if ((tokens.get(token) ?? 0) <= clock.now().getTime()) {
      await reply.code(401).send(leagueApps.error(401, "Invalid or expired token"));
    } else if ((request.params as { site?: string }).site !== siteId) {
      await reply.code(403).send(leagueApps.error(403, "This client has no access to the site"));
    }
  });

  /** The rows from a cursor on, its own row again, in the order of their change and id. */
  function from<One extends Row>(rows: readonly One[], request: FastifyRequest): One[] {
    const query = request.query as Record<string, string | undefined>;
    const updated = Number(query["last-updated"] ?? 0) || 0;
    const id = query["last-id"] ?? "";
    return rows
      .filter((row) => row.updated > updated || (row.updated === updated && row.id >= id))
      .sort((a, b) => a.updated - b.updated || (a.id < b.id ? -1 : 1))
      .slice(0, site.pageSize);
  }

  app.get("/v2/sites/:site/export/programs-2", (request) =>
    from(site.places(), request).map(({ id, name, parentId, deleted, timeZone, updated }) => ({
      ...{ id, name, parentId, deleted, timeZone, lastUpdated: updated },
    })),
  );
  app.get("/v2/sites/:site/export/members-2", (request) =>
    from(site.people(), request).map(({ id, firstName, lastName, email, birthDate, phone, updated }) => ({
      ...{ id, userId: Number(id), firstName, lastName, email, birthDate, phone, deleted: false, lastUpdated: updated },
    })),
  );
  app.get("/v2/sites/:site/export/registrations-2", (request) =>
    from(site.registrations(), request).map(({ id, personId, placeId, role, deleted, updated }) => ({
      ...{ id, userId: Number(personId), teamId: placeId, role, deleted, lastUpdated: updated },
    })),
  );
  app.post("/v2/sites/:site/members/eligibility", (request, reply: FastifyReply) => {
    const { success, data, error } = eligibilityBody.safeParse(request.body ?? {});
    if (!success) return reply.code(400).send(leagueApps.error(400, z.prettifyError(error)));
    const flags = data.members.map(({ userId, cleared }) => ({ personId: String(userId), cleared }));
    const taken = site.report(data.key, flags, clock.iso());
    return reply.send({ taken: taken ? flags.length : 0 });
  });
}
