import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { greetingName, openAdapters } from "./adapters.ts";
import { exampleSupportEmail } from "./config.ts";

let dataDir: string;
const received: { greeting: string; source: string }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  async onData(stream, session, done) {
    received.push({ greeting: String(session.hostNameAppearsAs), source: await text(stream) });
    done();
  },
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "touchline-adapters-"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await rm(dataDir, { recursive: true, force: true });
});

async function sent(supportEmail: string) {
  const { port } = server.server.address() as AddressInfo;
  const mail = { url: `smtp://127.0.0.1:${port}`, from: "Touchline <no-reply@clubs.example>" };
  const config = { dataDir, publicUrl: "https://clubs.example:8443", supportEmail, mail, clamd: null };
  const adapters = openAdapters(config, "a secret that is long enough for a vault");
  const outcome = await adapters.mail.send({
    ...{ id: "1", to: "ana@clubs.example", subject: "Hello", text: "Hello Ana", html: "<p>Hello Ana</p>" },
  });
  await adapters.mail.close();
  expect(outcome).toEqual({ kind: "sent" });
  return received.at(-1);
}

test("the mail server is greeted by the name of PUBLIC_URL, and answers to mails go to SUPPORT_EMAIL", async () => {
  const mail = await sent("office@clubs.example");
  expect(mail?.greeting).toBe("clubs.example");
  expect(mail?.source).toMatch(/^Reply-To: office@clubs\.example\r$/im);
});

test("answers go to the sender where nobody set SUPPORT_EMAIL", async () => {
  expect((await sent(exampleSupportEmail))?.source).not.toMatch(/^Reply-To/im);
});

test("a number is sent as an address literal", () => {
  expect(greetingName("http://127.0.0.1:3000")).toBe("[127.0.0.1]");
  expect(greetingName("http://[::1]:3000")).toBe("[IPv6:::1]");
  expect(greetingName("http://localhost:3000")).toBe("localhost");
});
