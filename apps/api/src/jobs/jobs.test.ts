import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { namesTheTenant } from "../../test/tenant-isolation.ts";
import { aWorld, type Organization } from "../../test/world.ts";
import type { Call } from "../call.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { ours } from "../database/tenancy.ts";
import { createLabel } from "../modules/library/labels/actions/add.ts";
import { label } from "../schema/library.ts";
import { openWorker, type Worker } from "../worker.ts";
import { type AnyJob, defineErrand, defineJob, enqueue, enqueueAll, enqueueSpread } from "./jobs.ts";

const world = aWorld();
const opened: { worker: Worker; database: Database }[] = [];
afterAll(async () => {
  for (const { worker, database } of opened) {
    await worker.stop();
    await database.close();
  }
});

/** Makes a worker that knows these jobs besides the product's, and collects its log. */
async function aWorker(...jobs: AnyJob[]) {
  const { clone, adapters, identity, clock } = world.it;
  const database = await openDatabase(clone.appUrl, { max: 12, log: () => undefined });
  const logged: object[] = [];
  const worker = openWorker({
    pool: database.pool,
    adapters,
    identity,
    jobs,
    now: clock.now,
    log: { info: () => undefined, error: (facts) => logged.push(facts) },
    onStatement: namesTheTenant,
  });
  opened.push({ worker, database });
  return { ...worker, logged };
}

async function asAdmin<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: world.it.clone.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const payload = z.object({ labelId: z.uuid() });
let made = 0;
/** Each test has jobs of its own, so that none meets those of another. */
const aName = () => {
  made += 1;
  return `test.${made}`;
};
/** An effect of a job that can be checked afterwards. */
const addLabel = (call: Call, name: string) => createLabel(call, { name, role: "Individual" });
const labels = (org: Organization) =>
  org.asSystem(async (call) => {
    const rows = await call.db.select({ name: label.name }).from(label).where(ours(label, call)).orderBy(label.name);
    return rows.map((row) => row.name).filter((name) => name.startsWith("made"));
  });

describe("a job", () => {
  test("runs once in its organization, as a named part of the system, and sees only that organization", async () => {
    const org = await world.it.anOrganization();
    await world.it.anOrganization();
    const seen: unknown[] = [];
    const job = defineJob({
      name: aName(),
      payload,
      async work(call, { labelId }) {
        const { rows } = await call.db.execute(sql`SELECT organization_id FROM organization /* organization_id */`);
        seen.push([call.actor, call.organizationId, labelId, rows]);
        await addLabel(call, "made");
        return undefined;
      },
    });
    const worker = await aWorker(job);
    const labelId = org.labelIds.Volunteer;
    await org.asSystem((call) => enqueue(call, job, { labelId }));
    expect(await worker.drainJobs()).toEqual([{ job: job.name, outcome: "done" }]);
    expect(await worker.drainJobs()).toEqual([]);
    const actor = { kind: "system", name: `job.${job.name}` };
    expect(seen).toEqual([[actor, org.organizationId, labelId, [{ organization_id: org.organizationId }]]]);
    expect(await labels(org)).toEqual(["made"]);
  });

  test("vanishes with the change that it was to follow", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({ name: aName(), payload, work: async () => undefined });
    const worker = await aWorker(job);
    const change = org.asSystem(async (call) => {
      await enqueue(call, job, { labelId: org.labelIds.Volunteer });
      throw new Error("on purpose");
    });
    await expect(change).rejects.toThrow("on purpose");
    expect(await worker.drainJobs()).toEqual([]);
  });

  test("continues in steps, each in a transaction of its own", async () => {
    const org = await world.it.anOrganization();
    let step = 0;
    const job = defineJob({
      name: aName(),
      payload,
      async work(call) {
        step += 1;
        await addLabel(call, `made ${step}`);
        return step < 3 ? "again" : undefined;
      },
    });
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    expect((await worker.drainJobs()).map((one) => one.outcome)).toEqual(["again", "again", "done"]);
    expect(await labels(org)).toEqual(["made 1", "made 2", "made 3"]);
  });

  test("that is urgent goes before what comes in thousands, though that waits longer", async () => {
    const org = await world.it.anOrganization();
    const many = defineJob({ name: aName(), payload, priority: -1, work: async () => undefined });
    const { Volunteer: labelId } = org.labelIds;
    let step = 0;
    const steps = defineJob({
      name: aName(),
      payload,
      async work(call) {
        step += 1;
        await enqueueAll(call, many, [{ labelId }, { labelId }]);
        return step < 2 ? "again" : undefined;
      },
    });
    const worker = await aWorker(many, steps);
    await org.asSystem((call) => enqueue(call, many, { labelId }));
    await org.asSystem((call) => enqueue(call, steps, { labelId }));
    const order = (await worker.drainJobs()).map((one) => one.job);
    expect(order).toEqual([steps.name, steps.name, ...Array(5).fill(many.name)]);
  });

  test("is not due before its time", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({ name: aName(), payload, work: async () => undefined });
    const worker = await aWorker(job);
    const startAfter = new Date(world.it.clock.now().getTime() + 3_600_000);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }, { startAfter }));
    expect(await worker.drainJobs()).toEqual([]);
    world.it.clock.shift += 3_700_000;
    expect(await worker.drainJobs()).toHaveLength(1);
  });

  test("that fails leaves nothing, is tried again later, and at last lies where failed ones are seen", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({
      name: aName(),
      payload,
      retries: 2,
      async work(call) {
        await addLabel(call, "made in vain");
        throw new Error("Ana Planted could not be reached");
      },
    });
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    const outcomes = [];
    for (let round = 0; round < 3; round += 1) {
      outcomes.push(...(await worker.drainJobs()).map((one) => one.outcome));
      world.it.clock.shift += 7_200_000;
    }
    expect(outcomes).toEqual(["retry", "retry", "dead"]);
    expect(await labels(org)).toEqual([]);
    const dead = await asAdmin<{ job: string; organization: string; output: unknown }>(
      "SELECT data->>'job' AS job, data->>'organizationId' AS organization, output FROM pgboss.job WHERE name = 'dead'",
    );
    expect(dead.filter((one) => one.job === job.name)).toMatchObject([{ organization: org.organizationId }]);
    const kept = await asAdmin("SELECT output, source_output, data FROM pgboss.job");
    expect(JSON.stringify([kept, worker.logged])).not.toContain("Planted");
    expect(worker.logged).toHaveLength(3);
  });

  test("whose worker was given up doesn't change anything anymore", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({
      name: aName(),
      payload,
      async work(call) {
        await addLabel(call, "made too late");
        // Meanwhile the try expired and another worker claimed it.
        await asAdmin("UPDATE pgboss.job_common SET retry_count = retry_count + 1 WHERE data->>'job' = $1", [job.name]);
        return undefined;
      },
    });
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    await worker.drainJobs();
    expect(await labels(org)).toEqual([]);
  });

  test("whose worker died is found by the others, with no more rights than they have", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({
      name: aName(),
      payload,
      work: async (call) => void (await addLabel(call, "made after all")),
    });
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    const taken = `UPDATE pgboss.job_common SET state = 'active', started_on = now() - interval '5 minutes'
      WHERE data->>'job' = $1`;
    await asAdmin(taken, [job.name]);
    await asAdmin("UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL");
    expect(await worker.drainJobs()).toEqual([]);
    const { pool } = world.it.database;
    const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
    const boss = new PgBoss({ db, migrate: false, schedule: false, supervise: false, reindex: false });
    await boss.start();
    await boss.supervise("jobs");
    await boss.stop({ graceful: false, close: false });
    world.it.clock.shift += 60_000;
    expect(await worker.drainJobs()).toEqual([{ job: job.name, outcome: "done" }]);
    expect(await labels(org)).toEqual(["made after all"]);
  });

  test("with a key waits at most once, and again while one runs", async () => {
    const org = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const again = () => org.asSystem((call) => enqueue(call, job, { labelId }, { singletonKey: "recount" }));
    const labelId = org.labelIds.Volunteer;
    let runs = 0;
    const job: AnyJob = defineJob({
      name: aName(),
      payload,
      async work() {
        runs += 1;
        if (runs === 1) await again();
        return undefined;
      },
    });
    const worker = await aWorker(job);
    await again();
    await again();
    await other.asSystem((call) => enqueue(call, job, { labelId }, { singletonKey: "recount" }));
    expect(await worker.drainJobs()).toHaveLength(3);
  });

  test("of a burst becomes due a few at a time, after its organization's that wait, and keeps its turn", async () => {
    const org = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const job = defineJob({ name: aName(), payload, work: async () => undefined });
    const burst = Array.from({ length: 10 }, () => ({ labelId: randomUUID() }));
    /** How many jobs become due how many milliseconds after they were written. */
    const turnsOf = ({ organizationId }: Organization) =>
      asAdmin<{ after: number; jobs: number }>(
        `SELECT (extract(epoch FROM start_after - created_on) * 1000)::int AS after, count(*)::int AS jobs
         FROM pgboss.job WHERE data->>'job' = $1 AND data->>'organizationId' = $2 GROUP BY 1 ORDER BY 1`,
        [job.name, organizationId],
      );
    // In one transaction, in which the clock stands still.
    await org.asSystem(async (call) => {
      for (const some of [burst, [...burst, { labelId: randomUUID() }]])
        await enqueueSpread(call, job, some, (one) => one.labelId);
    });
    expect(await turnsOf(org)).toEqual([
      { after: 0, jobs: 4 },
      { after: 200, jobs: 4 },
      { after: 400, jobs: 2 },
      { after: 600, jobs: 1 },
    ]);
    await other.asSystem((call) => enqueueSpread(call, job, burst.slice(0, 1), (one) => one.labelId));
    expect(await turnsOf(other)).toEqual([{ after: 0, jobs: 1 }]);
    // The turn of one that is due and not taken yet is over only after a step; a long line is cut.
    for (const [organization, due, after] of [
      [other, "-50 ms", 150],
      [org, "10 min", 30_000],
    ] as const) {
      await organization.asSystem(async (call) => {
        await call.db.execute(
          sql`UPDATE pgboss.job_common SET start_after = now() + ${due}::interval, created_on = now() + ${due}::interval
            WHERE data->>'job' = ${job.name} AND data->>'organizationId' = ${organization.organizationId}`,
        );
        await enqueueSpread(call, job, [{ labelId: randomUUID() }], (one) => one.labelId);
      });
      expect(await turnsOf(organization)).toContainEqual({ after, jobs: 1 });
    }
    await asAdmin("DELETE FROM pgboss.job WHERE data->>'job' = $1", [job.name]);
  });

  test("that can't be written without the queue's tables fail the transaction, in a burst too", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({ name: aName(), payload, work: async () => undefined });
    const some = [{ labelId: randomUUID() }];
    for (const put of [
      (call: Call) => enqueueAll(call, job, some),
      (call: Call) => enqueueSpread(call, job, some, (one) => one.labelId),
    ]) {
      const written = org.asSystem(async (call) => {
        await call.db.execute(
          sql`UPDATE pgboss.queue SET name = 'renamed' FROM (SELECT ${call.organizationId}::text AS organization_id) own
            WHERE name = 'jobs'`,
        );
        await put(call);
      });
      await expect(written).rejects.toThrow("The job tables are missing");
    }
  });

  test("carries nothing that could be personal", () => {
    const named = z.object({ labelId: z.uuid(), name: z.string() });
    const define = () => defineJob({ name: aName(), payload: named, work: async () => undefined });
    expect(define).toThrow('would carry "name"');
    const fine = z.object({
      ids: z.array(z.uuid()),
      day: z.iso.date().nullable(),
      at: z.iso.datetime().optional(),
      count: z.number(),
      kind: z.enum(["a", "b"]),
    });
    expect(() => defineJob({ name: aName(), payload: fine, work: async () => undefined })).not.toThrow();
  });

  test("is written as pg-boss itself would write it", async () => {
    const org = await world.it.anOrganization();
    const job = defineJob({ name: aName(), payload, work: async () => undefined });
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    const boss = new PgBoss({ connectionString: world.it.clone.adminUrl, migrate: false, supervise: false, max: 1 });
    await boss.start();
    const { rows: own } = { rows: await asAdmin("SELECT * FROM pgboss.job WHERE data->>'job' = $1", [job.name]) };
    await boss.send(
      "jobs",
      { ...own[0]?.data, job: `${job.name}.theirs` },
      {
        singletonKey: "its own",
        retryLimit: 8,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: 120,
      },
    );
    await boss.stop({ graceful: false });
    const theirs = await asAdmin("SELECT * FROM pgboss.job WHERE data->>'job' = $1", [`${job.name}.theirs`]);
    const changing = ["id", "data", "singleton_key", "start_after", "created_on", "keep_until"];
    const fixed = (row: object | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !changing.includes(name)));
    expect(Object.keys(fixed(own[0])).length).toBeGreaterThan(20);
    expect(fixed(own[0])).toEqual(fixed(theirs[0]));
    await asAdmin("DELETE FROM pgboss.job WHERE data->>'job' LIKE $1", [`${job.name}%`]);
  });
});

describe("an errand", () => {
  test("calls out with no transaction open, and may put itself off", async () => {
    const org = await world.it.anOrganization();
    const tries: boolean[] = [];
    const job = defineErrand({
      name: aName(),
      payload,
      retries: 1,
      begin: async (_call, { labelId }) => ({ labelId }),
      async act({ labelId }) {
        const open = await asAdmin(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
        );
        return { labelId, open: open.length };
      },
      async finish(call, _payload, { open }, { last }) {
        tries.push(last);
        await addLabel(call, `made with ${open} open, try ${tries.length}`);
        return "retry";
      },
    });
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    expect((await worker.drainJobs()).map((one) => one.outcome)).toEqual(["retry"]);
    world.it.clock.shift += 7_200_000;
    expect((await worker.drainJobs()).map((one) => one.outcome)).toEqual(["dead"]);
    expect(tries).toEqual([false, true]);
    expect(await labels(org)).toEqual(["made with 0 open, try 1", "made with 0 open, try 2"]);
  });

  test("whose try was given up in the meantime calls no one", async () => {
    const org = await world.it.anOrganization();
    let calls = 0;
    const job = defineErrand({
      name: aName(),
      payload,
      async begin(call) {
        await addLabel(call, "made in vain");
        // It waited so long that the try expired and another worker claimed it.
        await asAdmin("UPDATE pgboss.job_common SET retry_count = retry_count + 1 WHERE data->>'job' = $1", [job.name]);
        return {};
      },
      act: async () => {
        calls += 1;
      },
      finish: async () => undefined,
    }) as AnyJob;
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    await worker.drainJobs();
    expect(calls).toBe(0);
    expect(await labels(org)).toEqual([]);
  });

  test("with nothing left to do is done", async () => {
    const org = await world.it.anOrganization();
    const act = async () => {
      throw new Error("there was nothing to do");
    };
    const job = defineErrand({ name: aName(), payload, begin: async () => null, act, finish: async () => undefined });
    const worker = await aWorker(job);
    await org.asSystem((call) => enqueue(call, job, { labelId: org.labelIds.Volunteer }));
    expect(await worker.drainJobs()).toEqual([{ job: job.name, outcome: "done" }]);
  });
});

describe("workers", () => {
  test("continue one job's steps while another job takes a long time", async () => {
    const org = await world.it.anOrganization();
    const names = ["made 1", "made 2", "made 3", "made 4"];
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = defineErrand({
      name: aName(),
      payload,
      begin: async () => ({}),
      act: () => {
        begun.resolve();
        return ended.promise;
      },
      finish: async () => undefined,
    });
    const stepping = defineJob({
      name: aName(),
      payload,
      async work(call) {
        await begun.promise;
        const name = names.shift();
        if (name === undefined) {
          ended.resolve();
          return undefined;
        }
        await addLabel(call, name);
        return "again";
      },
    });
    const data = { labelId: org.labelIds.Volunteer };
    await org.asSystem(async (call) => {
      await enqueue(call, slow, data);
      await enqueue(call, stepping, data);
    });
    const worker = await aWorker(slow, stepping);
    await worker.start();
    await ended.promise;
    await worker.stop();
    expect(await labels(org)).toEqual(["made 1", "made 2", "made 3", "made 4"]);
    expect(worker.logged).toEqual([]);
  });

  test("share many jobs, none done twice and none left, and stop when what runs is done", async () => {
    const org = await world.it.anOrganization();
    const many = 120;
    const job = defineJob({
      name: aName(),
      payload: z.object({ number: z.int() }),
      async work(call, { number }) {
        await addLabel(call, `made ${number}`);
        return undefined;
      },
    });
    const workers = [await aWorker(job), await aWorker(job)];
    await org.asSystem(async (call) => {
      for (let number = 0; number < many; number += 1) await enqueue(call, job, { number });
    });
    await Promise.all(workers.map((worker) => worker.start()));
    await expect.poll(async () => (await labels(org)).length, { timeout: 20_000 }).toBe(many);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(workers.flatMap((worker) => worker.logged)).toEqual([]);
    const states = await asAdmin<{ state: string; count: number }>(
      "SELECT state, count(*)::int FROM pgboss.job WHERE data->>'job' = $1 GROUP BY state",
      [job.name],
    );
    expect(states).toEqual([{ state: "completed", count: many }]);
  });
});

test("the application may do with the queue what it needs, and nothing else", async () => {
  const rows = await asAdmin<{ table: string; privileges: string }>(`
    SELECT table_name AS table, string_agg(privilege_type, ', ' ORDER BY privilege_type) AS privileges
    FROM information_schema.role_table_grants WHERE grantee = '${world.it.roles.app}' AND table_schema = 'pgboss'
    GROUP BY table_name ORDER BY table_name`);
  expect(rows).toEqual([
    { table: "job", privileges: "INSERT, SELECT, UPDATE" },
    { table: "job_common", privileges: "DELETE, INSERT, SELECT, UPDATE" },
    { table: "job_dependency", privileges: "DELETE, SELECT" },
    { table: "queue", privileges: "SELECT, UPDATE" },
    { table: "version", privileges: "SELECT" },
  ]);
});
