import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { minute, second } from "./clock.ts";
import { type AnswerFault, isWebhookFault, parseFaults, type SimulatedFault } from "./faults.ts";
import type { Vendor, World } from "./world.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** This page is opened by a person. Faults apply only to calls by programs. */
    page?: true;
    /** This call needs no token, because it issues one. */
    open?: true;
  }
}

/** Milliseconds that a connection without an answer stays open. Callers time out earlier. */
const longestSilence = 5 * minute;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());

/** Keeps the connection without an answer until the caller gives up, then closes it. */
async function keepSilent({ raw }: FastifyRequest): Promise<void> {
  const closed = new Promise<void>((resolve) => raw.socket.once("close", () => resolve()));
  if (!raw.socket.destroyed) await Promise.race([closed, wait(longestSilence)]);
  raw.socket.destroy();
}

/**
 * Returns an answer in the form that a newer version of the vendor's API might use: with other names and other shapes.
 */
function drift(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(drift);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === "status") return ["lifecycle", { state: inner }];
      if (key === "license_id" || key === "dob") return [key, { value: inner }];
      if (key === "id") return ["id", { value: inner }];
      return [key, drift(inner)];
    }),
  );
}

/** Makes the calls of one vendor fail as the header `x-simulate` or the queue of faults requests. */
export function addFaults(app: FastifyInstance, vendor: Vendor, { faults, state }: World): void {
  const chosen = new WeakMap<FastifyRequest, SimulatedFault<AnswerFault>>();

  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.page) return;
    const fault = await take(request, reply);
    if (fault === null) return;
    chosen.set(request, fault);
    await state.save();
    await before(fault, request, reply);
  });

  app.addHook("onSend", async (request, _reply, payload) => {
    const fault = chosen.get(request);
    if (fault?.name === "timeout-after") await keepSilent(request);
    if (typeof payload !== "string") return payload;
    if (fault?.name === "malformed") return payload.slice(0, Math.ceil(payload.length / 2));
    if (fault?.name === "schema-drift") return JSON.stringify(drift(JSON.parse(payload)));
    return payload;
  });

  /** Returns the fault for this call. A header with an unknown fault is answered with 400. */
  async function take(request: FastifyRequest, reply: FastifyReply): Promise<SimulatedFault<AnswerFault> | null> {
    const header = request.headers["x-simulate"];
    if (typeof header !== "string") return faults.takeForAnswer(vendor.name, request.url);
    try {
      const parsed = parseFaults(header);
      for (const fault of parsed.filter(({ name }) => isWebhookFault(name))) {
        faults.add({ ...fault, vendor: vendor.name, path: null, times: 1 });
      }
      return parsed.find((one): one is SimulatedFault<AnswerFault> => !isWebhookFault(one.name)) ?? null;
    } catch (error) {
      await reply.code(400).send(vendor.error(400, error instanceof Error ? error.message : String(error)));
      return null;
    }
  }

  async function before(
    fault: SimulatedFault<AnswerFault>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    switch (fault.name) {
      case "delay":
        await wait(fault.value ?? 2 * second);
        return;
      case "drop":
        reply.hijack();
        request.raw.socket.destroy();
        return;
      case "timeout-before":
        reply.hijack();
        await keepSilent(request);
        return;
      case "500":
        await reply.code(500).send(vendor.error(500, "Internal server error"));
        return;
      case "429":
        await reply
          .code(429)
          .header("retry-after", String(fault.value ?? 30))
          .send(vendor.error(429, "Too many requests"));
        return;
      case "422":
        await reply.code(422).send(vendor.error(422, "Unprocessable"));
        return;
      case "401":
        await reply.code(401).send(vendor.error(401, "Unauthorized"));
        return;
      default:
    }
  }
}
