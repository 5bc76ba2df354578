import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isPublic } from "./addresses.ts";
import { webhooksOverHttp } from "./http.ts";
import { newWebhookSecret } from "./signature.ts";

type Got = { path: string; headers: Record<string, string>; body: string };
let got: Got[] = [];
let answer: RequestListener = (_request, response) => response.writeHead(204).end();
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  got.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
  answer(request, response);
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
const { port } = receiver.address() as AddressInfo;
afterAll(() => receiver.close().closeAllConnections());
beforeEach(() => {
  got = [];
  answer = (_request, response) => response.writeHead(204).end();
});

const url = `http://127.0.0.1:${port}/hooks`;
const trusting = webhooksOverHttp({ trusted: [`127.0.0.1:${port}`], timeout: 400 });
const secret = newWebhookSecret();
const message = (more = {}) => ({ id: "0198c0de", url, body: '{"type":"endpoint.test"}', secrets: [secret], ...more });

describe("addresses", () => {
  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.9.9.9",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2001::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "not an address",
  ])("%s isn't public", (address) => expect(isPublic(address)).toBe(false));

  test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111"])("%s is public", (address) =>
    expect(isPublic(address)).toBe(true),
  );

  const resolving = (addresses: string[]) => webhooksOverHttp({ resolve: async () => addresses });
  test.each([
    ["nothing like it", "malformed"],
    ["ftp://example.org/", "malformed"],
    ["http://example.org/", "protocol"],
    ["https://me:secret@example.org/", "credentials"],
    ["https://example.org:22/", "port"],
    ["https://example.org:8443/", null],
    ["https://example.org/", null],
    ["https://127.0.0.1/", "private"],
    ["https://2130706433/", "private"],
    ["https://0x7f.1/", "private"],
    ["https://[::1]/", "private"],
    ["https://[::ffff:169.254.169.254]/", "private"],
  ] as const)("%s: %s", async (address, refusal) => {
    expect(await resolving(["8.8.8.8"]).refusalOf(address)).toBe(refusal);
  });

  test("a name with one private address among public ones is refused, and so is one without any", async () => {
    expect(await resolving(["8.8.8.8", "10.0.0.1"]).refusalOf("https://example.org/")).toBe("private");
    expect(await resolving([]).refusalOf("https://example.org/")).toBe("unresolved");
  });
});

test("a name that resolves to a public address first and to a private one later is never contacted", async () => {
  const answers = [["8.8.8.8"], ["127.0.0.1"]];
  let lookups = 0;
  const lying = webhooksOverHttp({
    timeout: 400,
    resolve: async () => {
      lookups += 1;
      return answers.shift() ?? ["127.0.0.1"];
    },
  });
  const address = `https://rebinding.example:8443/hooks`;
  expect(await lying.refusalOf(address)).toBeNull();
  expect(await lying.send(message({ url: address }), new Date())).toMatchObject({ status: null, problem: "private" });
  expect(lookups).toBe(2);
  expect(got).toEqual([]);
});

test("the address that was checked is connected to: the name is asked for once, and by nobody else", async () => {
  let lookups = 0;
  const sender = webhooksOverHttp({
    trusted: [`hooks.invalid:${port}`],
    timeout: 400,
    resolve: async () => {
      lookups += 1;
      return lookups === 1 ? ["127.0.0.1"] : [];
    },
  });
  expect(await sender.send(message({ url: `http://hooks.invalid:${port}/named` }), new Date())).toMatchObject({
    status: 204,
  });
  expect(lookups).toBe(1);
  expect(got).toMatchObject([{ path: "/named", headers: { host: `hooks.invalid:${port}` } }]);
});

test("a message is signed as the reference library checks it, with both secrets during a rotation", async () => {
  const former = newWebhookSecret();
  expect(await trusting.send(message({ secrets: [secret, former] }), new Date())).toEqual({
    status: 204,
    problem: null,
    retryAfter: null,
  });
  const [{ headers, body } = { headers: {}, body: "" }] = got;
  for (const one of [secret, former]) expect(new Webhook(one).verify(body, headers)).toEqual({ type: "endpoint.test" });
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(body.replace("test", "fake"), headers)).toThrow();
});

test("a redirect isn't followed, and a refusal is reported with its Retry-After", async () => {
  answer = (_request, response) => response.writeHead(302, { location: `${url}/inner` }).end();
  expect(await trusting.send(message(), new Date())).toMatchObject({ status: 302, problem: "redirect" });
  expect(got.map((one) => one.path)).toEqual(["/hooks"]);
  answer = (_request, response) => response.writeHead(503, { "retry-after": "30" }).end();
  expect(await trusting.send(message(), new Date())).toEqual({ status: 503, problem: "status", retryAfter: 30 });
});

test("hanging, broken, and missing endpoints are told apart, and an endless answer is cut off", async () => {
  answer = () => undefined;
  expect(await trusting.send(message(), new Date())).toMatchObject({ problem: "timeout" });
  answer = (request) => request.socket.destroy();
  expect(await trusting.send(message(), new Date())).toMatchObject({ problem: "unreachable" });
  answer = ({ socket }) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n");
  expect(await trusting.send(message(), new Date())).toMatchObject({ status: 101, problem: "status" });
  const nobody = webhooksOverHttp({ trusted: ["127.0.0.1:1"], timeout: 400 });
  expect(await nobody.send(message({ url: "http://127.0.0.1:1/" }), new Date())).toMatchObject({
    problem: "unreachable",
  });

  let closed: (() => void) | undefined;
  const cut = new Promise<void>((resolve) => {
    closed = resolve;
  });
  answer = (_request, response) => {
    response.writeHead(200);
    const writing = setInterval(() => response.write("x".repeat(20_000)), 5);
    response.on("close", () => {
      clearInterval(writing);
      closed?.();
    });
  };
  expect(await trusting.send(message(), new Date())).toMatchObject({ status: 200, problem: null });
  await cut;
});
