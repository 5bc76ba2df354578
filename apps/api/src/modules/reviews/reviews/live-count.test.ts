import { changeRole } from "@touchline/contract/people/profiles";
import { getReviewStatistics, getReviewStatisticsFile } from "@touchline/contract/reviews/review-statistics";
import { reviewRequirement, streamPendingReviewCount } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { aSubmissionAt, type Submission } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { identityOverHttp } from "../../../adapters/identity/http.ts";
import { hardenedServer, mountApi } from "../../../app.ts";
import { signal } from "../../../database/signals.ts";

const world = aWorld();
const pace = { beat: 150, look: 400, rest: 200 };

/** A further server on the same database, as a cluster has them. */
async function anotherServer() {
  const { config, database, adapters, base, clock } = world.it;
  const app = hardenedServer(config);
  const identity = identityOverHttp(() => `${base}/identity`, config.productKey);
  await mountApi(app, { config, database, adapters, identity, now: clock.now, livePace: pace });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, close: () => app.close() };
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** What a stream says, as it comes. */
async function watch(base: string, org: Organization, token: string, query = "") {
  const aborted = new AbortController();
  closers.push(async () => aborted.abort());
  const path = streamPendingReviewCount.path.replace("{orgId}", org.organizationId);
  const answer = await fetch(`${base}${path}${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborted.signal,
  });
  const said: { count: number; more: boolean }[] = [];
  let raw = "";
  let ended = false;
  const reading = (async () => {
    try {
      for await (const chunk of answer.body ?? []) {
        raw += Buffer.from(chunk).toString();
        said.length = 0;
        for (const [, data] of raw.matchAll(/^event: count\ndata: (.*)$/gm)) said.push(JSON.parse(data as string));
      }
    } catch {
      // Aborted by the test itself, or by the server.
    }
    ended = true;
  })();
  return {
    answer,
    said,
    raw: () => raw,
    ended: () => ended,
    reading,
    abort: () => aborted.abort(),
  };
}
const until = (what: () => unknown) => expect.poll(what, { timeout: 25_000, interval: 50 });
/** At least once: what was written just before is told of up to a moment later, and is told again. */
const begins = (stream: { said: unknown[] }) => until(() => stream.said.length).toBeGreaterThan(0);
/** Longer than what was written before can still be told of. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000));

const approve = (by: TestPerson, one: Submission) =>
  by.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });

async function aQueue() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const director = await org.aMember("north", "Club Director");
  return { org, admin, director, token: await world.it.signIn(director.email) };
}

describe("the live count of pending reviews", { timeout: 120_000 }, () => {
  test("is sent at once, and again after each submission and decision on any server", async () => {
    const { org, admin, token } = await aQueue();
    const other = await anotherServer();
    closers.push(other.close);
    const [here, there] = [await watch(world.it.base, org, token), await watch(other.url, org, token)];
    expect(here.answer.headers.get("content-type")).toContain("text/event-stream");
    for (const one of [here, there]) {
      await begins(one);
      expect(one.said.every(({ count }) => count === 0)).toBe(true);
    }
    const one = await aSubmissionAt(org, "northTeam");
    for (const stream of [here, there]) await until(() => stream.said.at(-1)).toEqual({ count: 1, more: false });
    await approve(admin, one);
    for (const stream of [here, there]) await until(() => stream.said.at(-1)).toEqual({ count: 0, more: false });
    await until(there.raw).toContain(": still here");
  });

  test("counts rarely, however many changes there are", { tags: ["thorough"] }, async () => {
    const { org, token } = await aQueue();
    const other = await anotherServer();
    closers.push(other.close);
    const stream = await watch(other.url, org, token);
    await begins(stream);
    const begun = performance.now();
    const sendSignal = () =>
      org.asSystem((call) =>
        call.db.execute(sql`SELECT pg_notify('touchline_reviews', changed.organization_id::text)
          FROM (VALUES (${call.organizationId}::uuid)) AS changed (organization_id)`),
      );
    for (let index = 0; index < 100; index += 1) await sendSignal();
    await until(() => stream.said.length).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 2 * pace.rest));
    const most = Math.ceil((performance.now() - begun) / pace.rest) + 3;
    expect(stream.said.length).toBeLessThanOrEqual(most);
  });

  test("is sent after a commit, never after a rollback, and once for many changes", async () => {
    const { org } = await aQueue();
    const received: string[] = [];
    const { pool } = world.it.database;
    const listener = await pool.connect();
    closers.push(async () => listener.release(true));
    listener.on("notification", ({ payload }) => void received.push(payload ?? ""));
    await listener.query("LISTEN touchline_reviews");
    const ours = () => received.filter((id) => id === org.organizationId).length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = ours();
    const failing = org.asSystem(async (call) => {
      signal(call, "reviews");
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(ours()).toBe(before);
    const begun = performance.now();
    for (let index = 0; index < 100; index += 1) await org.asSystem(async (call) => signal(call, "reviews"));
    const most = Math.ceil((performance.now() - begun) / 200) + 2;
    await until(ours).toBeGreaterThan(before + 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(ours() - before).toBeLessThanOrEqual(most);
  });

  test("covers each reviewer's own reach and no changes of other organizations", async () => {
    const { org, token } = await aQueue();
    const south = await org.aMember("southClub", "Club Director");
    const other = await anotherServer();
    closers.push(other.close);
    const [north, elsewhere] = [
      await watch(other.url, org, token),
      await watch(other.url, org, await world.it.signIn(south.email)),
    ];
    await begins(elsewhere);
    await aSubmissionAt(org, "northTeam");
    await until(() => north.said.at(-1)?.count).toBe(1);
    expect(elsewhere.said.every(({ count }) => count === 0)).toBe(true);
    await settled();
    const { length } = north.said;
    const stranger = await aQueue();
    const theirs = await watch(other.url, stranger.org, stranger.token);
    await begins(theirs);
    await aSubmissionAt(stranger.org, "northTeam");
    await until(() => theirs.said.at(-1)?.count).toBe(1);
    expect(north.said).toHaveLength(length);
  });

  test("ends when the role is removed, the session ends or the token expires", async () => {
    const { org, admin, director, token } = await aQueue();
    const other = await anotherServer();
    closers.push(other.close);
    const [first, second] = [
      await watch(other.url, org, token),
      await watch(other.url, org, await world.it.signIn(admin.email)),
    ];
    await begins(second);
    await admin.call(changeRole, {
      query: { profileLevelAccessId: director.plaId, newLabelId: org.labelIds.Volunteer },
    });
    await until(first.ended).toBe(true);
    expect(second.ended()).toBe(false);
    // Tokens are dated by the second: one of the second in which all ended may be the next sign-in's.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await world.it.endSessionsOf(admin.appUserId);
    await until(second.ended).toBe(true);
    const brief = await watch(
      other.url,
      org,
      await world.it.signIn((await org.aMember("north", "Club Director")).email),
      "?seconds=0",
    );
    await brief.reading;
    expect(brief.said.length).toBeGreaterThan(0);
    expect(brief.said.every(({ count, more }) => count === 0 && !more)).toBe(true);
  });

  test("is for reviewers of this organization with a token, and eight at once for one account", async () => {
    const { org, token } = await aQueue();
    const other = await anotherServer();
    closers.push(other.close);
    const coach = await org.aMember("northTeam", "Volunteer");
    const elsewhere = await aQueue();
    const status = async (bearer: string) => (await watch(other.url, org, bearer)).answer.status;
    expect(await status("nothing")).toBe(401);
    expect(await status(await world.it.signIn(coach.email))).toBe(403);
    expect(await status(elsewhere.token)).toBe(404);
    const open = [];
    for (let index = 0; index < 8; index += 1) open.push(await watch(other.url, org, token));
    expect(open.map((one) => one.answer.status)).toEqual(open.map(() => 200));
    expect(await status(token)).toBe(429);
    open[0]?.abort();
    await until(() => status(token)).toBe(200);
  });

  test("doesn't prevent a server from closing", async () => {
    const { org, token } = await aQueue();
    const other = await anotherServer();
    const stream = await watch(other.url, org, token);
    await begins(stream);
    const begun = performance.now();
    await other.close();
    await stream.reading;
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  test("continues after the listening connection was lost", { tags: ["thorough"] }, async () => {
    const { org, token } = await aQueue();
    const other = await anotherServer();
    closers.push(other.close);
    const stream = await watch(other.url, org, token);
    await begins(stream);
    await world.it.database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND query LIKE 'LISTEN%' AND datname = current_database()",
    );
    await aSubmissionAt(org, "northTeam");
    await until(() => stream.said.at(-1)?.count).toBe(1);
  });
});

describe("statistics", () => {
  test("show how long decisions took and what is pending, within the reviewer's reach", async () => {
    const { org, admin, director } = await aQueue();
    const hour = 3_600_000;
    const south = await aSubmissionAt(org, "southClub");
    const many: Submission[] = [];
    for (let index = 0; index < 10; index += 1) many.push(await aSubmissionAt(org, "northTeam"));
    const sentIn = (one: Submission, ago: number) =>
      org.asSystem((call) =>
        call.db.execute(sql`UPDATE attempt SET submitted_at = ${new Date(Date.now() - ago).toISOString()}
          WHERE organization_id = ${call.organizationId} AND requirement_id = ${one.requirementId}`),
      );
    for (const [index, one] of many.entries()) {
      await sentIn(one, (index + 1) * hour);
      await approve(director, one);
    }
    await sentIn(south, 40 * hour);
    await approve(admin, south);
    const waiting = [2, 30, 100, 24 * 30];
    for (const ago of waiting) await sentIn(await aSubmissionAt(org, "otherTeam"), ago * hour);
    const of = { params: { orgId: org.organizationId } };
    const seen = await director.call(getReviewStatistics, of);
    const inHours = (milliseconds: number | null) => Math.round((milliseconds ?? 0) / hour);
    expect([seen.decided, inHours(seen.median), inHours(seen.ninetieth)]).toEqual([10, 5, 9]);
    expect(seen.waiting.map(({ upToDays, count }) => [upToDays, count])).toEqual([
      [1, 1],
      [3, 1],
      [7, 1],
      [null, 1],
    ]);
    expect(seen.weeks).toHaveLength(12);
    expect(seen.weeks.map((week) => week.decided)).toEqual([...Array.from({ length: 11 }, () => 0), 10]);
    expect(seen.reviewers).toMatchObject([{ id: director.profileId, decided: 10 }]);
    const all = await admin.call(getReviewStatistics, of);
    expect(all.reviewers.map((one) => one.decided)).toEqual([10, 1]);
    expect(all.contents).toMatchObject([{ name: "Coach agreement", decided: 11 }]);
    const file = await director.ask(getReviewStatisticsFile, of);
    expect(file.headers.get("content-disposition")).toContain("reviews.csv");
    expect(String(file.body)).toContain("All,Last 12 weeks,10,5.0,9.0\r\n");
    const coach = await org.aMember("northTeam", "Volunteer");
    expect((await coach.ask(getReviewStatistics, of)).status).toBe(403);
  });
});
