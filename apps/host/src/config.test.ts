import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readHostConfig } from "./config.ts";
import { keptSecret } from "./secret.ts";

describe("the settings", () => {
  test("without any are those of a trial on this machine", () => {
    expect(readHostConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://localhost:3000",
      supportEmail: "support@example.org",
      database: null,
      secret: null,
      demo: true,
    });
  });

  test("that are empty count as not set", () => {
    expect(readHostConfig({ PORT: "", DATABASE_URL: " ", SESSION_SECRET: "" })).toEqual(readHostConfig({}));
  });

  test("give training packages a host of their own, or none", () => {
    const read = (PACKAGES_URL: string) => () => readHostConfig({ PUBLIC_URL: "https://clubs.example", PACKAGES_URL });
    expect(readHostConfig({}).packagesUrl).toBeNull();
    expect(read("https://courses.example")().packagesUrl).toBe("https://courses.example");
    expect(read("https://clubs.example:8443")).toThrow("PACKAGES_URL");
    expect(read("http://courses.example")).toThrow("PACKAGES_URL");
    expect(read("https://127.0.0.1")).toThrow("PACKAGES_URL");
  });

  test("name the platform's operators by their addresses, with commas between them", () => {
    const { platformOperators } = readHostConfig({ PLATFORM_OPERATORS: "a@example.org, b@example.org" });
    expect(platformOperators).toEqual(["a@example.org", "b@example.org"]);
    expect(readHostConfig({}).platformOperators).toEqual([]);
    expect(readHostConfig({}).checkpoints).toEqual({ postUrl: null, mailTo: null, timestampUrl: null });
    expect(() => readHostConfig({ AUDIT_POST_URL: "ftp://keeper" })).toThrow("AUDIT_POST_URL isn't a web address");
    expect(() => readHostConfig({ AUDIT_MAIL_TO: "keeper@example.org" })).toThrow("Set MAIL_URL and MAIL_FROM too");
  });

  test("a bucket needs a key, is in the path where the service is one's own, and takes new files unless told otherwise", () => {
    const key = { S3_ACCESS_KEY_ID: "AKIA", S3_SECRET_ACCESS_KEY: "secret" };
    const read = (more: Record<string, string>) => readHostConfig({ S3_BUCKET: "clubs", ...key, ...more }).fileStore;
    expect(readHostConfig({}).fileStore).toBeNull();
    expect(read({ S3_REGION: "eu-west-3" })).toMatchObject({
      first: "bucket",
      bucket: { endpoint: "https://s3.eu-west-3.amazonaws.com", pathStyle: false, encryption: { algorithm: "AES256" } },
    });
    expect(read({ S3_ENDPOINT: "https://s3.example.org/", S3_PREFIX: "a/b/", FILES_STORE: "disk" })).toMatchObject({
      first: "disk",
      bucket: { endpoint: "https://s3.example.org", pathStyle: true, prefix: "a/b/" },
    });
    for (const [more, said] of [
      [{ S3_BUCKET: "A Bucket" }, "S3_BUCKET is"],
      [{ S3_BUCKET: "" }, "S3_BUCKET isn't set"],
      [{ S3_SECRET_ACCESS_KEY: "" }, "S3_BUCKET needs a key"],
      [{ S3_ENDPOINT: "http://s3.example.org" }, "S3_ENDPOINT is"],
      [{ S3_PREFIX: "../up" }, "S3_PREFIX is"],
      [{ S3_KMS_KEY_ID: "k" }, "S3_KMS_KEY_ID needs"],
      [{ FILES_STORE: "tape" }, "FILES_STORE is"],
    ] as const) {
      expect(() => read(more)).toThrow(said);
    }
  });

  test("say where backups go, how often and how many stay", () => {
    expect(readHostConfig({}).backup).toBeNull();
    expect(readHostConfig({ BACKUP_DIR: "/backups" }).backup).toEqual({ folder: "/backups", everyHours: 24, keep: 14 });
    const env = { BACKUP_DIR: "/backups", BACKUP_EVERY_HOURS: "6", BACKUP_KEEP: "3" };
    expect(readHostConfig(env).backup).toEqual({ folder: "/backups", everyHours: 6, keep: 3 });
    expect(() => readHostConfig({ ...env, BACKUP_KEEP: "0" })).toThrow("BACKUP_KEEP is");
    expect(() => readHostConfig({ ...env, BACKUP_DIR: "" })).toThrow("BACKUP_DIR isn't set");
    expect(readHostConfig({ BACKUP_PASSPHRASE: "long enough, surely" }).backupPassphrase).toBe("long enough, surely");
    expect(() => readHostConfig({ BACKUP_PASSPHRASE: "hunter2" })).toThrow(/^((?!hunter2).)*too short((?!hunter2).)*$/);
  });

  test("follow one another: the address has the port that was given", () => {
    expect(readHostConfig({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
  });

  const database = {
    DATABASE_URL: "postgres://app:a@db/x",
    IDENTITY_DATABASE_URL: "postgres://identity:c@db/x",
    DATABASE_ADMIN_URL: "postgres://admin:b@db/x",
  };

  test.each([
    ["a server of one's own", database],
    ["an address that others reach", { PUBLIC_URL: "https://clubs.example.org" }],
  ])("never seed a demo by themselves with %s", (_, environment) => {
    expect(readHostConfig(environment).demo).toBe(false);
  });

  test.each([
    ["an address that others reach", { PUBLIC_URL: "https://clubs.example.org" }],
    ["a network that others are in", { HOST: "0.0.0.0" }],
    ["both, on a server of one's own", { ...database, HOST: "::", PUBLIC_URL: "https://clubs.example.org" }],
  ])("with the demo are refused on %s, since everybody knows its password", (_, environment) => {
    expect(() => readHostConfig({ ...environment, DEMO: "on" })).toThrow(/^DEMO is on, but others can reach/);
    expect(readHostConfig(environment).demo).toBe(false);
  });

  test("with a database of one's own name a role for each part that runs here", () => {
    expect(readHostConfig(database).database).toEqual({
      appUrl: database.DATABASE_URL,
      identityUrl: database.IDENTITY_DATABASE_URL,
      adminUrl: database.DATABASE_ADMIN_URL,
    });
    const { IDENTITY_DATABASE_URL, ...withoutIdentity } = database;
    const { DATABASE_URL, ...withoutApp } = database;
    const elsewhere = {
      PUBLIC_URL: "https://app.clubs.example",
      IDENTITY_URL: "https://login.clubs.example",
      PRODUCT_KEY: "k".repeat(32),
    };
    expect(() => readHostConfig(withoutIdentity)).toThrow(/^IDENTITY_DATABASE_URL \(the identity service's role/);
    expect(() => readHostConfig(withoutApp)).toThrow(/^DATABASE_URL \(the role that serves requests\) isn't set/);
    expect(readHostConfig({ ...withoutIdentity, ...elsewhere }).database?.identityUrl).toBeNull();
    expect(readHostConfig({ ...withoutApp, ...elsewhere }).database?.appUrl).toBeNull();
    const one = { IDENTITY_DATABASE_URL: "postgres://app:other@db/x" };
    expect(() => readHostConfig({ ...database, ...one })).toThrow(
      /^IDENTITY_DATABASE_URL and DATABASE_\w+ use the same role|^DATABASE_\w+ and IDENTITY_DATABASE_URL use the same role/,
    );
  });

  test("name the proxies that may say who is calling", () => {
    const read = (TRUSTED_PROXIES: string) => readHostConfig({ TRUSTED_PROXIES }).trustedProxies;
    expect(read("")).toBeNull();
    expect(read("none")).toEqual([]);
    expect(read("10.0.0.5, fd00::/8 loopback")).toEqual(["10.0.0.5", "fd00::/8", "loopback"]);
  });

  const aPartner = { key: "club", name: "City Club", issuer: "https://login.club.example", clientId: "touchline" };
  const partner = (more: object = {}) => JSON.stringify([{ ...aPartner, ...more }]);

  test.each([
    ["PORT", { PORT: "http" }],
    ["PORT", { PORT: "0" }],
    ["PORT", { PORT: "70000" }],
    ["HOST", { HOST: "not a host" }],
    ["PUBLIC_URL", { PUBLIC_URL: "clubs.example.org" }],
    ["PUBLIC_URL", { PUBLIC_URL: "ftp://clubs.example.org" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://clubs.example.org" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://clubs.example.org/touchline" }],
    ["SUPPORT_EMAIL", { SUPPORT_EMAIL: "somebody" }],
    ["SESSION_SECRET", { SESSION_SECRET: "short" }],
    ["DATABASE_ADMIN_URL", { DATABASE_URL: database.DATABASE_URL }],
    ["DATABASE_URL", { DATABASE_ADMIN_URL: database.DATABASE_ADMIN_URL }],
    ["DATABASE_URL", { ...database, DATABASE_URL: "mysql://app:a@db/x" }],
    ["DEMO", { DEMO: "yes" }],
    ["SIMULATOR", { SIMULATOR: "yes" }],
    ["SIMULATOR", { PUBLIC_URL: "https://clubs.example.org", SIMULATOR: "on" }],
    ["SIMULATOR_PORT", { SIMULATOR_PORT: "70000" }],
    ["YARDSTIK_API_KEY", { YARDSTIK_API_KEY: "key" }],
    ["CHECKR_API_KEY", { DEMO: "off", SIMULATOR: "on", CHECKR_API_KEY: "key" }],
    ["STERLING_CLIENT_SECRET", { DEMO: "off", STERLING_URL: "http://127.0.0.1:3100", STERLING_CLIENT_SECRET: "key" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "my-proxy" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "0.0.0.0/0" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/33" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://example.org?x=1" }],
    ["MAIL_FROM", { MAIL_URL: "smtp://mail.example.org" }],
    ["MAIL_URL", { MAIL_FROM: "a@clubs.example" }],
    ["MAIL_URL", { MAIL_URL: "mail.example.org", MAIL_FROM: "a@clubs.example" }],
    ["MAIL_FROM", { MAIL_URL: "smtp://mail.example.org", MAIL_FROM: "Touchline" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "short" }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: "[" }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: "/nowhere/issuers.json" }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: "[{}]" }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: partner({ issuer: "http://login.club.example" }) }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: partner({ key: "City Club" }) }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: partner({ key: "issuers" }) }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: partner({ domains: ["@club.example"] }) }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: partner({ client_secret: "hunter2" }) }],
    ["PARTNER_ISSUERS", { PARTNER_ISSUERS: `[${partner().slice(1, -1)},${partner().slice(1, -1)}]` }],
    ["API_URL", { API_URL: "api.clubs.example.org" }],
    ["API_URL", { PUBLIC_URL: "https://clubs.example.org", API_URL: "https://clubs.example.org/api" }],
    ["API_URL", { PUBLIC_URL: "https://clubs.example.org", API_URL: "https://example.net" }],
    ["API_URL", { PUBLIC_URL: "https://clubs.example.org", API_URL: "http://api.clubs.example.org" }],
    ["IDENTITY_URL", { IDENTITY_URL: "http://127.0.0.1:3001", PRODUCT_KEY: "k".repeat(32) }],
    ["PRODUCT_KEY", { IDENTITY_URL: "http://localhost:3001" }],
    ["PRODUCT_KEY", { IDENTITY_URL: "http://localhost:3001", PRODUCT_KEY: "short" }],
    ["PLATFORM_OPERATORS", { PLATFORM_OPERATORS: "ops@example.org, somebody" }],
  ])("stop the start with one sentence that names %s in %j", (name, environment) => {
    expect(() => readHostConfig(environment)).toThrow(new RegExp(`^[^\\n]*\\b${name}\\b[^\\n]*\\.$`));
  });

  test("of parts that run apart are addresses of one site; without them all is in one place", () => {
    expect(readHostConfig({})).toMatchObject({ apiUrl: null, identityUrl: null, productKey: null });
    const apart = {
      PUBLIC_URL: "https://clubs.example.org",
      API_URL: "https://api.clubs.example.org",
      IDENTITY_URL: "https://login.example.org/",
      PRODUCT_KEY: "k".repeat(32),
    };
    expect(readHostConfig(apart)).toMatchObject({
      apiUrl: apart.API_URL,
      identityUrl: "https://login.example.org",
      demo: false,
    });
    const together = { PUBLIC_URL: "http://localhost:3000", API_URL: "http://localhost:3000" };
    expect(readHostConfig({ ...together, IDENTITY_URL: together.API_URL })).toMatchObject({
      apiUrl: null,
      identityUrl: null,
      demo: true,
    });
  });

  test("are not repeated where they hold a password", () => {
    expect(() => readHostConfig({ ...database, DATABASE_URL: "mysql://app:hunter2@db/x" })).not.toThrow(/hunter2/);
    const mail = { MAIL_URL: "http://touchline:hunter2@mail.example.org", MAIL_FROM: "a@clubs.example" };
    expect(() => readHostConfig(mail)).not.toThrow(/hunter2/);
  });

  test("of partners are taken as they are, from the setting or from a file, and a wrong one is not repeated", async () => {
    const folder = await mkdtemp(join(tmpdir(), "touchline-issuers-"));
    const path = join(folder, "issuers.json");
    const secret = { clientSecret: "hunter2", domains: ["club.example"] };
    await writeFile(path, partner(secret));
    for (const setting of [path, partner(secret)]) {
      const [read] = readHostConfig({ PARTNER_ISSUERS: setting }).partnerIssuers;
      expect(read).toEqual({ ...aPartner, ...secret, scopes: ["openid", "email", "profile"] });
    }
    await rm(folder, { recursive: true });
    expect(() => readHostConfig({ PARTNER_ISSUERS: partner({ ...secret, name: "" }) })).not.toThrow(/hunter2/);
    expect(readHostConfig({}).partnerIssuers).toEqual([]);
  });

  test("of mail are taken as they are, with or without a name before the address", () => {
    for (const from of ["no-reply@clubs.example", "Touchline <no-reply@clubs.example>"]) {
      const url = "smtps://touchline:pass@mail.example.org:465";
      expect(readHostConfig({ MAIL_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from });
    }
  });
});

describe("the secret that is made", () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  const aFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), "touchline-secret-"));
    folders.push(folder);
    return folder;
  };

  test("is the same at every start, also of two at once, and readable by its owner alone", async () => {
    const folder = await aFolder();
    const [one, two] = await Promise.all([keptSecret(folder), keptSecret(folder)]);
    expect(two).toBe(one);
    expect(await keptSecret(folder)).toBe(one);
    expect(one.length).toBeGreaterThanOrEqual(43);
    const path = join(folder, "session-secret");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, "utf8")).trim()).toBe(one);
  });

  test("is never replaced when it is damaged: it opens what the database holds sealed", async () => {
    const folder = await aFolder();
    await writeFile(join(folder, "session-secret"), "");
    await expect(keptSecret(folder)).rejects.toThrow(/damaged/);
  });

  test("that is missing is asked for by its file's name where the database was sealed with it", async () => {
    const folder = await aFolder();
    const path = join(folder, "session-secret");
    await expect(keptSecret(folder, { mayMake: false })).rejects.toThrow(`${path} is missing`);
    await expect(stat(path)).rejects.toThrow(/ENOENT/);
  });
});
