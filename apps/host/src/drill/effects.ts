import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { retakeAll } from "@touchline/api/jobs/queue";
import { miscounted } from "@touchline/api/modules/compliance/standing/actions/recount";
import { openWorker } from "@touchline/api/worker";
import { sql } from "drizzle-orm";
import { openAdapters } from "../adapters.ts";
import { demoOrganizations } from "../demo/logins.ts";
import { startEmbeddedPostgres } from "../postgres/supervisor.ts";
import { keptSecret } from "../secret.ts";
import { identityOfEndedHost } from "./ended-host.ts";

/** The effects of the acknowledged writes. */
export type WriteEffects = {
  /** The number of people to whom no invitation was sent, or more than one. */
  uninvited: string[];
  invitedTwice: string[];
  /** Differences between the memberships and the counts or the member index. */
  miscounts: number;
  /** The number of jobs that failed for good. */
  dead: number;
};

/** Runs the jobs that are left, after the host has ended, and then checks every effect. */
export async function readWriteEffects(dataDir: string, acknowledged: ReadonlySet<string>): Promise<WriteEffects> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    const { pool, close } = await openDatabase(server.appUrl, { log: () => {} });
    try {
      const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
      const adapters = openAdapters({ dataDir, mail: null, clamd: null, ...site }, await keptSecret(dataDir));
      // As far in the future as an interrupted job may wait before it is taken up again.
      const now = () => new Date(Date.now() + 3_600_000);
      const log = { error: () => {}, warn: () => {}, info: () => {} };
      // The workers of these jobs were killed. Their time is up at once, instead of after a wait.
      await retakeAll(pool);
      const worker = openWorker({ pool, adapters, identity: identityOfEndedHost, now, log });
      await worker.runSchedule("standing.notice");
      const outcomes = await worker.drainJobs();
      const tenancy = openTenancy(pool);
      const organizationId = tenancy.found(demoOrganizations.club);
      return await tenancy.run(organizationId, async (db) => {
        const call = {
          actor: { kind: "system", name: "drill" },
          organizationId,
          db,
          now: new Date(),
          adapters,
        } as const;
        const { rows } = await db.execute<{ name: string; sent: number; written: number }>(sql`
          SELECT profile.last_name AS name, count(mail.sent_at)::int AS sent, count(mail.mail_id)::int AS written
          FROM profile
          LEFT JOIN mail ON mail.organization_id = profile.organization_id AND mail.profile_id = profile.profile_id
          WHERE profile.organization_id = ${organizationId} AND profile.first_name = 'Drill'
          GROUP BY profile.profile_id, profile.last_name`);
        const invited = rows.filter((row) => acknowledged.has(row.name));
        return {
          uninvited: invited.filter((row) => row.sent === 0).map((row) => row.name),
          invitedTwice: rows.filter((row) => row.written > 1).map((row) => row.name),
          miscounts: (await miscounted(call)).length,
          dead: outcomes.filter(({ outcome }) => outcome === "dead").length,
        };
      });
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}
