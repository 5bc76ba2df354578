import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNameServer } from "../../../test/single-sign-on.ts";
import { ssoOutside } from "./outside.ts";
import { AddressRefused, publicFetch } from "./public-fetch.ts";

let server: Server;
let host = "";
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === "/redirect") response.writeHead(302, { location: `http://${host}/inside` }).end();
    else if (request.url === "/odd") response.writeHead(799).end();
    else if (request.url === "/slow") response.write("x");
    else if (request.url === "/long") response.end("x".repeat(1_100_000));
    else response.end(JSON.stringify({ method: request.method, sent: request.headers["content-type"] }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

test("an address that leads into a private network is never called, whatever its name resolves to", async () => {
  const lying = publicFetch({ resolve: async () => ["8.8.8.8", "127.0.0.1"] });
  for (const address of [
    "https://login.club.example/.well-known/openid-configuration",
    "https://10.0.0.8/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    `http://${host}/`,
    "https://user:password@login.club.example/",
  ]) {
    await expect(lying(address), address).rejects.toThrow(AddressRefused);
  }
  expect(asked).toBe(0);
});

test("a redirect isn't followed, a form is sent as one, and a response without end is cut off", async () => {
  const trusting = publicFetch({ trusted: [host] });
  const redirected = await trusting(`http://${host}/redirect`);
  expect([redirected.status, redirected.headers.get("location")]).toEqual([302, `http://${host}/inside`]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ grant_type: "authorization_code" });
  const posted = await trusting(`http://${host}/token`, { method: "POST", headers, body });
  expect(await posted.json()).toEqual({ method: "POST", sent: headers["content-type"] });
  await expect(trusting(`http://${host}/long`)).rejects.toThrow("too long");
  await expect(trusting(`http://${host}/odd`)).rejects.toThrow("isn't valid HTTP");
  await expect(publicFetch({ trusted: [host], timeout: 100 })(`http://${host}/slow`)).rejects.toThrow("aborted");
});

test("TXT records are read whole; a domain without any has none, and a name server that is away is no answer", async () => {
  const long = `touchline-verification=${"a".repeat(300)}`;
  const nameServer = await startNameServer(0, new Map([["_proof.club.example", ["v=spf1 -all", long]]]));
  const nameServers = [`127.0.0.1:${nameServer.port}`];
  const { txt } = ssoOutside({ nameServers });
  expect(await txt("_proof.club.example")).toEqual(["v=spf1 -all", long]);
  expect(await txt("_proof.other.example")).toEqual([]);
  await nameServer.close();
  expect(await ssoOutside({ nameServers }).txt("_proof.club.example")).toBeNull();
});
