import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll } from "vitest";
import { credentials } from "../src/credentials.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../src/simulator.ts";

export type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: string };

/** Starts a simulator whose base clock stands still, and a receiver for its webhooks, for the tests of a file. */
export function aSimulator(options: (receiver: string) => SimulatorOptions = () => ({})) {
  let simulator: Simulator;
  let receiver = "";
  const received: Received[] = [];
  /** The receiver's next responses, in order. After them it responds 200. */
  const answers: number[] = [];
  const server = Fastify({ forceCloseConnections: true });
  server.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
  server.post("/*", (request, reply) => {
    received.push({ path: request.url, headers: request.headers, body: String(request.body) });
    return reply.code(answers.shift() ?? 200).send();
  });
  beforeAll(async () => {
    await server.listen({ host: "127.0.0.1", port: 0 });
    receiver = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    simulator = await startSimulator({ now: () => new Date("2027-03-01T12:00:00Z"), tick: 0, ...options(receiver) });
  });
  afterAll(async () => {
    await simulator.close();
    await server.close();
  });
  return {
    received,
    answers,
    receiver: () => receiver,
    simulator: () => simulator,
    url: (path: string) => `${simulator.url}${path}`,
    call: (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
      call(`${simulator.url}${path}`, method, headers, body),
    /** Fills in the hosted form at this address like a candidate. */
    submitForm: (address: string) =>
      fetch(address, { method: "POST", body: new URLSearchParams({ consent: "yes", signature: "Typed Name" }) }),
  };
}

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** Returns the answer as JSON. The tests check its shape. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many vendors
  json: any;
};

export async function call(
  address: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, json: isJson ? parsed(text) : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const yardstikKey = { authorization: `Account ${credentials.yardstik.apiKey}` };
export const checkrKey = {
  authorization: `Basic ${Buffer.from(`${credentials.checkr.apiKey}:`).toString("base64")}`,
};
