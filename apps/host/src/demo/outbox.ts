import type { Adapters } from "@touchline/api/call";
import type { Tenancy } from "@touchline/api/database/tenancy";
import { notFound } from "@touchline/api/errors";
import {
  newestAccountMails,
  newestMails,
  type ShownMail,
} from "@touchline/api/modules/messages/notifications/queries/mail-history";
import { listDemoMails } from "@touchline/contract/messages/outbox";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { z } from "zod";
import { nothingHere } from "../web.ts";
import { holdsDemo } from "./logins.ts";

type Deps = { pool: pg.Pool; tenancy: Tenancy; adapters: Adapters };

/** How many are looked through, of each organization, and how many are shown. */
const searched = 1000;
const mostListed = 100;
/** The demo's own organizations, and those that visitors created. */
const mostOrganizations = 100;

/**
 * The policy for displaying an HTML email: it may only use styles, show the logo, and open its links in another tab. It is
 * shown in a frame of its own, which our page's policy doesn't reach.
 */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * Shows the emails of every demo organization to any visitor. Only used if no email is sent, because a sent email is only for
 * its recipient.
 */
export function offerOutbox(app: FastifyInstance, { pool, tenancy, adapters }: Deps): void {
  async function mails(): Promise<ShownMail[]> {
    if (adapters.mail.leaves || !(await holdsDemo(pool))) throw nothingHere();
    const organizationIds: string[] = [];
    for await (const id of tenancy.organizations()) {
      if (organizationIds.push(id) === mostOrganizations) break;
    }
    const found = await tenancy.runShared((db) => newestAccountMails({ db, adapters }, organizationIds, searched));
    for (const id of organizationIds) {
      const organizationId = tenancy.found(id);
      // A demo that was cut off while it was made may have one of them only.
      const own = await tenancy
        .run(organizationId, (db) => newestMails({ db, organizationId, adapters }, searched))
        .catch(() => []);
      found.push(...own);
    }
    return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }

  const hidden = { hide: true } as object;
  app.get<{ Querystring: { search: string } }>(
    listDemoMails.path,
    { schema: { querystring: listDemoMails.query, response: { 200: listDemoMails.response }, ...hidden } },
    async (request, reply) => {
      const wanted = request.query.search.toLowerCase();
      const all = (await mails()).filter(({ to }) => to.toLowerCase().includes(wanted)).slice(0, mostListed);
      reply.header("cache-control", "no-store");
      return {
        data: all.map(({ mailId, to, subject, text, createdAt, sentAt, failedAt }) => ({
          mailId,
          to,
          subject,
          text,
          createdAt: createdAt.toISOString(),
          state: failedAt ? ("Failed" as const) : sentAt ? ("Sent" as const) : ("Waiting" as const),
        })),
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    `${listDemoMails.path}/:id/html`,
    { schema: { params: z.object({ id: z.uuid() }), ...hidden } },
    async (request, reply) => {
      const mail = (await mails()).find((one) => one.mailId === request.params.id);
      if (!mail) throw notFound("email");
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", mailPolicy)
        .header("cache-control", "no-store")
        .send(mail.html.replace("<head>", '<head><base target="_blank">'));
    },
  );
}
