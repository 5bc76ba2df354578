import type { BodyInput } from "@touchline/contract";
import { errorLog, faultDays, forgetError, mostFaults, reportError } from "@touchline/contract/platform/error-log";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { simulateSentry } from "../../../../test/sentry.ts";
import { aWorld, operatorAddress, password } from "../../../../test/world.ts";
import { builtinReporter } from "../../../adapters/errors/builtin.ts";
import type { Fault } from "../../../adapters/errors/port.ts";
import { sentryErrors } from "../../../adapters/errors/sentry.ts";
import { keepFault, openErrorReporter } from "./actions.ts";

const world = aWorld();
let operator: string;

beforeAll(async () => {
  await world.it.accounts.create({ email: operatorAddress, password, emailConfirmed: true });
  operator = await world.it.signIn(operatorAddress);
});

const report = (body: unknown) =>
  ask(world.it.base, null, reportError, { body: body as BodyInput<typeof reportError> });
const log = async () => {
  const { body } = await ask(world.it.base, operator, errorLog);
  return body as {
    errorId: string;
    source: string;
    name: string;
    code: string | null;
    route: string | null;
    place: string[];
    times: number;
  }[];
};
const forget = (errorId: string, token = operator) =>
  ask(world.it.base, token, forgetError, { params: { id: errorId } });
const fault = (name: string, place: string[] = []): Fault => ({
  source: "server",
  name,
  code: null,
  route: "GET /api/x",
  place,
});
async function asOwner(statement: string) {
  const client = new pg.Client({ connectionString: world.it.adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Reports are written after they are answered. */
const written = (name: string) =>
  expect.poll(async () => (await log()).filter((one) => one.name === name), { timeout: 10_000 });

test("an error that a page did not handle is in the log for operators, counted once for each time and kind", async () => {
  const place = ["MembersTable (assets/index-4f9ac21b.js:1:4711)", "renderWithHooks (assets/react-00ab12cd.js:2:3)"];
  expect((await report({ name: "TypeError", place, route: "/dashboard/$levelId" })).status).toBe(204);
  // The same place in the next build.
  const rebuilt = place.map((line) => line.replace("4f9ac21b.js:1:4711", "9d3e11aa.js:1:4822"));
  expect((await report({ name: "TypeError", place: rebuilt, route: "/members/$plaId" })).status).toBe(204);
  expect((await report({ name: "RangeError", place, route: "/review" })).status).toBe(204);
  await written("TypeError").toMatchObject([{ source: "page", times: 2, route: "/members/$plaId", place: rebuilt }]);
  await written("RangeError").toMatchObject([{ times: 1, route: "/review" }]);
});

test("a report takes a kind, places in the code and a route pattern, and nothing that somebody typed", async () => {
  const bodies = [
    { name: "TypeError", place: [], route: null, message: "Ada Byron, born 1985" },
    { name: "TypeError: Ada Byron", place: [], route: null },
    { name: "TypeError", place: ["ada@example.org, 12 Main Street"], route: null },
    { name: "TypeError", place: [], route: "/members?search=Ada Byron" },
    { name: "TypeError", place: Array(9).fill("f (a.js:1:1)"), route: null },
  ];
  for (const body of bodies) expect((await report(body)).status, JSON.stringify(body)).toBe(400);
});

test("the log is read and cleared by platform operators alone", async () => {
  await keepFault(world.it.tenancy, new Date(), fault("OnlyForOperators"), 1);
  const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const [row] = (await log()).filter((one) => one.name === "OnlyForOperators");
  const errorId = row?.errorId ?? "";
  const token = await world.it.signIn(admin.email);
  expect((await ask(world.it.base, token, errorLog)).status).toBe(403);
  expect((await ask(world.it.base, null, errorLog)).status).toBe(401);
  expect((await forget(errorId, token)).status).toBe(403);
  expect((await forget(errorId)).status).toBe(204);
  expect((await forget(errorId)).status).toBe(404);
  expect((await log()).some((one) => one.name === "OnlyForOperators")).toBe(false);
});

test("a call that fails unforeseen is in the log and at Sentry, without what was sent; one that is refused is not", async () => {
  const sentry = await simulateSentry();
  Object.assign(world.it.adapters, { errorService: sentryErrors({ dsn: sentry.dsn, environment: "test" }, "1.2.3") });
  const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const token = await world.it.signIn(admin.email);
  await asOwner("ALTER TABLE policy_version RENAME TO policy_version_gone");
  try {
    const answer = await fetch(`${world.it.base}/api/app/policy/current`, {
      headers: { authorization: `Bearer ${token}`, referer: "https://clubs.example/?secret=Byron" },
    });
    expect(answer.status).toBe(500);
  } finally {
    await asOwner("ALTER TABLE policy_version_gone RENAME TO policy_version");
  }
  await expect
    .poll(async () => (await log()).filter((one) => one.route === "GET /api/app/policy/current"))
    .toMatchObject([{ source: "server", code: "42P01", times: 1 }]);
  const [row] = (await log()).filter((one) => one.route === "GET /api/app/policy/current");
  expect(row?.place.length).toBeGreaterThan(0);
  expect(JSON.stringify(row)).not.toMatch(/Byron|policy_version|file:/);
  await expect
    .poll(sentry.events)
    .toMatchObject([{ transaction: "GET /api/app/policy/current", tags: { code: "42P01" } }]);
  expect(JSON.stringify(await sentry.events())).not.toMatch(/Byron|policy_version|file:/);
  Object.assign(world.it.adapters, { errorService: null });
  await sentry.close();
  expect((await fetch(`${world.it.base}/api/app/policy?type=nothing`)).status).toBe(400);
  expect((await log()).some((one) => one.route === "GET /api/app/policy")).toBe(false);
});

test("the log doesn't wait for a service that says nothing", async () => {
  const adapters = () => ({ errorService: { send: () => new Promise<void>(() => undefined) } });
  const reporter = openErrorReporter({ tenancy: world.it.tenancy, adapters, now: () => new Date() }, () => undefined);
  for (const name of ["SilenceOne", "SilenceTwo"]) reporter.report(fault(name));
  await written("SilenceOne").toHaveLength(1);
  await written("SilenceTwo").toHaveLength(1);
});

test("the log keeps the latest thousand, and forgets what did not happen again for 90 days", async () => {
  const now = Date.now();
  const days = (count: number) => new Date(now + count * 86_400_000);
  await keepFault(world.it.tenancy, days(-faultDays - 2), fault("LongAgo"), 1);
  await keepFault(world.it.tenancy, days(-1), fault("Yesterday"), 1);
  expect((await log()).map(({ name }) => name)).toContain("Yesterday");
  expect((await log()).map(({ name }) => name)).not.toContain("LongAgo");
  await world.it.database.pool.query(
    `INSERT INTO error_log (error_id, source, name, place, times, first_at, last_at)
     SELECT gen_random_uuid(), 'server', 'Flood', '{}', 1, $1, $1 FROM generate_series(1, $2)`,
    [days(0), mostFaults],
  );
  await keepFault(world.it.tenancy, days(0), fault("Newest"), 1);
  const { rows } = await world.it.database.pool.query("SELECT count(*)::int AS count FROM error_log");
  expect(rows[0]).toEqual({ count: mostFaults });
  expect((await log()).map(({ name }) => name)).not.toContain("Yesterday");
  await world.it.database.pool.query("DELETE FROM error_log WHERE name = 'Flood'");
});

test("while the log cannot be written errors are given up, and those that are alike are written as one", async () => {
  const lost: unknown[] = [];
  const kept: [string, number][] = [];
  let away = true;
  const reporter = builtinReporter(
    async ({ name }, times) => {
      if (away) throw new Error("away");
      kept.push([name, times]);
    },
    (error) => lost.push(error),
  );
  for (let n = 0; n < 5; n += 1) reporter.report(fault("Storm"));
  await reporter.settled();
  expect([lost.length, kept]).toEqual([2, []]);
  away = false;
  for (let n = 0; n < 5; n += 1) reporter.report(fault("Calm"));
  for (let n = 0; n < 500; n += 1) reporter.report(fault(`Kind${n}`));
  await reporter.settled();
  expect(kept.slice(0, 2)).toEqual([
    ["Calm", 1],
    ["Calm", 4],
  ]);
  expect(kept.length).toBeLessThanOrEqual(102);
});

test("one address reports a few errors and is then told to wait", async () => {
  const answers: number[] = [];
  for (let n = 0; n < 25; n += 1) answers.push((await report({ name: "Often", place: [], route: "/" })).status);
  expect(answers).toContain(204);
  expect(answers.at(-1)).toBe(429);
});
