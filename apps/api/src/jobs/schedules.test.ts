import { describe, expect, test } from "vitest";
import { aWorld } from "../../test/world.ts";
import { openDatabase } from "../database/database.ts";
import { openTenancy } from "../database/tenancy.ts";
import { suspendOrganization } from "../modules/accounts/organizations/actions/suspend.ts";
import { type Schedule, scheduleRunner } from "./schedules.ts";

const world = aWorld();

/** Runs a worker's schedules, on connections of its own. */
async function aRunner(schedules: Schedule[]) {
  const database = await openDatabase(world.it.clone.appUrl, { max: 10, log: () => undefined });
  const logged: object[] = [];
  const log = { info: () => undefined, error: (facts: object) => void logged.push(facts) };
  const { adapters, clock } = world.it;
  const runner = scheduleRunner(database.pool, schedules, {
    tenancy: openTenancy(database.pool),
    adapters,
    now: clock.now,
    log,
  });
  return {
    ...runner,
    logged,
    async end() {
      await runner.stop();
      await database.close();
    },
  };
}

describe("a schedule", () => {
  test("runs right at the start, by one worker only", async () => {
    let runs = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const schedule: Schedule = {
      name: "test.start",
      everySeconds: 3600,
      async run() {
        runs += 1;
        await held;
      },
    };
    const [one, two] = [await aRunner([schedule]), await aRunner([schedule])];
    void one.start();
    await expect.poll(() => runs).toBe(1);
    await two.start();
    await expect(two.runNow("test.start")).rejects.toThrow("Another worker");
    release();
    await Promise.all([one.end(), two.end()]);
    expect(runs).toBe(1);
  });

  test("that takes long holds up no other, as long as a place is free", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ran: string[] = [];
    const schedule = (name: string, run: Schedule["run"] = async () => ran.push(name)): Schedule => ({
      name: `test.${name}`,
      everySeconds: 3600,
      run,
    });
    const long = schedule("long", () => held);
    const runner = await aRunner([long, schedule("one"), schedule("two"), schedule("three")]);
    void runner.start();
    await expect.poll(() => ran).toEqual(["one", "two", "three"]);
    release();
    await runner.end();
    expect(runner.logged).toEqual([]);
  });

  test("that another worker ran a moment ago rests when this one starts, and runs once that is past", async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const schedule: Schedule = { name: "test.rest", everySeconds: 3600, run };
    for (const [shift, expected] of [
      [0, 1],
      [30_000, 1],
      [60_000, 2],
    ] as const) {
      world.it.clock.shift += shift;
      const runner = await aRunner([schedule]);
      await runner.start();
      await runner.end();
      expect(runs).toBe(expected);
    }
  });

  test("goes through every organization; one that fails does not keep the others", async () => {
    const orgs = [await world.it.anOrganization(), await world.it.anOrganization(), await world.it.anOrganization()];
    for (const org of orgs) await org.aMember("root", "Administrator");
    const seen: string[] = [];
    const schedule: Schedule = {
      name: "test.each",
      everySeconds: 3600,
      run: ({ eachOrganization }) =>
        eachOrganization(async (call) => {
          seen.push(call.organizationId);
          if (call.organizationId === orgs[1]?.organizationId) throw new Error("Ana Planted is in the way");
        }),
    };
    const runner = await aRunner([schedule]);
    await expect(runner.runNow("test.each")).rejects.toThrow("Schedule test.each failed for 1 organization.");
    await runner.end();
    expect(seen).toEqual(orgs.map((org) => org.organizationId));
    expect(runner.logged).toMatchObject([{ schedule: "test.each", organizationId: orgs[1]?.organizationId }]);
    expect(JSON.stringify(runner.logged)).not.toContain("Planted");
  });

  test.each([
    ["skips suspended organizations", false, 1],
    ["includes suspended organizations if it says so", true, 2],
  ])("%s", async (_, whileSuspended, count) => {
    const orgs = [await world.it.anOrganization(), await world.it.anOrganization()];
    for (const org of orgs) await org.aMember("root", "Administrator");
    await orgs[0]?.asSystem((call) => suspendOrganization(call, { operator: call.organizationId, reason: "Unpaid" }));
    const seen: string[] = [];
    const runner = await aRunner([
      {
        ...{ name: "test.suspended", everySeconds: 3600, whileSuspended },
        run: ({ eachOrganization }) => eachOrganization(async (call) => seen.push(call.organizationId)),
      },
    ]);
    await runner.runNow("test.suspended");
    await runner.end();
    const ids = orgs.map((org) => org.organizationId);
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.slice(-count));
  });
});

test("sessions that have run out are removed, the others stay", async () => {
  const { pool } = world.it.database;
  const put = (id: string, days: number) =>
    pool.query(
      `INSERT INTO web_session
         (session_id, app_user_id, sealed_tokens, access_expires_at, auth_time, remember, created_at, last_seen_at, expires_at)
       VALUES ($1, $1, '', now(), now(), false, now(), now(), $2)`,
      [id, new Date(world.it.clock.now().getTime() + days * 86_400_000)],
    );
  const [gone, there] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];
  await put(gone, -1);
  await put(there, 1);
  await world.it.runSchedule("sessions.removeExpired");
  const { rows } = await pool.query("SELECT session_id FROM web_session WHERE session_id = ANY($1)", [[gone, there]]);
  expect(rows).toEqual([{ session_id: there }]);
});
