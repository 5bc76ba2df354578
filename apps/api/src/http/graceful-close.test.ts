import { once } from "node:events";
import { Agent, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { hardenedServer } from "../app.ts";
import { readConfig } from "../config.ts";

function aServer() {
  return hardenedServer(
    readConfig({
      publicUrl: "http://127.0.0.1",
      secret: "a secret for tests that is long enough",
      supportEmail: "support@example.org",
    }),
  );
}

test("a server that closes answers whom it has heard, and does not wait for their connections to be used again", async () => {
  const app = aServer();
  let answer = (_: string) => {};
  let onRequest = () => {};
  const arrived = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  app.get("/slow", () => {
    onRequest();
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true });
  const request = get(`${url}/slow`, { agent });
  await arrived;
  const closed = app.close();
  // By now idle connections have been closed; this one is in use.
  await new Promise((resolve) => setImmediate(resolve));
  answer("heard");
  const [response] = await once(request, "response");
  const socket = response.socket;
  const text = (await response.toArray()).join("");
  await Promise.all([closed, socket.destroyed || once(socket, "close")]);
  expect(text).toBe("heard");
  agent.destroy();
}, 10_000);

test("nor does it wait for connections on which nothing was ever asked", async () => {
  const app = aServer();
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const opened = once(app.server, "connection");
  const socket = connect(port, "127.0.0.1");
  await opened;
  await Promise.all([app.close(), once(socket, "close")]);
}, 10_000);
