import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { hardenedServer } from "@touchline/api/app";
import { readConfig } from "@touchline/api/config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../src/port.ts";

const docs = join(import.meta.dirname, "../../../docs/deploy");
const host = "clubs.example.org";
const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

const config = readConfig({
  publicUrl: `https://${host}`,
  secret: "a secret for tests that is long enough",
  supportEmail: "support@example.org",
});

/** Starts a server built like the product's, which returns what reached it. */
async function aServer(trustedProxies?: string[]) {
  const app = hardenedServer(config, { trustedProxies });
  app.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
  app.get("/ip", async (request) => request.ip);
  app.post("/upload", { bodyLimit: 200_000_000 }, async (request) => {
    let bytes = 0;
    for await (const chunk of request.body as Readable) bytes += (chunk as Buffer).length;
    return { bytes };
  });
  const streams = new Set<PassThrough>();
  app.get("/events", (_request, reply) => {
    const stream = new PassThrough();
    streams.add(stream);
    stream.write("data: first\n\n");
    return reply.header("content-type", "text/event-stream").send(stream);
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  ending.push(() => app.close());
  const say = (text: string) => {
    for (const stream of streams) stream.write(text);
  };
  const end = () => {
    for (const stream of streams) stream.end();
  };
  return { app, port: new URL(url).port, say, end };
}

/** Copies configuration files from the manual, with the ports and the certificate of this test. */
async function aProxy(kind: "nginx" | "caddy", backend: string) {
  const folder = await mkdtemp(join(tmpdir(), `touchline-${kind}-`));
  ending.push(() => rm(folder, { recursive: true, force: true }));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const name = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", ...made, "-days", "2", ...name], { stdio: "ignore" });
  const [port, plain] = [await freePort(), await freePort()];
  const text = (await readFile(join(docs, kind === "nginx" ? "nginx.conf" : "Caddyfile"), "utf8")).replace(
    "127.0.0.1:3000",
    `127.0.0.1:${backend}`,
  );
  const file = join(folder, "config");
  if (kind === "nginx") {
    const site = text
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replace("listen 80;", `listen 127.0.0.1:${plain};`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    await writeFile(
      file,
      `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`,
    );
  } else {
    const site = text.replace(`${host} {`, `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`);
    await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  }
  const args = kind === "nginx" ? ["-c", file] : ["run", "--adapter", "caddyfile", "--config", file];
  const child = spawn(programs[kind], args, { stdio: "ignore", env: { PATH: process.env.PATH, HOME: folder } });
  ending.push(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const ca = await readFile(cert, "utf8");
  const ask = (path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request(
        {
          host: "127.0.0.1",
          port,
          servername: host,
          ca,
          path,
          method: body ? "POST" : "GET",
          headers: { host, ...headers },
        },
        resolve,
      );
      asking.on("error", reject);
      asking.end(body);
    });
  const until = Date.now() + 20_000;
  while ((await ask("/ip").catch(() => null))?.resume().statusCode !== 200) {
    if (Date.now() > until) throw new Error(`${kind} did not start.`);
    await wait(100);
  }
  return ask;
}

const programs = { nginx: "/usr/sbin/nginx", caddy: "/usr/bin/caddy" };

const textOf = async (answer: IncomingMessage) => {
  let text = "";
  for await (const chunk of answer) text += chunk;
  return text;
};

describe.each(["nginx", "caddy"] as const)("%s, set up as docs/deploy says,", (kind) => {
  const here = existsSync(programs[kind]);
  let server: Awaited<ReturnType<typeof aServer>>;
  let ask: Awaited<ReturnType<typeof aProxy>>;
  beforeAll(async () => {
    if (!here) return;
    server = await aServer();
    ask = await aProxy(kind, server.port);
  });

  test.skipIf(!here)("tells who is calling, whatever the caller claims", async () => {
    expect(await textOf(await ask("/ip", { "x-forwarded-for": "203.0.113.9" }))).toBe("127.0.0.1");
  });

  test.skipIf(!here)("lets five files of 25 MB through", async () => {
    const send = (bytes: number) =>
      ask("/upload", { "content-type": "application/octet-stream" }, Buffer.alloc(bytes)).then(async (answer) => ({
        status: answer.statusCode,
        text: await textOf(answer),
      }));
    expect(await send(5 * 25 * 1024 * 1024)).toEqual({ status: 200, text: JSON.stringify({ bytes: 131_072_000 }) });
  });

  test.skipIf(!here)("passes events on as they happen", async () => {
    const answer = await ask("/events");
    answer.setEncoding("utf8");
    const [first] = await once(answer, "data");
    expect(first).toContain("data: first");
    server.say("data: second\n\n");
    const [second] = await once(answer, "data");
    expect(second).toContain("data: second");
    server.end();
    await once(answer, "end");
  });
});

describe("who is calling", () => {
  const from = async (trustedProxies: string[] | undefined, remoteAddress: string) => {
    const { app } = await aServer(trustedProxies);
    const headers = { "x-forwarded-for": "203.0.113.9" };
    return (await app.inject({ url: "/ip", remoteAddress, headers })).body;
  };

  test("is believed of proxies in private networks unless the setting says otherwise", async () => {
    expect(await from(undefined, "10.1.2.3")).toBe("203.0.113.9");
    expect(await from(undefined, "198.51.100.7")).toBe("198.51.100.7");
  });

  test("is believed of the proxies alone that the setting names, or of nobody", async () => {
    expect(await from(["198.51.100.0/24"], "198.51.100.7")).toBe("203.0.113.9");
    expect(await from(["198.51.100.0/24"], "10.1.2.3")).toBe("10.1.2.3");
    expect(await from([], "127.0.0.1")).toBe("127.0.0.1");
  });
});
