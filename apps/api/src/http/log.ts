import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { failureFacts } from "../jobs/job-runner.ts";

type Lines = { write(line: string): void };

/**
 * The logger of a server: JSON lines of ids, route patterns and codes. Never a name, an address, a token, a query, a body
 * or the text of an error, which repeats what people typed; and nothing of where somebody called from.
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
      // Told by the reader of uploads at its most talkative: all headers, and so the token.
      busboyOptions: () => undefined,
    },
    ...(to ? { stream: to } : {}),
  };
}

/** One line for each request that was answered, by its route's pattern. Instead of Fastify's two, which name the address. */
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
