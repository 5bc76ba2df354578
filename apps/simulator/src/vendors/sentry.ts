import type { FastifyInstance } from "fastify";
import { credentials } from "../credentials.ts";
import type { Vendor, World } from "../world.ts";

/**
 * Sentry's intake of events.
 *
 * Source: develop.sentry.dev, "Envelopes" (`POST /api/{project}/envelope/`; lines of JSON: a header, then for each item its header
 * and its payload) and "Authentication" (`sentry_key` in the query, or the header `X-Sentry-Auth`).
 * Modeled: the list of what came in, at `/sentry/events`.
 */
export const sentry: Vendor = {
  name: "sentry",
  title: "Sentry",
  error: (_status, message) => ({ detail: message }),
  mount,
};

/** The most events that are kept. */
const mostEvents = 100;

function mount(app: FastifyInstance, _world: World): void {
  const events: unknown[] = [];
  app.addContentTypeParser("application/x-sentry-envelope", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Params: { project: string }; Querystring: Record<string, string | undefined>; Body: string }>(
    "/api/:project/envelope/",
    async ({ params, query, body }, reply) => {
      if (query.sentry_key !== credentials.sentry.key || params.project !== credentials.sentry.project) {
        return reply.code(401).send(sentry.error(401, "bad sentry DSN public key"));
      }
      const [, ...lines] = body.split("\n").filter((line) => line !== "");
      for (let at = 0; at + 1 < lines.length; at += 2) {
        const { type } = JSON.parse(lines[at] as string) as { type?: string };
        if (type === "event") events.push(JSON.parse(lines[at + 1] as string));
      }
      events.splice(0, events.length - mostEvents);
      return {};
    },
  );
  app.get("/events", () => events);
}
