import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Metrics } from "@touchline/api/http/metrics";
import type { VisionState } from "@touchline/contract/vision";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BackupState } from "./backup/schedule.ts";
import type { StorageWatch } from "./storage.ts";
import { nothingHere } from "./web.ts";

type Deps = {
  /** Whether the database answers, asked on a connection of its own. */
  ready: () => Promise<boolean>;
  /** Whether statuses are behind the clock; absent where the server has none. */
  behind?: () => Promise<boolean>;
  metrics: Metrics;
  storage: StorageWatch;
  /** The token for the metrics. If null, callers in the same network need none. */
  metricsToken: string | null;
  /** What this server noted about the audit log, the newest first. */
  alarms: () => Promise<readonly { at: string }[]>;
  /** What is known of scheduled backups; absent where none are made. */
  backups?: () => BackupState;
  /** Whether mails leave this machine, and what kept them all from it when this process last tried. */
  mail: () => { leaves: boolean; fault: string | null };
  /** Whether pictures can be read here, and whether the process that does is there now; absent where the server reads none. */
  vision?: () => VisionState;
};

/** The days for which an alarm about the audit log is reported. */
const alarmDays = 30;

const ownNetwork = new BlockList();
for (const [net, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  ownNetwork.addSubnet(net, prefix, "ipv4");
}
for (const [net, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  ownNetwork.addSubnet(net, prefix, "ipv6");
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether somebody may see the figures. Whatever came through a proxy came from elsewhere. */
function mayLook(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const [, bearer] = /^Bearer (\S{1,500})$/i.exec(request.headers.authorization ?? "") ?? [];
    return bearer !== undefined && timingSafeEqual(digest(bearer), digest(token));
  }
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers.forwarded;
  return (
    forwarded === undefined && isIP(address) !== 0 && ownNetwork.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
  );
}

/** Milliseconds for which an answer about statuses is kept, and for which a new one is waited for. */
const behindKept = 5_000;
const behindPatience = 1_000;

/** Asks whether statuses are behind, one question at a time and now and then; what is not known in time counts as behind. */
function askNowAndThen(ask: () => Promise<boolean>): () => Promise<boolean> {
  let readAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(true);
  return async () => {
    if (performance.now() - readAt > behindKept) {
      readAt = Number.POSITIVE_INFINITY;
      answer = ask()
        .catch(() => true)
        .finally(() => {
          readAt = performance.now();
        });
    }
    const waited = new AbortController();
    const late = setTimeout(behindPatience, true, { signal: waited.signal }).catch(() => true);
    return Promise.race([answer, late]).finally(() => waited.abort());
  };
}

/**
 * `/healthz`: the process lives, how much space is left, alarms about the audit log, how scheduled backups are, whether mails leave, whether pictures can be read.
 * `/readyz`: it can serve. `/metrics`: figures for Prometheus. None waits for a request.
 */
export function addHealth(app: FastifyInstance, deps: Deps): void {
  const { ready, behind, metrics, storage, metricsToken, alarms, backups, mail, vision } = deps;
  const isBehind = behind && askNowAndThen(behind);
  app.get("/healthz", async (_request, reply) => {
    const since = new Date(Date.now() - alarmDays * 86_400_000).toISOString();
    const recent = (await alarms()).filter(({ at }) => at >= since);
    const auditLog = { alarms: recent.length, latestAlarmAt: recent[0]?.at ?? null };
    const { leaves, fault } = mail();
    const mailServer = fault === null ? { status: leaves ? "ok" : "off" } : { status: "failing", fault };
    return reply.header("cache-control", "no-store").send({
      alive: true,
      storage: storage.state(),
      auditLog,
      mail: mailServer,
      ...(vision ? { vision: vision() } : {}),
      ...(backups ? { backup: backups() } : {}),
    });
  });

  app.get("/readyz", async (_request, reply) => {
    const isReady = await ready();
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send(isBehind && isReady ? { ready: true, behind: await isBehind() } : { ready: isReady });
  });

  app.get("/metrics", async (request, reply) => {
    if (!mayLook(request, metricsToken)) throw nothingHere();
    const { type, body } = await metrics.text();
    return reply.type(type).header("cache-control", "no-store").send(body);
  });
}
