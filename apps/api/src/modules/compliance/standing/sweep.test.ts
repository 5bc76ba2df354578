import { RequirementStatus } from "@touchline/contract";
import { getDashboardInfo, listMembers } from "@touchline/contract/people/hierarchy";
import { getMember } from "@touchline/contract/people/profiles";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { addToDay, dayOf, expiringSoonAt, expiryOf, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { personalData } from "../../accounts/accounts/actions/personal-data.ts";
import { miscounted } from "./actions/recount.ts";
import { sweepSome } from "./actions/sweep.ts";
import { statusesAreBehind } from "./queries/stale-statuses.ts";

const world = aWorld();
const day = 86_400_000;
const zone = "America/Los_Angeles";

afterEach(() => {
  world.it.clock.shift = 0;
});

/** Reads a person's status history, oldest first. */
const history = (org: Organization, profileId: string) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ at: Date; to_status: number; actor: string }>(sql`
      SELECT at, to_status, actor FROM requirement_event
      WHERE organization_id = ${organizationId} AND profile_id = ${profileId} AND kind = 'status' ORDER BY at`);
    return rows.map((row) => ({ at: new Date(row.at).getTime(), to: row.to_status, by: row.actor }));
  });

const overall = (org: Organization, profileId: string) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ at: Date; to_status: string }>(sql`
      SELECT at, to_status FROM member_event
      WHERE organization_id = ${organizationId} AND profile_id = ${profileId} AND kind = 'status' ORDER BY at`);
    return rows.map((row) => ({ at: new Date(row.at).getTime(), to: row.to_status }));
  });

async function complete(by: TestPerson) {
  const { requirements } = await by.call(listRequirements, { params: { plaId: by.plaId } });
  for (const { requirementId: id, status } of requirements) {
    if (status === RequirementStatus.Completed) continue;
    await by.call(completeDocument, { params: { id }, body: { profileLevelAccessId: by.plaId }, files: [aPdf()] });
  }
}

/** Runs the worker some days later, then resets the clock. */
async function timePasses(days: number) {
  world.it.clock.shift = days * day;
  await world.it.runSchedule("standing.notice");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}

describe("what time alone changes", () => {
  test("is written once, with the instant at which it happened, however late the sweep runs", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin, { settings: { reviewRequired: false } });
    await complete(coach);
    const done = Date.now();
    const validity = { type: "Duration", amount: 1, unit: "years" } as const;
    const expired = expiryOf(validity, { completedAt: done, givenDay: null }, zone) as number;
    const soon = expiringSoonAt(expired, zone);

    await timePasses(500);
    const events = await history(org, coach.profileId);
    expect(events.slice(-2).map(({ at, to }) => ({ at, to }))).toEqual([
      { at: soon, to: RequirementStatus.ExpiringSoon },
      { at: expired, to: RequirementStatus.Expired },
    ]);
    expect(events.at(-1)?.by).toBe("system:job.standing.sweep");
    expect((await overall(org, coach.profileId)).at(-1)).toEqual({ at: expired, to: "Incomplete" });

    const list = await admin.call(listMembers, {
      params: { id: org.levels.root },
      query: { requirementStatuses: [RequirementStatus.Expired] },
    });
    expect(list.data.map((row) => row.profileLevelAccessId)).toEqual([coach.plaId]);
    const counts = await admin.call(getDashboardInfo, { params: { id: org.levels.root } });
    expect(counts.requirements[0]?.statuses).toEqual({ [RequirementStatus.Expired]: 1 });

    await timePasses(501);
    expect(await history(org, coach.profileId)).toEqual(events);
  });

  test("that ends at one instant for one person is one change of where they stand, however few a step takes up", async () => {
    for (const optionalFirst of [true, false]) {
      const org = await world.it.anOrganization();
      const admin = await org.aMember("root", "Administrator");
      const coach = await org.aMember("northTeam", "Head Coach");
      for (const mandatory of optionalFirst ? [false, true] : [true, false]) {
        const name = mandatory ? "Agreement" : "Newsletter";
        await org.aDocument(admin, { name, mandatory, settings: { reviewRequired: false } });
        await complete(coach);
      }
      expect((await overall(org, coach.profileId)).at(-1)?.to).toBe("Cleared");
      const { length } = await overall(org, coach.profileId);

      // Both start to expire soon on one day, and end on another: each is searched for separately.
      for (const days of [355, 500]) {
        world.it.clock.shift = days * day;
        while (await org.asSystem((call) => sweepSome(call, 1)));
      }
      world.it.clock.shift = 0;
      expect((await overall(org, coach.profileId)).slice(length).map(({ to }) => to)).toEqual(["Incomplete"]);
    }
  });

  test("is written once by many workers at a time", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const due = addToDay(dayOf(Date.now(), zone), { days: 3 });
    await org.aDocument(admin, { dueDate: due });
    const added = await Promise.all(
      Array.from({ length: 30 }, (_, n) => org.added(admin, "northTeam", "Head Coach", `Due${n}`)),
    );

    world.it.clock.shift = 5 * day;
    const sweep = async () => {
      while (await org.asSystem(sweepSome));
    };
    await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    await sweep();
    world.it.clock.shift = 0;
    for (const { profileId } of added) {
      const overdue = (await history(org, profileId)).filter((event) => event.to === RequirementStatus.Overdue);
      // Due on a day means until the end of that day, in the organization's time zone.
      expect(overdue.map((event) => event.at)).toEqual([startOfDay(addToDay(due, { days: 1 }), zone)]);
    }
    const counts = await admin.call(getDashboardInfo, { params: { id: org.levels.north } });
    expect(counts.requirements[0]?.statuses).toEqual({ [RequirementStatus.Overdue]: 30 });
    expect(world.it.faults).toEqual([]);
  });

  test("is written once when the sweep is killed in the middle and taken up again", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const due = addToDay(dayOf(Date.now(), zone), { days: 3 });
    await org.aDocument(admin, { dueDate: due });
    const added = await Promise.all(
      Array.from({ length: 9 }, (_, n) => org.added(admin, "northTeam", "Head Coach", `Due${n}`)),
    );
    const eventCount = async () => {
      const events = await Promise.all(added.map(({ profileId }) => history(org, profileId)));
      return events.flat().filter((event) => event.to === RequirementStatus.Overdue).length;
    };

    world.it.clock.shift = 5 * day;
    expect(await org.asSystem((call) => sweepSome(call, 3))).toBe(true);
    const killed = org.asSystem(async (call) => {
      await sweepSome(call, 4);
      const { rows } = await call.db.execute<{ pid: number; told: number }>(sql`
        SELECT pg_backend_pid() AS pid, count(*)::int AS told FROM requirement_event
        WHERE organization_id = ${call.organizationId} AND to_status = ${RequirementStatus.Overdue}`);
      // It had written everything but not reported anything yet.
      expect(rows[0]?.told).toBe(7);
      await world.it.database.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
      await call.db.execute(sql`SELECT 1 FROM organization WHERE organization_id = ${call.organizationId}`);
    });
    await expect(killed).rejects.toThrow();
    expect(await eventCount()).toBe(3);

    await world.it.runSchedule("standing.notice");
    await world.it.drainJobs();
    world.it.clock.shift = 0;
    expect(await eventCount()).toBe(9);
    expect(await org.asSystem(miscounted)).toEqual([]);
    const counts = await admin.call(getDashboardInfo, { params: { id: org.levels.north } });
    expect(counts.requirements[0]?.statuses).toEqual({ [RequirementStatus.Overdue]: 9 });
  });

  test("does not wait for somebody who is being changed, and comes back to them", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const due = addToDay(dayOf(Date.now(), zone), { days: 3 });
    await org.aDocument(admin, { dueDate: due });
    const [busy, idle] = [
      await org.added(admin, "northTeam", "Head Coach"),
      await org.added(admin, "northTeam", "Head Coach"),
    ];
    world.it.clock.shift = 5 * day;
    const isOverdue = async ({ profileId }: { profileId: string }) =>
      (await history(org, profileId)).at(-1)?.to === RequirementStatus.Overdue;
    await org.asSystem(async ({ db, organizationId }) => {
      await db.execute(sql`SELECT FROM profile
        WHERE organization_id = ${organizationId} AND profile_id = ${busy.profileId} FOR NO KEY UPDATE`);
      expect(await org.asSystem(sweepSome)).toBe(true);
      expect(await org.asSystem(sweepSome)).toBe(false);
      expect([await isOverdue(busy), await isOverdue(idle)]).toEqual([false, true]);
    });
    expect(await org.asSystem(sweepSome)).toBe(true);
    expect(await isOverdue(busy)).toBe(true);
  });

  test("takes another turn while more is due, and none after that", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const due = addToDay(dayOf(Date.now(), zone), { days: 3 });
    await org.aDocument(admin, { dueDate: due });
    const busy = await org.added(admin, "northTeam", "Head Coach");
    await org.added(admin, "northTeam", "Head Coach");
    const turns = async () => {
      await world.it.runSchedule("standing.notice");
      const jobs = (await world.it.drainJobs()).map(({ job }) => job);
      return jobs.filter((job) => job === "standing.sweep" || job === "standing.countSwept");
    };
    await turns();
    world.it.clock.shift = 5 * day;
    const one = ["standing.sweep", "standing.countSwept"];
    await org.asSystem(async ({ db, organizationId }) => {
      await db.execute(sql`SELECT FROM profile
        WHERE organization_id = ${organizationId} AND profile_id = ${busy.profileId} FOR NO KEY UPDATE`);
      expect(await turns()).toEqual([...one, "standing.sweep"]);
    });
    expect(await turns()).toEqual(one);
    expect(await turns()).toEqual([]);
  });
});

test("a person with an expired requirement isn't shown as cleared, even if no sweep has run since", async () => {
  // In the past, because sessions use the machine's clock.
  world.it.clock.shift = -12 * day;
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const spare = await org.aMember("northTeam", "Volunteer");
  const short = { reviewRequired: false, validity: { type: "Duration", amount: 10, unit: "days" } } as const;
  await org.aDocument(admin, { settings: short });
  await org.aDocument(admin, { settings: short, labels: ["Volunteer"], mandatory: false });
  await complete(coach);
  await complete(spare);
  const statuses = async () => {
    const params = { id: org.levels.root };
    const [list, found] = await Promise.all([
      admin.call(listMembers, { params, query: { sortCol: "FullName" } }),
      admin.call(listMembers, { params, query: { search: "Head Coach" } }),
    ]);
    return Promise.all(
      [coach, spare].map(async ({ plaId, profileId }) => {
        const row = list.data.find((one) => one.profileLevelAccessId === plaId)?.overallStatus;
        const hit = found.data.find((one) => one.profileLevelAccessId === plaId)?.overallStatus ?? row;
        const page = await admin.call(getMember, { params: { id: plaId } });
        const [other] = page.memberships;
        const { memberships } = (await org.asSystem((call) => personalData(call, profileId))) as {
          memberships: { status: string }[];
        };
        const said = [row, hit, page.membership.overallStatus, other?.overallStatus, memberships[0]?.status];
        return [...new Set(said)].join(" and ");
      }),
    );
  };
  expect(await statuses()).toEqual(["Cleared", "Cleared"]);
  const [due] = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ at: string }>(
      sql`SELECT max(expires_at)::text AS at FROM attempt WHERE organization_id = ${organizationId}`,
    );
    return rows.map(({ at }) => Date.parse(at));
  });
  const ends = due as number;

  world.it.clock.shift = ends - 60_000 - Date.now();
  expect(await statuses()).toEqual(["Cleared", "Cleared"]);
  world.it.clock.shift = ends - Date.now() + 1;
  expect(await statuses()).toEqual(["Incomplete", "Optional"]);
  expect(await statusesAreBehind(world.it.tenancy, world.it.clock.now())).toBe(true);

  // The stored status lags behind, and then catches up.
  while (await org.asSystem(sweepSome));
  expect(await statuses()).toEqual(["Incomplete", "Optional"]);
});
