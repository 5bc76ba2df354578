import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KeptState } from "../state.ts";

/** The key of a call that creates something; null if it has none. */
function keyOf({ method, headers }: FastifyRequest): string | null {
  const key = headers["idempotency-key"];
  return method === "POST" && typeof key === "string" ? key : null;
}

const fingerprint = ({ url, body }: FastifyRequest) => `${url}\n${JSON.stringify(body ?? null)}`;

/**
 * Repeats the first answer to a POST with the same `Idempotency-Key`, whether or not that answer arrived.
 *
 * Source: the header is in github.com/api-evangelist/checkr. Modeled: 409 if the key is used with another body.
 */
export function addIdempotency(
  app: FastifyInstance,
  state: KeptState,
  fail: (reply: FastifyReply, status: number, message: string) => FastifyReply,
): void {
  const answered = state.records<{ request: string; body: string }>("checkr answers");

  app.addHook("preHandler", async (request, reply) => {
    const earlier = answered.get(keyOf(request) ?? "");
    if (earlier === undefined) return;
    if (earlier.request !== fingerprint(request))
      await fail(reply, 409, "Idempotency key was used for another request");
    else await reply.code(201).type("application/json").send(earlier.body);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const key = keyOf(request);
    if (key !== null && typeof payload === "string" && reply.statusCode === 201 && !answered.has(key)) {
      answered.set(key, { request: fingerprint(request), body: payload });
    }
    return payload;
  });
}
