import { mkdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { openDatabase } from "@touchline/api/database/database";
import { confirmEmail, resetPassword } from "@touchline/contract/accounts/accounts";
import { createAccounts } from "@touchline/identity";
import { createMailedTokens } from "@touchline/identity/mailed-tokens";
import { freePort } from "../port.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";

export type LinksReport = {
  /** Links that worked for exactly one of the clients that used them at once. */
  once: number;
  /** Links that worked for no client, or for several. */
  never: number;
  often: number;
  /** Responses that were neither success nor "used already", with their number. */
  strange: Record<string, number>;
  seconds: number;
};

const processes = 2;
const password = "kick off at half past nine";

/**
 * Uses emailed links, each from many clients at once, at several processes on one database: those that confirm an address, and
 * those that set a password.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runLinksDrill(options: {
  dataDir: string;
  links: number;
  clients: number;
}): Promise<LinksReport> {
  const { dataDir, links, clients } = options;
  const server = await prepare(dataDir);
  const hosts: HostChild[] = [];
  try {
    for (let n = 0; n < processes; n += 1) {
      const folder = join(dataDir, `server-${n}`);
      await mkdir(folder, { recursive: true });
      hosts.push(
        await startChild(folder, await freePort(), {
          DATABASE_URL: server.appUrl,
          IDENTITY_DATABASE_URL: server.identityUrl,
          DATABASE_ADMIN_URL: server.adminUrl,
          SESSION_SECRET: server.secret,
        }),
      );
    }
    const made = await makeLinks(server.identityUrl, links);
    const begun = performance.now();
    const report: LinksReport = { once: 0, never: 0, often: 0, strange: {}, seconds: 0 };
    for (const { path, token } of made) {
      const body = { token, password };
      const statuses = await Promise.all(
        Array.from({ length: clients }, (_, client) => post(hosts[client % processes]?.url ?? "", path, body, client)),
      );
      const done = statuses.filter((status) => status === 204).length;
      report[done === 1 ? "once" : done === 0 ? "never" : "often"] += 1;
      for (const status of statuses.filter((one) => one !== 204 && one !== 409)) {
        report.strange[status] = (report.strange[status] ?? 0) + 1;
      }
    }
    return { ...report, seconds: (performance.now() - begun) / 1000 };
  } finally {
    await Promise.all(hosts.map((host) => endChild(host, "SIGTERM")));
    await server.stop();
  }
}

/** Creates accounts with one link each, alternating between the two kinds. */
async function makeLinks(url: string, links: number) {
  const { pool, close } = await openDatabase(url, { log: () => {} });
  try {
    const accounts = createAccounts(pool);
    const mailed = createMailedTokens(pool, Date.now);
    const made: { path: string; token: string }[] = [];
    for (let n = 0; n < links; n += 1) {
      const purpose = n % 2 === 0 ? "confirm" : "reset";
      const { sub } = await accounts.create({ email: `link${n}@drill.example`, password, emailConfirmed: false });
      const token = await mailed.issue(purpose, sub);
      if (!token) throw new Error("No email link was created.");
      made.push({ token, path: purpose === "confirm" ? confirmEmail.path : resetPassword.path });
    }
    return made;
  } finally {
    await close();
  }
}

/** Uses a link and returns the response's status. Each client has its own loopback address, so that none is rate limited. */
function post(url: string, path: string, body: object, client: number): Promise<number> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url.replace("localhost", "127.0.0.1")}${path}`, {
      method: "POST",
      localAddress: `127.0.0.${2 + (client % 250)}`,
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
    });
    outgoing.once("error", reject);
    outgoing.once("response", (answer) => answer.resume().once("end", () => resolve(answer.statusCode ?? 0)));
    outgoing.end(text);
  });
}
