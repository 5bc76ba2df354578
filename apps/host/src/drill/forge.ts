import { join } from "node:path";
import type { Adapters, Call } from "@touchline/api/call";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { chainPart, extentOf, latestCheckpoint } from "@touchline/api/modules/reporting/audit/queries/export";
import { checkExport } from "@touchline/api/security/audit-check";
import { anInsider } from "@touchline/api/test/insider";
import { openWorker } from "@touchline/api/worker";
import { openAdapters } from "../adapters.ts";
import { demoOrganizations } from "../demo/logins.ts";
import { prepare } from "./drill.ts";
import { execute, inDatabase } from "./other-database.ts";

/**
 * The result of one kind of forgery: which alarms the product raised, after how long by its clock, what the daily check found,
 * and what a person who had kept a checkpoint found at once.
 */
export type Forged = { way: string; caughtBy: string[]; withinHours: number; findings: string[]; verifier: string[] };

/** Nothing is forged, so nothing may be found. */
export const untouched = "changes nothing";
const day = 86_400_000;
const organizationId = demoOrganizations.club;

/**
 * Forges the history of an organization in five ways, as an insider with full access to the database could, each on a copy of
 * its own, while the product's daily jobs go on. The product's clock is moved instead of waiting.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runForgeDrill({ dataDir }: { dataDir: string }): Promise<Forged[]> {
  const server = await prepare(dataDir);
  try {
    const ways = Object.keys(anInsider(server.adminUrl, organizationId).ways);
    const results: Forged[] = [];
    for (const [index, way] of [untouched, ...ways].entries()) {
      const name = `forged_${index}`;
      await execute(server.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${new URL(server.adminUrl).pathname.slice(1)}`);
      const [adminUrl, appUrl] = [inDatabase(server.adminUrl, name), inDatabase(server.appUrl, name)];
      const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
      const adapters = openAdapters({ dataDir: join(dataDir, name), mail: null, clamd: null, ...site }, server.secret);
      results.push(await forgedOnce({ way, adminUrl, appUrl, adapters }));
    }
    return results;
  } finally {
    await server.stop();
  }
}

async function forgedOnce(options: {
  way: string;
  adminUrl: string;
  appUrl: string;
  adapters: Adapters;
}): Promise<Forged> {
  const { way, adminUrl, appUrl, adapters } = options;
  const database = await openDatabase(appUrl, { log: () => {} });
  try {
    let shift = 0;
    const now = () => new Date(Date.now() + shift);
    const nobody = { accountById: async () => null, revoke: async () => {}, removeAccount: async () => false };
    const worker = openWorker({
      ...{ pool: database.pool, adapters, now },
      identity: { ...nobody, giveUpWaiting: async () => [] },
      log: { info: () => {}, error: () => {} },
    });
    const tenancy = openTenancy(database.pool);
    const within = <Result>(work: (call: Call) => Promise<Result>) => {
      const id = tenancy.found(organizationId);
      return tenancy.run(id, (db) =>
        work({ actor: { kind: "system", name: "drill" }, organizationId: id, db, now: now(), adapters }),
      );
    };
    const minute = async () => {
      await worker.runSchedule("audit.notice");
      await worker.drainJobs();
      await worker.runSchedule(`audit.watch.${adapters.chainMemory.serverId}`);
    };
    await minute();
    const kept = await within(latestCheckpoint);
    const insider = anInsider(adminUrl, organizationId);
    const forge = way === untouched ? async () => {} : Object.entries(insider.ways).find(([name]) => name === way)?.[1];
    if (!kept || !forge) throw new Error("The demo's audit log has no checkpoint.");
    await forge();
    const verifier = (await checkExport(await within(exportedLines), { kept: [kept] })).problems;
    const begun = now().getTime();
    const caught = async () => (await adapters.chainMemory.alarms()).map((one) => one.kind);
    await minute();
    for (let hours = 0; hours < 24 && (await caught()).length === 0; hours += 1) {
      shift += day / 24;
      await minute();
      await worker.runSchedule("audit.noticeUnchecked");
      await worker.drainJobs();
    }
    const withinHours = (now().getTime() - begun) / 3_600_000;
    const [checked] = await insider.ask<{ findings: { what: string }[] }>(
      "SELECT coalesce(result -> 'findings', '[]') AS findings FROM audit_check WHERE organization_id = $1",
    );
    const findings = (checked?.findings ?? []).map(({ what }) => what);
    return { way, caughtBy: await caught(), withinHours, findings, verifier };
  } finally {
    await database.close();
  }
}

async function exportedLines(call: Call): Promise<string[]> {
  const criteria = { who: null, whom: null, level: null, actions: null, from: null, to: null };
  const extent = await extentOf(call, criteria);
  const lines: string[] = [];
  for (let after = 0; extent; ) {
    const part = await chainPart(call, criteria, extent, after);
    if (!part) break;
    lines.push(...part.part.trimEnd().split("\n"));
    after = part.through;
  }
  return lines;
}
