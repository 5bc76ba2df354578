import { deleteMembership } from "@touchline/contract/people/profiles";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { runDuring } from "../../../../test/run-during.ts";
import { namesTheTenant } from "../../../../test/tenant-isolation.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import { openDatabase } from "../../../database/database.ts";
import { openWorker } from "../../../worker.ts";
import { foldCounts } from "./actions/fold.ts";
import { miscounted } from "./actions/recount.ts";

const world = aWorld();

/** Runs the schedule like a worker of its own. @returns the organizations that got a transaction. */
async function noticed(): Promise<string[]> {
  const seen: string[] = [];
  const { adapters, clock, clone, identity } = world.it;
  const database = await openDatabase(clone.appUrl, { max: 4, log: () => undefined });
  database.pool.on("acquire", (client) => {
    const { query } = client;
    client.query = ((...args: Parameters<typeof query>) => {
      const [, organizationId] = /^BEGIN; SET LOCAL app.organization_id = '([^']+)'/.exec(String(args[0])) ?? [];
      if (organizationId) seen.push(organizationId);
      return query.apply(client, args);
    }) as typeof query;
  });
  const log = { info: () => undefined, error: () => undefined };
  const means = { pool: database.pool, adapters, identity, now: clock.now, log, onStatement: namesTheTenant };
  const worker = openWorker(means);
  await worker.runSchedule("standing.notice");
  await worker.stop();
  await database.close();
  return [...new Set(seen)];
}

/** Runs jobs until nothing is due. */
async function settled() {
  for (let round = 0; round < 5; round += 1) {
    await world.it.runSchedule("standing.notice");
    await world.it.drainJobs();
  }
}

test("organizations in which nothing is due are left alone, however many there are", async () => {
  const quiet = [await world.it.anOrganization(), await world.it.anOrganization()];
  for (const org of quiet) await org.aMember("root", "Administrator");
  const busy = await world.it.anOrganization();
  await settled();
  expect(await noticed()).toEqual([]);
  await busy.aMember("northTeam", "Head Coach");
  expect(await noticed()).toEqual([busy.organizationId]);
  await settled();
  expect(await noticed()).toEqual([]);
});

const kept = (org: Organization) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ members: number }>(sql`
      SELECT members FROM member_count WHERE organization_id = ${organizationId}
      UNION ALL SELECT members FROM requirement_count WHERE organization_id = ${organizationId}
      UNION ALL SELECT members FROM expiry_count WHERE organization_id = ${organizationId}`);
    return rows.map((row) => row.members);
  });

test("counts that came down to nothing leave no row behind, and come back when they are needed again", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  await settled();
  const before = (await kept(org)).length;
  const coach = await org.added(admin, "northTeam", "Head Coach");
  await settled();
  expect((await kept(org)).length).toBeGreaterThan(before);
  await admin.call(deleteMembership, { params: { id: coach.profileLevelAccessId } });
  await settled();
  expect(await kept(org)).toHaveLength(before);
  await org.added(admin, "northTeam", "Head Coach");
  await settled();
  expect(await kept(org)).not.toContain(0);
  expect(await org.asSystem(miscounted)).toEqual([]);
});

test("counts stay right when people come and go while several fold", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  await settled();
  const comeAndGo = async () => {
    for (let round = 0; round < 10; round += 1) {
      const { profileLevelAccessId: id } = await org.added(admin, "northTeam", "Head Coach");
      await admin.call(deleteMembership, { params: { id } });
    }
  };
  await runDuring(
    2,
    () => org.asSystem(foldCounts),
    () => [comeAndGo(), comeAndGo(), comeAndGo()],
  );
  await settled();
  expect(await org.asSystem(miscounted)).toEqual([]);
  expect(await kept(org)).not.toContain(0);
}, 120_000);
