import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import { keptMail } from "./builtin.ts";
import type { Mail, MailPort } from "./port.ts";
import { smtpMail } from "./smtp.ts";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const aMail = (more: Partial<Mail> = {}): Mail => ({
  id: "0190c0de-0000-7000-8000-000000000001",
  to: "ana@clubs.example",
  subject: "Your background check – please look again",
  text: "Hello Ana,\n\nlook again: https://clubs.example/r",
  html: "<p>Hello Ana</p>",
  ...more,
});

/** A mail server on this machine that takes what is not said to be refused, and what it received. */
async function aServer({ closed = false, from = "Touchline <no-reply@clubs.example>", host = "127.0.0.1" } = {}) {
  const received: { to: string[]; source: string }[] = [];
  const refuse = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect: (_session, done) => done(closed ? refuse("We know you", 554) : undefined),
    onMailFrom({ address }, _session, done) {
      if (address.endsWith("@unknown.invalid")) return done(refuse("Not one of our senders", 550));
      if (address.endsWith("@large.invalid")) return done(refuse("Message exceeds the size that we take", 552));
      if (address.endsWith("@larger.invalid")) return done(refuse("5.3.4 Message too big", 500));
      if (address.endsWith("@full.invalid")) return done(refuse("5.2.2 Your account is full", 552));
      done();
    },
    onRcptTo({ address }, _session, done) {
      if (address.endsWith("@refused.invalid")) return done(refuse(`<${address}> is unknown`, 550));
      if (address.endsWith("@later.invalid")) return done(refuse("Greylisted, try again", 451));
      done();
    },
    async onData(stream, session, done) {
      const source = await text(stream);
      received.push({ to: session.envelope.rcptTo.map((one) => one.address), source });
      done();
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail = smtpMail({ url: `smtp://${host.replace(/(?=\?|$)/, `:${port}`)}`, from });
  closing.push(async () => {
    await mail.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { mail, received };
}

describe.each<[string, () => Promise<MailPort>]>([
  ["the built-in outbox", async () => keptMail()],
  ["a mail server", async () => (await aServer()).mail],
])("%s", (_name, open) => {
  test("takes a mail", async () => {
    expect(await (await open()).send(aMail())).toEqual({ kind: "sent" });
  });

  test("refuses an unknown address for good, and a greylisted one for now", async () => {
    const port = await open();
    expect(await port.send(aMail({ to: "gone@refused.invalid" }))).toEqual({ kind: "refused", code: "550" });
    expect(await port.send(aMail({ to: "new@later.invalid" }))).toEqual({ kind: "later", code: "451" });
  });
});

describe("a mail server", () => {
  test("gets both forms, says that a machine wrote it, and tells a repetition by its name", async () => {
    const { mail, received } = await aServer();
    await mail.send(aMail());
    await mail.send(aMail());
    const named = received.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1]?.trim());
    expect(named).toEqual(Array(2).fill("<0190c0de-0000-7000-8000-000000000001@clubs.example>"));
    const [first] = received;
    expect(first?.to).toEqual(["ana@clubs.example"]);
    expect(first?.source).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(first?.source).toMatch(/text\/plain/);
    expect(first?.source).toMatch(/text\/html/);
  });

  test("never gets a second recipient or a further header out of what people typed", async () => {
    const { mail, received } = await aServer();
    const subject = "Hello\r\nBcc: everybody@clubs.example\r\n\r\nand more";
    await mail.send(aMail({ subject, to: "ana@clubs.example,eve@clubs.example" }));
    for (const { to, source } of received) {
      expect(to).toHaveLength(1);
      expect(source).not.toMatch(/^Bcc:/im);
    }
    await mail.send(aMail({ subject }));
    expect(received.at(-1)?.source).not.toMatch(/^Bcc:/im);
    expect(received.at(-1)?.to).toEqual(["ana@clubs.example"]);
  });

  test("shows in whose name a mail comes, from our address, whatever that name holds", async () => {
    const { mail, received } = await aServer();
    await mail.send(aMail({ from: "Asociación Ñandú" }));
    await mail.send(aMail({ from: 'Eve" <eve@evil.example>\r\nBcc: all@clubs.example' }));
    const from = received.map(({ source }) => /^From: ((?:.+)(?:\r\n[ \t].+)*)/im.exec(source)?.[1] ?? "");
    expect(from[0]).toBe("=?UTF-8?Q?Asociaci=C3=B3n_=C3=91and=C3=BA?= <no-reply@clubs.example>");
    expect(from[1]).toMatch(/<no-reply@clubs\.example>$/);
    expect(received[1]?.source).not.toMatch(/^Bcc:/im);
    await mail.send(aMail());
    expect(received[2]?.source).toMatch(/^From: Touchline <no-reply@clubs\.example>\r$/im);
  });

  test("gets the logo within the mail, as a part that the HTML names", async () => {
    const { mail, received } = await aServer();
    const logo = Buffer.from("89504e470d0a1a0a", "hex");
    await mail.send(aMail({ html: '<img src="cid:logo" alt="Clubs">', logo }));
    const source = received[0]?.source ?? "";
    expect(source).toMatch(/^Content-Type: multipart\/related/im);
    expect(source).toMatch(/^Content-ID: <logo>/im);
    expect(source).toMatch(/^Content-Disposition: inline/im);
    expect(source).toContain(logo.toString("base64"));
  });

  test("that refuses whom mails are from, or this machine, refuses every mail and none in particular", async () => {
    const sender = await aServer({ from: "a@unknown.invalid" });
    expect(await sender.mail.send(aMail())).toEqual({ kind: "blocked", code: "550" });
    const closed = await aServer({ closed: true });
    expect(await closed.mail.send(aMail())).toEqual({ kind: "blocked", code: "554" });
  });

  test("to which a mail is too large refuses this one alone, also where it says so before the recipient", async () => {
    for (const [from, code] of Object.entries({ "a@large.invalid": "552", "a@larger.invalid": "500" })) {
      expect(await (await aServer({ from })).mail.send(aMail())).toEqual({ kind: "refused", code });
    }
    const full = await aServer({ from: "a@full.invalid" });
    expect(await full.mail.send(aMail())).toEqual({ kind: "blocked", code: "552" });
  });

  test("elsewhere gets nothing without encryption, unless the address says so", async () => {
    // This machine, by an address that does not look like it.
    const plain = await aServer({ host: "[::ffff:127.0.0.1]" });
    expect(await plain.mail.send(aMail())).toMatchObject({ kind: "blocked" });
    expect(plain.received).toEqual([]);
    const allowed = await aServer({ host: "[::ffff:127.0.0.1]?requireTLS=false" });
    expect(await allowed.mail.send(aMail())).toEqual({ kind: "sent" });
  });

  test("that says nothing, or is not there, is tried again later", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const waiting = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: "a@clubs.example", patience: 200 });
    expect(await waiting.send(aMail())).toEqual({ kind: "later", code: "ETIMEDOUT" });
    silent.close();
    await waiting.close();
    const gone = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: "a@clubs.example", patience: 200 });
    expect(await gone.send(aMail())).toMatchObject({ kind: "later" });
    await gone.close();
  });
});
