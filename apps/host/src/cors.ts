import type { FastifyInstance } from "fastify";

const exposed = "content-disposition, date, retry-after";
/** The seconds for which a browser may cache the answer. */
const remembered = 7200;

/**
 * Lets pages of these origins call the API from a browser, the session's cookie included; each is named, nobody else is
 * answered in a way that a browser would show to a page.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!/^\/api(\/|\?|$)/.test(request.url)) return;
    reply.header("vary", "origin");
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply
      .header("access-control-allow-origin", origin)
      .header("access-control-allow-credentials", "true")
      .header("access-control-expose-headers", exposed);
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return;
    return reply
      .code(204)
      .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE")
      .header("access-control-allow-headers", "authorization, content-type, idempotency-key")
      .header("access-control-max-age", remembered)
      .send();
  });
}
