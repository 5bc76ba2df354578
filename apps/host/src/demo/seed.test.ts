import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localAdapters } from "@touchline/api/adapters/local";
import { openPayments } from "@touchline/api/adapters/payments/stripe";
import { openScreening } from "@touchline/api/adapters/screening/open";
import { orderMakers } from "@touchline/api/adapters/screening/orders";
import type { Actor, Call } from "@touchline/api/call";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { outstandingOf } from "@touchline/api/modules/billing/fees/queries";
import { accountOf } from "@touchline/api/modules/billing/plans/queries/account";
import { readIncidents } from "@touchline/api/modules/incidents/incidents/actions/read";
import { loadActor } from "@touchline/api/modules/people/profiles/queries/actor";
import { awaitingReview, reviewPage } from "@touchline/api/modules/reviews/reviews/queries/queue";
import { listImports } from "@touchline/api/modules/setup/imports/queries";
import { RequirementStatus, RequirementType, reviewSources } from "@touchline/contract";
import { createAccounts } from "@touchline/identity";
import { startSimulator } from "@touchline/simulator";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneTemplate } from "../../test/clone.ts";
import { checkEverybody } from "../check-everybody.ts";
import { simulatedPayments } from "../payments-settings.ts";
import { simulatedScreening } from "../screening-settings.ts";
import { type DemoKey, demoLogins, demoOrganizations, demoPassword, holdsDemo } from "./logins.ts";
import { seedDemo } from "./seed.ts";

const secret = "a secret for tests that is long enough";
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

async function aDatabase({ simulatorUrl = null }: { simulatorUrl?: string | null } = {}) {
  const clone = await cloneTemplate();
  const folder = await mkdtemp(join(tmpdir(), "touchline-demo-"));
  const { pool, close } = await openDatabase(clone.appUrl, { log: () => {} });
  const identity = await openDatabase(clone.identityUrl, { log: () => {} });
  const accountsPool = identity.pool;
  cleanups.push(clone.drop, close, identity.close, () => rm(folder, { recursive: true, force: true }));
  const tenancy = openTenancy(pool);
  const site = { url: "http://127.0.0.1", supportEmail: "support@example.org" };
  const adapters = {
    ...localAdapters({ folder, auditFolder: join(folder, "audit"), secret, site }),
    screening: openScreening(simulatedScreening(simulatorUrl), orderMakers),
    payments: openPayments(simulatedPayments(simulatorUrl)),
  };
  const seed = (throwIfAborted = () => {}) =>
    seedDemo({ pool, accountsPool, adapters, simulatorUrl, now: new Date(), log: () => {}, throwIfAborted });
  /** How many rows of each kind the state association has. */
  const counted = (query: string) =>
    tenancy.run(tenancy.found(demoOrganizations.state), async (db) => {
      const { rows } = await db.execute<{ kind: string; count: number }>(sql.raw(query));
      return new Map(rows.map((row) => [String(row.kind), row.count]));
    });
  /** Asks within the state association, as the system or as somebody who can sign in. */
  const query = <Result>(question: (call: Call) => Promise<Result>, as?: DemoKey) =>
    tenancy.run(tenancy.found(demoOrganizations.state), async (db) => {
      const call = { organizationId: tenancy.found(demoOrganizations.state), db, now: new Date(), adapters };
      return question({ ...call, actor: as ? await actorOf(call, as) : { kind: "system", name: "test" } });
    });
  const checked = (say: (line: string) => void) => checkEverybody({ tenancy, adapters, now: () => new Date() }, say);
  return { pool, accountsPool, seed, counted, query, checked };
}

async function actorOf(call: Omit<Call, "actor">, key: DemoKey): Promise<Actor> {
  const email = demoLogins.find((one) => one.key === key)?.email;
  const { rows } = await call.db.execute<{ profile_id: string; app_user_id: string }>(sql`
    SELECT profile_id, app_user_id FROM profile
    WHERE organization_id = ${call.organizationId} AND email = ${email} AND app_user_id IS NOT NULL`);
  const [self] = rows;
  const acting = self && (await loadActor(call, { appUserId: self.app_user_id }, self.profile_id));
  if (!acting) throw new Error(`nobody can sign in as ${key}`);
  return acting.actor;
}

const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0);

let demo: Awaited<ReturnType<typeof aDatabase>>;
/** After how many steps the first attempt to seed is cut off: in the middle of the large organization. */
const cutAfter = 25;

beforeAll(async () => {
  const simulator = await startSimulator();
  cleanups.push(() => simulator.close());
  demo = await aDatabase({ simulatorUrl: simulator.url });
  let steps = 0;
  const cut = demo.seed(() => {
    steps += 1;
    if (steps > cutAfter) throw new Error("the power went out");
  });
  await expect(cut).rejects.toThrow("the power went out");
}, 120_000);

test("a demo that was cut off leaves no half of an organization, and the next start completes it", async () => {
  expect((await demo.counted("select 'all' as kind, count(*)::int from profile")).get("all")).toBe(0);
  await demo.seed();
  const people = (await demo.counted("select 'all' as kind, count(*)::int from profile")).get("all");
  expect(people).toBeGreaterThan(1_300);
  await demo.seed();
  expect((await demo.counted("select 'all' as kind, count(*)::int from profile")).get("all")).toBe(people);
}, 120_000);

test("it has every status, and every overall status", async () => {
  const statuses = await demo.counted("select status as kind, count(*)::int from requirement group by 1");
  expect([...statuses.keys()].sort()).toEqual(Object.values(RequirementStatus).map(String).sort());
  const overall = await demo.counted("select overall_status as kind, count(*)::int from member_standing group by 1");
  expect(overall.size).toBe(7);
});

test("most people with requirements are cleared, a few are overdue, and two are disqualified", async () => {
  const overall = await demo.counted("select overall_status as kind, count(*)::int from member_standing group by 1");
  const owing = sum(overall.values()) - (overall.get("NoRequirements") ?? 0);
  const share = (overall.get("Cleared") ?? 0) / owing;
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.7);
  expect(overall.get("NoRequirements")).toBeLessThan(owing / 20);
  expect(overall.get("Disqualified")).toBe(2);
  const statuses = await demo.counted("select status as kind, count(*)::int from requirement group by 1");
  for (const status of [RequirementStatus.Overdue, RequirementStatus.Expired, RequirementStatus.ExpiringSoon]) {
    expect(statuses.get(String(status))).toBeGreaterThan(3);
    expect(statuses.get(String(status))).toBeLessThan(150);
  }
});

test("its clubs differ: one is a model, one is far behind", async () => {
  const shares = await demo.counted(`
    select club.name as kind,
      (100 * count(*) filter (where standing.overall_status = 'Cleared') / count(*))::int as count
    from member_standing as standing
    join level as here on here.organization_id = standing.organization_id and here.level_id = standing.level_id
    join level as club on club.organization_id = here.organization_id and club.kind = 'Club'
      and here.pre between club.pre and club.last
    group by 1`);
  expect(shares.size).toBe(12);
  expect(Math.max(...shares.values())).toBeGreaterThan(80);
  expect(Math.min(...shares.values())).toBeLessThan(25);
  expect(new Set(shares.values()).size).toBeGreaterThan(7);
});

test("everybody who reviews finds something to decide, and the wider the reach the more", async () => {
  const waiting = async (key: DemoKey) => (await demo.query(awaitingReview, key)).count;
  const [manager, director, admin] = [await waiting("manager"), await waiting("director"), await waiting("admin")];
  expect(manager).toBeGreaterThanOrEqual(2);
  expect(director).toBeGreaterThan(manager);
  expect(admin).toBeGreaterThan(director);
  const sources = await demo.counted(
    "select source as kind, count(*)::int from attempt where state = 'pendingReview' group by 1",
  );
  expect([...sources.keys()].sort()).toEqual([...reviewSources].sort());
  const { rows } = await demo.query(
    (call) => reviewPage(call, { type: "Pending", source: [], requirementType: [], search: "", page: 1, perPage: 200 }),
    "admin",
  );
  expect([...new Set(rows.map((row) => row.source))].sort()).toEqual([...reviewSources].sort());
});

test("background checks are at every step: invited, at the provider, flagged, and cleared by it", async () => {
  const orders = await demo.counted(`
    select screening_order.state || ' ' || requirement.status as kind, count(*)::int from screening_order
    join attempt using (organization_id, attempt_id) join requirement using (organization_id, requirement_id)
    where screening_order.simulated group by 1`);
  const { WaitingOnApplicant, WaitingOnProvider, PendingReview, Completed, Rejected } = RequirementStatus;
  expect([...orders.keys()].sort()).toEqual([
    `clear ${Completed}`,
    `invited ${WaitingOnApplicant}`,
    `review ${PendingReview}`,
    `review ${Rejected}`,
    `running ${WaitingOnProvider}`,
  ]);
  const signed = await demo.counted(
    "select kind, count(distinct requirement_id)::int from screening_consent group by 1",
  );
  expect(signed.get("authorization")).toBe(sum(orders.values()));
  expect(signed.get("state-WA")).toBe(sum(orders.values()));
});

test("flagged checks await a review, a waiting period, the end of a dispute, and one ended with the final notice", async () => {
  const actions = await demo.counted("select state as kind, count(*)::int from adverse_action group by 1");
  expect(Object.fromEntries(actions)).toEqual({ waiting: 1, disputed: 1, final: 1 });
  const { rows } = await demo.query(
    (call) =>
      reviewPage(call, {
        ...{
          type: "Pending",
          source: ["FlaggedBackgroundCheck"],
          requirementType: [],
          search: "",
          page: 1,
          perPage: 9,
        },
      }),
    "director",
  );
  expect(rows.length).toBeGreaterThan(0);
});

test("Live Scans are at every step: with the applicant, with the state, delayed, and with a record to review", async () => {
  const scans = await demo.counted(`
    select attempt.state || coalesce(' ' || answer.answer, '') as kind, count(*)::int from live_scan
    join attempt using (organization_id, attempt_id) left join live_scan_answer as answer using (organization_id, attempt_id)
    group by 1`);
  expect([...scans.keys()]).toEqual(
    expect.arrayContaining(["waitingApplicant", "waitingProvider", "waitingProvider delayed", "pendingReview record"]),
  );
  // One person has left, so the state has to be told that their results aren't needed anymore.
  const left = await demo.counted(`
    select 'all' as kind, count(*)::int from live_scan join attempt using (organization_id, attempt_id)
    join requirement on requirement.organization_id = attempt.organization_id
      and requirement.requirement_id = attempt.requirement_id
    where requirement.archived_at is not null and live_scan.sent_at is not null and not exists (
      select from profile_level_access as place where place.organization_id = requirement.organization_id
        and place.profile_id = requirement.profile_id)`);
  expect(left.get("all")).toBe(1);
});

test("those who have not activated were invited by mail, most by a link that is still good", async () => {
  const invitations = await demo.counted(`
    select case when expires_at > now() then 'good' else 'late' end as kind, count(*)::int
    from invitation where accepted_at is null and superseded_at is null group by 1`);
  expect(invitations.get("good")).toBeGreaterThan(20);
  const mails = await demo.counted("select kind, count(*)::int from mail group by 1");
  expect(mails.get("invitation")).toBe(sum(invitations.values()));
});

test("the director has begun to take in a roster, with rows to add and rows with errors", async () => {
  const [begun] = await demo.query(listImports, "director");
  expect(begun).toMatchObject({ state: "checked", fileName: "Spring volunteers.csv" });
  const fates = await demo.counted("select fate as kind, count(*)::int from roster_import_row group by 1");
  expect([...fates.keys()].sort()).toEqual(["create", "duplicate", "error", "present"]);
});

test("the director and the administrator find an open incident, one under a legal hold, and a closed one", async () => {
  for (const key of ["director", "admin"] as const) {
    const filter = { states: [], page: 1, perPage: 9 };
    const { incidents } = await demo.query((call) => readIncidents(call, filter), key);
    expect(
      incidents.map(({ state, clock, assignee, heldAt }) => [state, clock, assignee?.name, heldAt !== null]),
    ).toEqual([
      ["Open", "running", "Sinéad O'Brien", false],
      ["InReview", "inTime", "Marisol Okafor-Reyes", true],
      ["Closed", "inTime", "Sinéad O'Brien", false],
    ]);
  }
});

test("the parent has three children, one of them eligible", async () => {
  const { children } = (await demo.query(async (call) => call.actor, "parent")) as Extract<Actor, { kind: "person" }>;
  expect(children).toHaveLength(3);
  const standing = await demo.counted(`
    select overall_status as kind, count(*)::int from member_standing
    where profile_id in (${children.map((id) => `'${id}'`).join(", ")}) group by 1`);
  // What is open for that one is optional.
  expect([standing.get("Cleared") ?? 0, standing.get("Optional") ?? 0]).toEqual([0, 1]);
});

test("its history reaches back a year and a half, and never into the future", async () => {
  const months = await demo.counted(`
    select to_char(at, 'YYYY-MM') as kind, count(*)::int from requirement_event where at <= now() group by 1`);
  expect(months.size).toBeGreaterThan(14);
  expect(Math.min(...[...months.keys()].map((month) => Date.parse(month)))).toBeLessThan(Date.now() - 510 * 86_400_000);
  const later = await demo.counted(
    "select 'later' as kind, count(*)::int from requirement_event where at > now() + interval '1 minute'",
  );
  expect(later.get("later")).toBe(0);
});

test("every status, demand, count, and history of its organizations agrees, and a tampered one is found", async () => {
  const said: string[] = [];
  expect(await demo.checked((line) => said.push(line)), said.join("\n")).toBe(0);
  expect(said).toHaveLength(2);
  const { rows } = await demo.query((call) =>
    call.db.execute<{ id: string }>(sql`
      UPDATE requirement SET status = 8 WHERE organization_id = ${call.organizationId} AND requirement_id = (
        SELECT requirement_id FROM requirement WHERE organization_id = ${call.organizationId} AND status = 3 LIMIT 1)
      RETURNING requirement_id AS id`),
  );
  expect(await demo.checked((line) => said.push(line))).toBe(2);
  expect(said).toContain(`  ${rows[0]?.id}: The status of this requirement doesn't follow from its facts.`);
  await demo.query((call) =>
    call.db.execute(sql`UPDATE requirement SET status = 3
      WHERE organization_id = ${call.organizationId} AND requirement_id = ${rows[0]?.id}`),
  );
});

/** What people of the demo are in the middle of, by requirement type: a count that must not be zero. */
const middles: Record<RequirementType, string> = {
  0: "select count(*) from attempt_fact join attempt using (organization_id, attempt_id) where state = 'draft'",
  1: "select count(*) from form_answers join attempt using (organization_id, attempt_id) where state = 'draft'",
  2: "select count(*) from waiver_signature",
  3: "select count(*) from attempt where state = 'pendingReview'",
  4: "select count(*) from video_progress where not enough and position between 20 and 40",
  5: "select count(*) from attempt where state = 'draft'",
  6: "select count(*) from profile_event where kind = 'dateOfBirth'",
  7: "select count(*) from attempt where state = 'pendingReview'",
  8: "select count(*) from training_progress where outcome = 'open' and seconds > 60",
  9: "select count(*) from attempt where state = 'pendingReview'",
  10: "select count(*) from attempt where state = 'waitingApplicant'",
  11: "select count(*) from profile_event where kind = 'ussfId'",
};

test.each(Object.values(RequirementType))(
  "people are in the middle of type %i, and others owe it and have done it",
  async (type) => {
    const condition = middles[type];
    const bound = condition.includes("attempt")
      ? `${condition} and requirement_id in (select requirement_id from requirement join content using (organization_id, content_id) where type = ${type})`
      : condition;
    const found = await demo.counted(`select 'all' as kind, (${bound})::int as count`);
    expect(found.get("all"), condition).toBeGreaterThan(0);
    const statuses = await demo.counted(`
    select requirement.status as kind, count(*)::int from requirement
    join content using (organization_id, content_id) where content.type = ${type} group by 1`);
    expect(statuses.get(String(RequirementStatus.Completed))).toBeGreaterThan(0);
    // All of the few people who need a Live Scan have started it, and a search finds a person or not at once.
    const { Incomplete, PendingReview, WaitingOnApplicant } = RequirementStatus;
    const begun: Partial<Record<RequirementType, RequirementStatus>> = {
      [RequirementType.LiveScan]: WaitingOnApplicant,
      [RequirementType.SexOffenderSearch]: PendingReview,
    };
    expect(statuses.get(String(begun[type] ?? Incomplete)) ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(0);
  },
);

test("its histories tell acts that the product offers, by people who could have done them", async () => {
  const jobs = ["screening.activateAccount", "screening.follow", "registries.search"];
  const parts = ["system:platform", "system:calendar", "system:schedule.adverse.periods"];
  const offered = ["person", ...parts, ...jobs.map((job) => `system:job.${job}`)];
  for (const table of ["requirement_event", "member_event", "audit_event"]) {
    const actors = await demo.counted(`select actor as kind, count(*)::int from ${table} group by 1`);
    expect(
      [...actors.keys()].filter((actor) => !offered.includes(actor)),
      table,
    ).toEqual([]);
    const nobody = await demo.counted(`
      select 'all' as kind, count(*)::int from ${table} where actor = 'person' and actor_profile_id is null`);
    expect(nobody.get("all"), table).toBe(0);
  }
  // What was reached before came by an import of an administrator, each list of which is in the audit log.
  const untold = await demo.counted(`
    select 'all' as kind, count(*)::int from attempt where state = 'approved' and submitted_at is null and not exists (
      select from requirement_event as event where event.organization_id = attempt.organization_id
        and event.requirement_id = attempt.requirement_id and event.attempt_id = attempt.attempt_id
        and event.kind = 'carriedOver' and event.actor_profile_id is not null)`);
  expect(untold.get("all")).toBe(0);
  const lists = await demo.counted(`
    select 'all' as kind, count(*)::int from audit_event where action = 'import.completionsRecorded'`);
  expect(lists.get("all")).toBeGreaterThan(10);
});

test("members' payments are in every state, and the organization has more invoices than a page shows", async () => {
  const payments = await demo.counted("select state || ' ' || method as kind, count(*)::int from payment group by 1");
  expect([...payments.keys()].sort()).toEqual(
    ["canceled card", "failed card", "succeeded card", "succeeded cash", "succeeded check"].sort(),
  );
  const adjustments = await demo.counted("select kind, count(*)::int from fee_adjustment group by 1");
  expect([...adjustments.keys()].sort()).toEqual(["discount", "waiver"]);
  const refunds = await demo.counted("select cause as kind, count(*)::int from payment_refund group by 1");
  expect(refunds.get("requested")).toBe(1);
  const invoices = await demo.query(async (call) => {
    const { customerId } = (await accountOf(call)) ?? {};
    return call.adapters.payments?.invoicesOf(String(customerId), null, 20);
  });
  expect(invoices).toMatchObject({ hasMore: true });
  expect(invoices?.invoices).toHaveLength(20);
  const states = await demo.counted("select state as kind, count(*)::int from subscription group by 1");
  expect([...states]).toEqual([["active", 1]]);
  const owing = (key: DemoKey) =>
    demo.query(async (call) => {
      const { entries, children } = call.actor as Extract<Actor, { kind: "person" }>;
      return (await outstandingOf(call, [...entries, ...children])).length;
    }, key);
  expect([await owing("coach"), await owing("parent")]).toEqual([1, 2]);
});

test("the platform offers a library, and of one copy there is a newer version", async () => {
  const { rows } = await demo.pool.query<{ types: number }>(
    "select count(distinct type)::int as types from platform_content",
  );
  expect(rows[0]?.types).toBeGreaterThanOrEqual(7);
  const copies = await demo.counted(`
    select case when item.version > content.copied_version then 'older' else 'newest' end as kind, count(*)::int
    from content join platform_content as item on item.platform_content_id = content.copied_from group by 1`);
  expect([...copies]).toEqual([["older", 1]]);
  const types = await demo.counted(
    "select type as kind, count(*)::int from content where archived_at is null group by 1",
  );
  for (const type of Object.values(RequirementType)) expect(types.has(String(type))).toBe(true);
});

test("its people are who the login page says, in organizations apart", async () => {
  const accounts = createAccounts(demo.accountsPool);
  for (const { email } of demoLogins) expect(await accounts.verifyPassword(email, demoPassword)).not.toBeNull();
  const { rows } = await demo.pool.query<{ organizations: number }>(
    "select count(distinct organization_id)::int as organizations from profile_directory where app_user_id is not null",
  );
  expect(rows[0]?.organizations).toBe(2);
});

test("without simulated providers it is whole too, and no check is ordered", { tags: ["thorough"] }, async () => {
  const alone = await aDatabase();
  await alone.seed();
  expect((await alone.counted("select 'all' as kind, count(*)::int from profile")).get("all")).toBeGreaterThan(1_300);
  expect((await alone.counted("select 'all' as kind, count(*)::int from screening_order")).get("all")).toBe(0);
});

test("a database that holds anybody else is left alone", async () => {
  const { pool, accountsPool, seed } = await aDatabase();
  await pool.query(
    "insert into profile_directory (profile_id, organization_id) values (gen_random_uuid(), gen_random_uuid())",
  );
  await seed();
  expect(await holdsDemo(pool)).toBe(false);
  expect(await createAccounts(accountsPool).byEmail(demoLogins[0].email)).toBeNull();
});
