import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localAdapters } from "@touchline/api/adapters/local";
import { openDatabase } from "@touchline/api/kernel/database";
import { openTenancy } from "@touchline/api/kernel/tenancy";
import { RequirementStatus } from "@touchline/contract";
import { createAccounts } from "@touchline/identity";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneTemplate } from "../../test/clone.ts";
import { demoLogins, demoOrganizations, demoPassword, holdsDemo } from "./logins.ts";
import { seedDemo } from "./seed.ts";

const secret = "a secret for tests that is long enough";
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

async function aDatabase() {
  const clone = await cloneTemplate();
  const folder = await mkdtemp(join(tmpdir(), "touchline-demo-"));
  const { pool, close } = await openDatabase(clone.appUrl, { log: () => {} });
  cleanups.push(clone.drop, close, () => rm(folder, { recursive: true, force: true }));
  const tenancy = openTenancy(pool);
  const site = { url: "http://127.0.0.1", supportEmail: "support@example.org" };
  const adapters = localAdapters({ folder, secret, site });
  const seed = (goesOn = () => {}) => seedDemo({ pool, adapters, now: new Date(), log: () => {}, goesOn });
  /** How many rows of each kind the state association has. */
  const counted = (query: string) =>
    tenancy.run(tenancy.found(demoOrganizations.state), async (db) => {
      const { rows } = await db.execute<{ kind: string; count: number }>(sql.raw(query));
      return new Map(rows.map((row) => [String(row.kind), row.count]));
    });
  return { pool, seed, counted };
}

let demo: Awaited<ReturnType<typeof aDatabase>>;
/** After how many steps the first attempt to seed is cut off: in the middle of the large organization. */
const cutAfter = 60;

beforeAll(async () => {
  demo = await aDatabase();
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
  expect(people).toBeGreaterThan(500);
  await demo.seed();
  expect((await demo.counted("select 'all' as kind, count(*)::int from profile")).get("all")).toBe(people);
}, 120_000);

test("it has every status that documents can have, and every overall status", async () => {
  const statuses = await demo.counted("select status as kind, count(*)::int from requirement group by 1");
  const { WaitingOnApplicant, WaitingOnProvider, ...ofDocuments } = RequirementStatus;
  expect([...statuses.keys()].sort()).toEqual(Object.values(ofDocuments).map(String).sort());
  const overall = await demo.counted("select overall_status as kind, count(*)::int from member_standing group by 1");
  expect(overall.size).toBe(7);
});

test("its people are who the login page says, in organizations apart", async () => {
  const accounts = createAccounts(demo.pool);
  for (const { email } of demoLogins) expect(await accounts.verifyPassword(email, demoPassword)).not.toBeNull();
  const { rows } = await demo.pool.query<{ organizations: number }>(
    "select count(distinct organization_id)::int as organizations from profile_directory where app_user_id is not null",
  );
  expect(rows[0]?.organizations).toBe(2);
});

test("a database that holds anybody else is left alone", async () => {
  const { pool, seed } = await aDatabase();
  await pool.query(
    "insert into profile_directory (profile_id, organization_id) values (gen_random_uuid(), gen_random_uuid())",
  );
  await seed();
  expect(await holdsDemo(pool)).toBe(false);
  expect(await createAccounts(pool).byEmail(demoLogins[0].email)).toBeNull();
});
