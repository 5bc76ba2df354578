import { isIP } from "node:net";
import { resolve } from "node:path";
import type { SentrySettings } from "@touchline/api/adapters/errors/sentry";
import type { UsSoccerSettings } from "@touchline/api/adapters/licenses/us-soccer";
import type { OffenderSearchSettings } from "@touchline/api/adapters/offender-search/http";
import type { PartnerSettings } from "@touchline/api/adapters/partners/open";
import type { PaymentsSettings } from "@touchline/api/adapters/payments/settings";
import type { ScreeningSettings } from "@touchline/api/adapters/screening/settings";
import type { TrainingSettings } from "@touchline/api/adapters/trainings/http";
import type { AmazonVisionSettings } from "@touchline/api/adapters/vision/amazon-client";
import { readConfig } from "@touchline/api/config";
import type { PartnerIssuer } from "@touchline/identity";
import { type FileStoreSettings, readFileStore } from "./file-store-settings.ts";
import { type IntercomSettings, readIntercom } from "./intercom-settings.ts";
import { readOffenderSearch, readTraining, readUsSoccer } from "./lookup-settings.ts";
import { readPartnerIssuers } from "./partner-issuers.ts";
import { readPartners } from "./partner-settings.ts";
import { hasCardFields, readPayments } from "./payments-settings.ts";
import { readScreening } from "./screening-settings.ts";
import { readSentry } from "./sentry-settings.ts";
import { readSimulator } from "./simulated-providers.ts";
import { readAmazonVision } from "./vision-settings.ts";
import { readTrustedWebhookHosts } from "./webhook-settings.ts";

export type HostConfig = {
  host: string;
  port: number;
  /** Absolute path: the embedded database's record, the files people send, the secret that was made. */
  dataDir: string;
  /** Address of this server: `PUBLIC_URL`, or this machine at the port. */
  publicUrl: string;
  /** Origin of the API, where the page does not come from the same; null: the same. */
  apiUrl: string | null;
  /** Origin that serves training packages alone, on a host of its own; null: they have none. */
  packagesUrl: string | null;
  /** Origin of an identity service that runs alone (`npm run start:identity`); null: it runs with the API. */
  identityUrl: string | null;
  /** What the API and an identity service of its own know one another by; null: derived from the secret. */
  productKey: string | null;
  supportEmail: string;
  /**
   * A server elsewhere, as the owning role and as those that serve; null: the embedded one. `appUrl` is null only where the
   * identity service runs alone, `identityUrl` only where the API runs without it.
   */
  database: { adminUrl: string; appUrl: string | null; identityUrl: string | null } | null;
  /** Null: one is made and kept in `dataDir`. */
  secret: string | null;
  /** Whether an empty database gets the demo organization. */
  demo: boolean;
  /** Simulated providers of checks and trainings in this process, and their port (0: any that is free); null: none. */
  simulator: { port: number } | null;
  /** Background check providers that there are keys for. */
  screening: ScreeningSettings;
  /** Where licenses of U.S. Soccer are looked up; null: nowhere. */
  usSoccer: UsSoccerSettings | null;
  /** Where partners answer, if not at their usual addresses. */
  partners: PartnerSettings | null;
  /** Where abuse prevention trainings are taken; null: nowhere. */
  training: TrainingSettings | null;
  /** A vendor that is asked for sex offenders; null: none. */
  offenderSearch: OffenderSearchSettings | null;
  /** A cloud service that reads pictures of people and documents; null: this machine reads them. */
  amazonVision: AmazonVisionSettings | null;
  payments: PaymentsSettings;
  /** The support chat; null: there is none. */
  chat: IntercomSettings | null;
  /** A service that collects unhandled errors in addition to the log, or null. */
  errorService: SentrySettings | null;
  /** Hosts that webhooks may be sent to although they are private. */
  trustedWebhookHosts: readonly string[];
  /** Whether the page has fields of the card provider, as it does with a real one. */
  cardFields: boolean;
  logLevel: string;
  /** Where mails go and whom they are from; null: they are kept here, and nothing leaves. */
  mail: { url: string; from: string } | null;
  /** Files in a bucket; null: in `dataDir`. */
  fileStore: FileStoreSettings | null;
  /** The virus scanner that looks at files; null: what can be told without one. */
  clamd: { host: string; port: number } | null;
  /** Partners whose people sign in at the partner's own OpenID Connect issuer. */
  partnerIssuers: PartnerIssuer[];
  /** The token for /metrics. If null, callers in the same network need none. */
  metricsToken: string | null;
  /** The proxies that may name the caller in X-Forwarded-For. If null, those in the same network, with HTTPS. */
  trustedProxies: readonly string[] | null;
  /** Addresses of the accounts that run the platform. */
  platformOperators: readonly string[];
  /** Where checkpoints of the audit log are sent in addition to the file in `dataDir`, or null. */
  checkpoints: { postUrl: string | null; mailTo: string | null; timestampUrl: string | null };
  /** Automatic backups: the folder, how often, and how many are kept; or null. */
  backup: { folder: string; everyHours: number; keep: number } | null;
  /** What backups are encrypted with, and opened; null: they are not encrypted. */
  backupPassphrase: string | null;
};

/** Whether anybody but this machine can reach the server, by its address or by where it listens. */
export const isReachable = ({ publicUrl, host }: Pick<HostConfig, "publicUrl" | "host">) =>
  !loopback.test(new URL(publicUrl).hostname) || !loopback.test(host);

type Environment = Record<string, string | undefined>;

/** What stands where nobody said whom to ask. */
export const exampleSupportEmail = "support@example.org";

const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"];
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/**
 * Reads the settings of `npm start`. An empty value counts as not set.
 *
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readHostConfig(environment: Environment): HostConfig {
  const read = (name: string) => environment[name]?.trim() || null;
  const port = readPort(read("PORT") ?? "3000");
  const publicUrl = readAddress(read("PUBLIC_URL") ?? `http://localhost:${port}`);
  const secret = read("SESSION_SECRET");
  const logLevel = read("LOG_LEVEL") ?? "warn";
  if (!logLevels.includes(logLevel))
    throw new Error(`LOG_LEVEL is "${logLevel}". Use one of these: ${logLevels.join(", ")}.`);
  const supportEmail = readEmail(read("SUPPORT_EMAIL") ?? exampleSupportEmail);
  const elsewhere = (name: string) => {
    const text = read(name);
    return text === null ? null : readAddress(text, name);
  };
  const parts = {
    apiUrl: elsewhere("API_URL"),
    identityUrl: elsewhere("IDENTITY_URL"),
    productKey: read("PRODUCT_KEY"),
  };
  const { publicUrl: address, apiUrl } = readConfig({
    publicUrl,
    supportEmail,
    secret: secret ?? "-".repeat(32),
    ...parts,
  });
  const identityUrl = parts.identityUrl === apiUrl ? null : parts.identityUrl;
  if (identityUrl !== null && parts.productKey === null) {
    throw new Error(
      "PRODUCT_KEY isn't set, and IDENTITY_URL needs it. Set it to at least 32 random characters, the same for the API and the identity service.",
    );
  }
  const addresses = {
    adminUrl: read("DATABASE_ADMIN_URL"),
    appUrl: read("DATABASE_URL"),
    identityUrl: read("IDENTITY_DATABASE_URL"),
  };
  const isElsewhere = Object.values(addresses).some((one) => one !== null);
  const host = readHost(read("HOST") ?? "127.0.0.1");
  const reachable = isReachable({ publicUrl: address, host });
  const demo = readDemo(read("DEMO"), !isElsewhere && identityUrl === null && !reachable);
  if (demo && reachable) {
    throw new Error(
      `DEMO is on, but others can reach this server (PUBLIC_URL ${address}, HOST ${host}), and the demo's password is public. Remove DEMO, or set PUBLIC_URL to http://localhost:${port} and HOST to 127.0.0.1.`,
    );
  }
  const database = isElsewhere ? readDatabase(addresses, { alone: identityUrl !== null, demo }) : null;
  return {
    ...parts,
    apiUrl: apiUrl === address ? null : apiUrl,
    identityUrl,
    packagesUrl: readPackages(elsewhere("PACKAGES_URL"), [address, apiUrl ?? address, identityUrl ?? address]),
    host,
    port,
    dataDir: resolve(read("DATA_DIR") ?? ".data"),
    publicUrl: address,
    supportEmail,
    database,
    secret,
    demo,
    simulator: readSimulator(read, { demo, reachable }),
    screening: readScreening(read),
    usSoccer: readUsSoccer(read),
    training: readTraining(read),
    partners: readPartners(read),
    offenderSearch: readOffenderSearch(read),
    amazonVision: readAmazonVision(read),
    payments: readPayments(read, { pageIsApart: apiUrl !== address }),
    chat: readIntercom(read, { pageIsApart: apiUrl !== address }),
    errorService: readSentry(read),
    trustedWebhookHosts: readTrustedWebhookHosts(read),
    cardFields: hasCardFields(read),
    logLevel,
    mail: readMail(read("MAIL_URL"), read("MAIL_FROM")),
    fileStore: readFileStore(read),
    clamd: readClamd(read("CLAMD_URL")),
    partnerIssuers: readPartnerIssuers(read("PARTNER_ISSUERS")),
    metricsToken: readToken(read("METRICS_TOKEN")),
    trustedProxies: readProxies(read("TRUSTED_PROXIES")),
    platformOperators: readOperators(read("PLATFORM_OPERATORS") ?? ""),
    checkpoints: {
      postUrl: readTarget("AUDIT_POST_URL", read("AUDIT_POST_URL")),
      mailTo: readRecipient(read("AUDIT_MAIL_TO"), read("MAIL_URL")),
      timestampUrl: readTarget("AUDIT_TIMESTAMP_URL", read("AUDIT_TIMESTAMP_URL")),
    },
    backup: readBackup(read("BACKUP_DIR"), read("BACKUP_EVERY_HOURS"), read("BACKUP_KEEP")),
    backupPassphrase: readPassphrase(read("BACKUP_PASSPHRASE")),
  };
}

function readAddress(text: string, name = "PUBLIC_URL"): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash) return url.origin;
  throw new Error(`${name} is "${text}". Use a full address without a path, such as https://clubs.example.org.`);
}

/** Cookies go by the host, whatever the port: courses must not be on one that the session is on. */
function readPackages(packages: string | null, others: readonly string[]): string | null {
  if (packages === null) return null;
  const { hostname, protocol } = new URL(packages);
  // At 127.0.0.1 the parts of one process ask one another.
  if (hostname === "127.0.0.1" || others.some((one) => new URL(one).hostname === hostname)) {
    throw new Error(`PACKAGES_URL is "${packages}". Use a host name that no other address of this installation has.`);
  }
  if (others.some((one) => new URL(one).protocol !== protocol)) {
    throw new Error(`PACKAGES_URL is "${packages}". Use the same protocol as PUBLIC_URL, http or https.`);
  }
  return packages;
}

const isEmail = (text: string) => /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/.test(text);

function readEmail(text: string): string {
  if (isEmail(text)) return text;
  throw new Error(`SUPPORT_EMAIL is "${text}". Use the email address where people can ask for help.`);
}

function readOperators(text: string): string[] {
  const addresses = text.split(/[\s,]+/).filter(Boolean);
  const wrong = addresses.find((address) => !isEmail(address));
  if (wrong === undefined) return addresses;
  throw new Error(`PLATFORM_OPERATORS contains "${wrong}". Use email addresses separated by commas.`);
}

const networks = new Set(["loopback", "linklocal", "uniquelocal"]);

function readProxies(text: string | null): string[] | null {
  if (text === null) return null;
  if (text === "none") return [];
  const proxies = text.split(/[\s,]+/).filter(Boolean);
  const wrong = proxies.find((proxy) => !networks.has(proxy) && !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw new Error(
    `TRUSTED_PROXIES contains "${wrong}". Use none, or IP addresses and networks (such as 10.0.0.5, 10.0.0.0/24, loopback, linklocal, uniquelocal) separated by commas.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // A network of all addresses would let anyone claim to be any caller.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error(`PORT is "${text}". Use a number from 1 to 65535.`);
  return port;
}

function readHost(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)) return text;
  throw new Error(`HOST is "${text}". Use the address to listen on, such as 127.0.0.1 or 0.0.0.0.`);
}

type DatabaseAddresses = Record<"adminUrl" | "appUrl" | "identityUrl", string | null>;

const databaseSettings = {
  adminUrl: "DATABASE_ADMIN_URL (the role that runs migrations)",
  appUrl: "DATABASE_URL (the role that serves requests)",
  identityUrl:
    "IDENTITY_DATABASE_URL (the identity service's role, the only one that can read accounts and signing keys)",
};

/** @param alone the API and the identity service each run alone, and need one of the two roles that serve. */
function readDatabase(
  { adminUrl, appUrl, identityUrl }: DatabaseAddresses,
  { alone, demo }: { alone: boolean; demo: boolean },
): HostConfig["database"] {
  // The demo's accounts are made together with its people.
  const needed: (keyof DatabaseAddresses)[] =
    alone && !demo ? ["adminUrl", identityUrl === null ? "appUrl" : "adminUrl"] : ["adminUrl", "appUrl", "identityUrl"];
  const urls = { adminUrl, appUrl, identityUrl };
  const missing = needed.find((one) => urls[one] === null);
  if (missing !== undefined || adminUrl === null) {
    throw new Error(
      `${databaseSettings[missing ?? "adminUrl"]} isn't set. To use your own PostgreSQL server, set DATABASE_URL, IDENTITY_DATABASE_URL, and DATABASE_ADMIN_URL. docs/deploy.md has the SQL for the roles.`,
    );
  }
  const roles = new Map<string, string>();
  for (const [one, value] of Object.entries(urls)) {
    if (value === null) continue;
    const [name] = databaseSettings[one as keyof DatabaseAddresses].split(" ");
    const url = URL.parse(value);
    // The value is not repeated: it holds a password.
    if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.username === "") {
      throw new Error(`${name} isn't a PostgreSQL address. Use the form postgres://role:password@host:5432/database.`);
    }
    const role = `${url.username}@${url.host}`;
    const other = roles.get(role);
    if (other !== undefined) {
      throw new Error(`${name} and ${other} use the same role. Give each its own role.`);
    }
    roles.set(role, name ?? "");
  }
  return { adminUrl, appUrl, identityUrl };
}

function readMail(url: string | null, from: string | null): HostConfig["mail"] {
  if (url === null && from === null) return null;
  if (url === null || from === null) {
    throw new Error("Set both MAIL_URL (the mail server) and MAIL_FROM (the sender), or neither.");
  }
  // The value is not repeated: it holds a password.
  const address = URL.parse(url);
  if (!address || !/^smtps?:$/.test(address.protocol) || address.hostname === "") {
    throw new Error("MAIL_URL isn't a mail server address. Use the form smtps://user:password@mail.example.org:465.");
  }
  if (!/^([^<>"\r\n]*<[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/.test(from)) {
    throw new Error(`MAIL_FROM is "${from}". Use a sender such as Touchline <no-reply@clubs.example.org>.`);
  }
  return { url, from };
}

function readClamd(text: string | null): HostConfig["clamd"] {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url?.protocol !== "tcp:" || url.hostname === "" || url.pathname.length > 1) {
    throw new Error("CLAMD_URL isn't a TCP address. Use the form tcp://clamav.example.org:3310.");
  }
  return { host: url.hostname, port: Number(url.port || 3310) };
}

function readTarget(name: string, text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  if (text === null || (url && /^https?:$/.test(url.protocol))) return text;
  // The value is not repeated: it may hold a password.
  throw new Error(`${name} isn't a web address. Use the form https://keeper.example.org/checkpoints.`);
}

function readRecipient(text: string | null, mailUrl: string | null): string | null {
  if (text === null) return null;
  if (!isEmail(text)) throw new Error(`AUDIT_MAIL_TO is "${text}". Use one email address.`);
  if (mailUrl === null)
    throw new Error("AUDIT_MAIL_TO is set, but email isn't set up. Set MAIL_URL and MAIL_FROM too.");
  return text;
}

function readBackup(folder: string | null, hours: string | null, keep: string | null): HostConfig["backup"] {
  const whole = (name: string, text: string, most: number) => {
    const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > most) throw new Error(`${name} is "${text}". Use a number from 1 to ${most}.`);
    return number;
  };
  const everyHours = whole("BACKUP_EVERY_HOURS", hours ?? "24", 720);
  const kept = whole("BACKUP_KEEP", keep ?? "14", 1_000);
  if (folder !== null) return { folder: resolve(folder), everyHours, keep: kept };
  if (hours === null && keep === null) return null;
  throw new Error("BACKUP_DIR isn't set. Set it to the folder for scheduled backups.");
}

function readPassphrase(text: string | null): string | null {
  if (text === null || text.length >= 12) return text;
  // The value is not repeated: it is a secret.
  throw new Error("BACKUP_PASSPHRASE is too short. Use at least 12 characters.");
}

function readToken(text: string | null): string | null {
  if (text === null || /^\S{16,500}$/.test(text)) return text;
  throw new Error("METRICS_TOKEN isn't valid. Use 16 to 500 random characters without spaces.");
}

function readDemo(text: string | null, otherwise: boolean): boolean {
  if (text === null) return otherwise;
  if (text === "on" || text === "off") return text === "on";
  throw new Error(`DEMO is "${text}". Use on or off.`);
}
