import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { failureFacts } from "../jobs/job-runner.ts";

type Lines = { write(line: string): void };

/**
 * Configures a server's logger: JSON lines of ids, route patterns and codes. Never a name, an address, a token, a query, a body
 * or the text of an error, which repeats what people typed; and nothing about the caller's location.
 *
 * @param to the standard output unless given.
 */
export function logOptions(level: string, to?: Lines): FastifyServerOptions["logger"] {
  return {
    level,
    base: null,
    serializers: {
      req: (request: { method?: string; routeOptions?: { url?: string | undefined } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: failureFacts as never,
      error: failureFacts as never,
      // The upload parser logs all headers, including the token, at its most verbose level.
      busboyOptions: () => undefined,
    },
    ...(to ? { stream: to } : {}),
  };
}

/** Logs one line for each request with its route's pattern. Replaces Fastify's two lines, which contain the address. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(facts, "Request answered");
  });
}
