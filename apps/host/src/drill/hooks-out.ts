import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "@touchline/api/call";
import { openDatabase } from "@touchline/api/database/database";
import { type OrganizationId, openTenancy } from "@touchline/api/database/tenancy";
import { recordMemberEvents } from "@touchline/api/modules/compliance/standing/actions/record";
import { addEndpoint } from "@touchline/api/modules/integrations/webhooks/actions/edit";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { openAdapters } from "../adapters.ts";
import { random } from "../demo/random.ts";
import { freePort } from "../port.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";

export type HooksOutReport = {
  events: number;
  kills: number;
  requests: number;
  /** Events that an endpoint never accepted, by its path. */
  missing: Record<string, number>;
  /** Events that arrived again after they were accepted, as webhooks are delivered at least once. */
  again: number;
  /** Deliveries that the reference library rejects. */
  forged: number;
  /** Requests at the address that the redirects lead to. */
  inward: number;
  /** The milliseconds until the endpoint that always answers had received everything, and until all had. */
  goodSeconds: number;
  seconds: number;
};

/** The number of events that are written at once. */
const batch = 50;
/** The most milliseconds that the drill may take. */
const longest = 20 * 60_000;

/**
 * Sends events to endpoints that answer, that fail at first, that hang at first, and that redirect to an internal address,
 * while the server is killed, and checks what arrived. The waits between tries are cut short in the database.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runHooksOutDrill(options: {
  dataDir: string;
  events: number;
  seed: number;
  log: (line: string) => void;
}): Promise<HooksOutReport> {
  const { dataDir, events, log } = options;
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const chance = random(options.seed);
  const inner = await receiver(() => 204);
  const seen = new Set<string>();
  const firstTime = (path: string, id: string) => !seen.has(`${path} ${id}`) && seen.add(`${path} ${id}`).size > 0;
  const outer = await receiver((path, id) => {
    if (path === "/inward") return 302;
    if (path === "/fails" && firstTime(path, id) && chance.between(0, 9) < 4)
      return chance.pick([500, 503, 429] as const);
    if (path === "/hangs" && firstTime(path, id) && chance.between(0, 99) < 2) return null;
    return 204;
  }, inner.url);
  const database = await prepare(dataDir);
  const port = await freePort();
  const host = new URL(outer.url).host;
  let child: HostChild | null = null;
  const start = async () => {
    child = await startChild(dataDir, port, {
      DATABASE_URL: database.appUrl,
      IDENTITY_DATABASE_URL: database.identityUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      SESSION_SECRET: database.secret,
      WEBHOOK_TRUSTED_HOSTS: host,
    });
  };
  const { pool, close } = await openDatabase(database.appUrl, { log: () => {} });
  const tenancy = openTenancy(pool);
  const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
  const adapters = openAdapters(
    { dataDir, mail: null, clamd: null, ...site, trustedWebhookHosts: [host] },
    database.secret,
  );
  let kills = 0;
  try {
    const { value } = await tenancy.organizations().next();
    const organizationId = value as OrganizationId;
    const within = <Result>(work: (call: Call) => Promise<Result>) =>
      tenancy.run(organizationId, (db) =>
        work({ actor: { kind: "system", name: "drill" }, organizationId, db, now: new Date(), adapters }),
      );
    const paths = ["/answers", "/fails", "/hangs", "/inward"];
    const secrets = new Map<string, string>();
    for (const path of paths) {
      const body = { url: `${outer.url}${path}`, description: path, events: ["member.joined" as const] };
      secrets.set(path, (await within((call) => addEndpoint(call, body, null))).secret);
    }
    await start();
    const killAt = [0.3, 0.6, 0.9].map((share) => Math.floor(events * share));
    for (let written = 0; written < events; ) {
      const some = Math.min(batch, events - written);
      await within((call) => recordMemberEvents(call, Array.from({ length: some }, joined)));
      written += some;
      if (written >= (killAt[kills] ?? Number.POSITIVE_INFINITY)) {
        if (child) await endChild(child, "SIGKILL");
        kills += 1;
        await start();
      }
    }
    log(`Events written: ${events}. Kills meanwhile: ${kills}.`);
    const takers = paths.filter((path) => path !== "/inward");
    const missing = () => Object.fromEntries(takers.map((path) => [path, events - outer.taken(path)]));
    let goodSeconds = 0;
    while (seconds() * 1000 < longest && Object.values(missing()).some((count) => count > 0)) {
      if (goodSeconds === 0 && missing()["/answers"] === 0) goodSeconds = seconds();
      await within(applyTime);
      await wait(2_000);
    }
    if (goodSeconds === 0) goodSeconds = seconds();
    const forged = outer.got.filter(({ path, headers, body }) => {
      try {
        new Webhook(secrets.get(path) ?? "").verify(body, headers);
        return false;
      } catch {
        return true;
      }
    });
    return {
      events,
      kills,
      requests: outer.got.length,
      missing: missing(),
      again: takers.reduce((sum, path) => sum + outer.times(path) - outer.taken(path), 0),
      forged: forged.length,
      inward: inner.got.length,
      goodSeconds,
      seconds: seconds(),
    };
  } finally {
    if (child) await endChild(child, "SIGTERM");
    await close();
    await database.stop();
    outer.close();
    inner.close();
  }
}

const joined = () => ({
  profileLevelAccessId: randomUUID(),
  profileId: randomUUID(),
  levelId: randomUUID(),
  labelId: randomUUID(),
  kind: "joined" as const,
});

/** Makes waiting deliveries and paused endpoints due now, except the endpoint that only redirects. */
async function applyTime({ db, organizationId, now }: Call): Promise<void> {
  await db.execute(sql`UPDATE webhook_endpoint SET hold_until = NULL
    WHERE organization_id = ${organizationId} AND description <> '/inward'`);
  await db.execute(sql`UPDATE webhook_delivery SET next_attempt_at = ${now.toISOString()}::timestamptz
    WHERE organization_id = ${organizationId} AND state = 'waiting' AND attempts BETWEEN 1 AND 5`);
}

type ReceivedWebhook = { path: string; headers: Record<string, string>; body: string };

/** @param statusOf the status of the response to a request, or null for no response. */
async function receiver(statusOf: (path: string, id: string) => number | null, location = "") {
  const got: ReceivedWebhook[] = [];
  const taken: { path: string; id: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const path = request.url ?? "";
    const id = String(request.headers["webhook-id"]);
    got.push({ path, headers: request.headers as Record<string, string>, body });
    const status = statusOf(path, id);
    if (status === null) return;
    if (status === 204) taken.push({ path, id });
    response.writeHead(status, status === 302 ? { location } : {}).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const times = (path: string) => taken.filter((one) => one.path === path);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    taken: (path: string) => new Set(times(path).map(({ id }) => id)).size,
    times: (path: string) => times(path).length,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
