import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** Starts a mail server on this machine that accepts everything except the given recipients, and collects what it received. */
async function aServer({
  closed = false,
  from = "Touchline <no-reply@clubs.example>",
  host = "127.0.0.1",
  ...settings
}: {
  closed?: boolean;
  from?: string;
  host?: string;
  greeting?: string;
  replyTo?: string;
} = {}) {
  const received: { to: string[]; source: string; greeting: string }[] = [];
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
      if (address.endsWith("@refused.invalid")) return done(refuse(`5.1.1 <${address}> is unknown`, 550));
      if (address.endsWith("@elsewhere.invalid")) return done(refuse("5.7.1 Relay access denied", 554));
      if (address.endsWith("@unknown-to-us.invalid")) return done(refuse("5.7.0 Authentication required", 530));
      if (address.endsWith("@later.invalid")) return done(refuse("4.7.1 Greylisted, try again", 451));
      done();
    },
    async onData(stream, session, done) {
      const source = await text(stream);
      const to = session.envelope.rcptTo.map((one) => one.address);
      received.push({ to, source, greeting: String(session.hostNameAppearsAs) });
      if (to.some((address) => address.endsWith("@filtered.invalid")))
        return done(refuse("5.7.1 Looks like spam", 550));
      done();
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail = smtpMail({ url: `smtp://${host.replace(/(?=\?|$)/, `:${port}`)}`, from, ...settings });
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
    expect(await port.send(aMail({ to: "gone@refused.invalid" }))).toMatchObject({
      kind: "refused",
      code: "550",
      reply: { reply: 550, status: "5.1.1", stage: "recipient", text: expect.stringMatching(/^550 5\.1\.1 \S/) },
    });
    expect(await port.send(aMail({ to: "new@later.invalid" }))).toMatchObject({
      kind: "later",
      code: "451",
      reply: { reply: 451, status: "4.7.1", stage: "recipient" },
    });
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
    expect(await sender.mail.send(aMail())).toMatchObject({ kind: "blocked", code: "550", fault: "sender" });
    const closed = await aServer({ closed: true });
    expect(await closed.mail.send(aMail())).toMatchObject({ kind: "blocked", code: "554", fault: "sender" });
  });

  test("that refuses us only once it knows the recipient refuses every mail too, and no address is blamed", async () => {
    const { mail } = await aServer();
    const sent = (to: string) => mail.send(aMail({ to }));
    expect(await sent("ana@elsewhere.invalid")).toMatchObject({ kind: "blocked", code: "554", fault: "sender" });
    expect(await sent("ana@unknown-to-us.invalid")).toMatchObject({ kind: "blocked", code: "530", fault: "login" });
  });

  test("that takes a mail for spam refuses this one alone, with its words", async () => {
    const { mail } = await aServer();
    const outcome = await mail.send(aMail({ to: "ana@filtered.invalid" }));
    const reply = { reply: 550, status: "5.7.1", stage: "message", text: "550 5.7.1 Looks like spam" };
    expect(outcome).toEqual({ kind: "refused", code: "550", reply });
  });

  test("is greeted by the name that is given, and answers go to whom is named", async () => {
    const { mail, received } = await aServer({ greeting: "clubs.example", replyTo: "office@clubs.example" });
    await mail.send(aMail());
    expect(received[0]?.greeting).toBe("clubs.example");
    expect(received[0]?.source).toMatch(/^Reply-To: office@clubs\.example\r$/im);
  });

  test("is told where a kind of mail is switched off with one click, of mails that can be", async () => {
    const { mail, received } = await aServer();
    const unsubscribe = `https://clubs.example/api/app/unsubscribe/one-click?token=${"a-B_9".repeat(40)}`;
    await mail.send(aMail({ unsubscribe }));
    await mail.send(aMail());
    const [can, cannot] = received.map(({ source }) => `\r\n${source}`.replaceAll(/\r\n[ \t]+/g, " "));
    expect(can).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
    expect(can).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    expect(cannot).not.toMatch(/^List-Unsubscribe/im);
  });

  test("to which a mail is too large refuses this one alone, also where it says so before the recipient", async () => {
    for (const [from, code] of Object.entries({ "a@large.invalid": "552", "a@larger.invalid": "500" })) {
      expect(await (await aServer({ from })).mail.send(aMail())).toMatchObject({ kind: "refused", code });
    }
    const full = await aServer({ from: "a@full.invalid" });
    expect(await full.mail.send(aMail())).toMatchObject({ kind: "blocked", code: "552", fault: "sender" });
  });

  test("elsewhere gets nothing without encryption, unless the address says so", async () => {
    // This machine, by an address that doesn't look like it.
    const plain = await aServer({ host: "[::ffff:127.0.0.1]" });
    expect(await plain.mail.send(aMail())).toMatchObject({ kind: "blocked", fault: "encryption" });
    expect(plain.received).toEqual([]);
    const allowed = await aServer({ host: "[::ffff:127.0.0.1]?requireTLS=false" });
    expect(await allowed.mail.send(aMail())).toEqual({ kind: "sent" });
  });

  test("that says nothing, or is not there, is tried again later", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const waiting = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: "a@clubs.example", timeoutMs: 200 });
    expect(await waiting.send(aMail())).toMatchObject({ kind: "later", code: "ETIMEDOUT", reply: { reply: null } });
    silent.close();
    await waiting.close();
    const gone = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: "a@clubs.example", timeoutMs: 200 });
    expect(await gone.send(aMail())).toMatchObject({ kind: "later" });
    await gone.close();
  });
});

describe("a mail server that can't be trusted or doesn't trust us", () => {
  const run = promisify(execFile);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "touchline-mail-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Makes a key and a self-signed certificate for a host name. */
  async function aCertificate(name: string) {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    const about = ["-keyout", key, "-out", cert, "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    await run("openssl", [...made, ...about]);
    return { path: cert, key: await readFile(key), cert: await readFile(cert) };
  }

  /** Makes the certificate again, as if it had been issued for the year 2020. */
  async function of2020(name: string) {
    const at = (file: string) => join(folder, file);
    await writeFile(at("index"), "");
    await writeFile(
      at("ca.conf"),
      `[ca]\ndefault_ca = d\n[d]\ndatabase = ${at("index")}\nrand_serial = yes\nnew_certs_dir = ${folder}
       default_md = sha256\npolicy = p\ncopy_extensions = copy\n[p]\ncommonName = supplied\n`,
    );
    const request = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-out", at("old.csr")];
    await run("openssl", ["req", "-new", "-key", at(`${name}.key`), ...request]);
    const dates = ["-startdate", "20200101000000Z", "-enddate", "20210101000000Z"];
    const issued = ["-keyfile", at(`${name}.key`), "-selfsign", "-in", at("old.csr"), "-out", at("old.pem"), "-notext"];
    await run("openssl", ["ca", "-batch", "-config", at("ca.conf"), ...issued, ...dates]);
    return { path: at("old.pem"), key: await readFile(at(`${name}.key`)), cert: await readFile(at("old.pem")) };
  }

  /** Starts a mail server with these settings; returns its address as a setting, and the number of mails it accepted. */
  async function listening(settings: ConstructorParameters<typeof SMTPServer>[0]) {
    const took: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      onData: (stream, session, done) =>
        void text(stream).then(() => {
          took.push(session.id);
          done();
        }),
      ...settings,
    });
    server.on("error", () => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return { took, port: (server.server.address() as AddressInfo).port };
  }

  async function sent(url: string) {
    const mail = smtpMail({ url, from: "a@clubs.example", timeoutMs: 5_000 });
    return mail.send(aMail()).finally(() => mail.close());
  }

  /** Returns the output of a process of its own that was started with these settings. */
  async function sentBy(url: string, env: Record<string, string>) {
    const adapter = JSON.stringify(new URL("./smtp.ts", import.meta.url).href);
    const script = `
      import { smtpMail } from ${adapter};
      const mail = smtpMail({ url: ${JSON.stringify(url)}, from: "a@clubs.example", timeoutMs: 5_000 });
      const outcome = await mail.send({ id: "1", to: "ana@clubs.example", subject: "s", text: "t", html: "<p>t</p>" });
      await mail.close();
      console.log(JSON.stringify(outcome));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      env: { PATH: process.env.PATH, ...env },
      timeout: 30_000,
    });
    return JSON.parse(stdout);
  }

  test("its untrusted certificate keeps every mail here, with TLS from the start and by STARTTLS alike", async () => {
    const { key, cert } = await aCertificate("localhost");
    const tls = await listening({ secure: true, key, cert });
    const fault = { kind: "blocked", fault: "certificateUntrusted", detail: "self-signed certificate" };
    expect(await sent(`smtps://localhost:${tls.port}`)).toMatchObject(fault);
    const startTls = await listening({ key, cert });
    expect(await sent(`smtp://localhost:${startTls.port}`)).toMatchObject(fault);
    expect([tls.took, startTls.took]).toEqual([[], []]);
  });

  test("is trusted once NODE_EXTRA_CA_CERTS names its authority, under the name of its certificate alone", async () => {
    const here = await aCertificate("localhost");
    const server = await listening({ secure: true, key: here.key, cert: here.cert });
    const trusting = { NODE_EXTRA_CA_CERTS: here.path };
    expect(await sentBy(`smtps://localhost:${server.port}`, trusting)).toEqual({ kind: "sent" });
    expect(server.took).toHaveLength(1);
    const otherName = await sentBy(`smtps://127.0.0.1:${server.port}`, trusting);
    expect(otherName).toMatchObject({ kind: "blocked", fault: "certificateName" });
  });

  test("an expired certificate is recognized", async () => {
    await aCertificate("localhost");
    const old = await of2020("localhost");
    const { port } = await listening({ secure: true, key: old.key, cert: old.cert });
    const outcome = await sentBy(`smtps://localhost:${port}`, { NODE_EXTRA_CA_CERTS: old.path });
    expect(outcome).toMatchObject({ kind: "blocked", fault: "certificateExpired" });
  });

  test("that refuses the password, or speaks without encryption where it's expected, blames no address either", async () => {
    const refusing = await listening({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error("5.7.8 Wrong password"), { responseCode: 535 })),
    });
    expect(await sent(`smtp://me:wrong@127.0.0.1:${refusing.port}`)).toMatchObject({
      kind: "blocked",
      code: "535",
      fault: "login",
    });
    expect(await sent(`smtps://localhost:${refusing.port}`)).toMatchObject({ kind: "blocked", fault: "encryption" });
  });
});
