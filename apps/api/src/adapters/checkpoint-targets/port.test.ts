import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postingTo } from "./http.ts";
import { stampedAt, stampedText } from "./rfc3161.ts";

const run = promisify(execFile);
const checkpoint = {
  organizationId: "0197a000-0000-7000-8000-000000000001",
  sequence: 7,
  hash: "ab".repeat(32),
  signedAt: "2026-11-01T10:00:00.000Z",
  keyId: "0123456789abcdef",
  signature: "c2lnbmF0dXJl",
};

const servers: Server[] = [];
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

let folder = "";
/** A time-stamp authority: `openssl ts` behind HTTP. */
let authority = "";
let alter: (reply: Buffer) => Buffer = (reply) => reply;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "touchline-tsa-"));
  const file = (name: string) => join(folder, name);
  await writeFile(
    file("tsa.cnf"),
    `[tsa]\ndefault_tsa = here\n[here]\nserial = ${file("serial")}\nsigner_cert = ${file("cert.pem")}\nsigner_key = ${file("key.pem")}
signer_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\nordering = no\ntsa_name = no\ness_cert_id_chain = no
[req]\ndistinguished_name = name\nx509_extensions = ext\nprompt = no\n[name]\nCN = Test authority\n[ext]\nextendedKeyUsage = critical,timeStamping\n`,
  );
  await writeFile(file("serial"), "01\n");
  await run("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-config", file("tsa.cnf")],
    ...["-keyout", file("key.pem"), "-out", file("cert.pem")],
  ]);
  authority = await serving(async (request, response) => {
    await writeFile(file("query.tsq"), await buffer(request));
    await run("openssl", [
      ...["ts", "-reply", "-config", file("tsa.cnf"), "-queryfile", file("query.tsq"), "-out", file("reply.tsr")],
    ]);
    response.setHeader("content-type", "application/timestamp-reply").end(alter(await readFile(file("reply.tsr"))));
  });
}, 60_000);
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

test("a checkpoint is time-stamped by an authority, and openssl finds the stamp good for exactly that checkpoint", async () => {
  const { kind, answer } = await stampedAt(authority)(checkpoint);
  expect(kind).toBe("delivered");
  await writeFile(join(folder, "kept.tsr"), answer as Buffer);
  const verified = async (text: string) => {
    await writeFile(join(folder, "data"), text);
    const at = (name: string) => join(folder, name);
    return run("openssl", [
      "ts",
      "-verify",
      "-data",
      at("data"),
      "-in",
      at("kept.tsr"),
      "-CAfile",
      at("cert.pem"),
    ]).then(
      () => true,
      () => false,
    );
  };
  expect(await verified(stampedText(checkpoint))).toBe(true);
  expect(await verified(stampedText({ ...checkpoint, sequence: 8 }))).toBe(false);
});

test("a stamp of something else, an answer that refuses and one that is none are not taken", async () => {
  await stampedAt(authority)(checkpoint);
  const earlier = await readFile(join(folder, "reply.tsr"));
  alter = () => earlier;
  expect(await stampedAt(authority)({ ...checkpoint, sequence: 8 })).toEqual({
    kind: "failed",
    code: "stampsSomethingElse",
  });
  expect(await stampedAt(authority)(checkpoint)).toEqual({ kind: "failed", code: "otherNonce" });
  alter = () => Buffer.from("nothing of the kind");
  expect((await stampedAt(authority)(checkpoint)).kind).toBe("failed");
  alter = (reply) => reply;
  const busy = await serving((_request, response) => response.writeHead(503).end());
  expect(await stampedAt(busy)(checkpoint)).toEqual({ kind: "failed", code: "503" });
});

test("a checkpoint is posted as JSON, and a place that answers otherwise than with success has not taken it", async () => {
  const posted: string[] = [];
  const taking = await serving(async (request, response) => {
    posted.push((await buffer(request)).toString());
    response.writeHead(204).end();
  });
  expect(await postingTo(taking)(checkpoint)).toEqual({ kind: "delivered" });
  expect(JSON.parse(posted[0] ?? "")).toEqual({ checkpoint });
  const elsewhere = await serving((_request, response) => response.writeHead(302, { location: taking }).end());
  expect(await postingTo(elsewhere)(checkpoint)).toEqual({ kind: "failed", code: "302" });
  expect(posted).toHaveLength(1);
  expect((await postingTo("http://127.0.0.1:1/")(checkpoint)).kind).toBe("failed");
});
