import { listRequirements } from "@touchline/contract/requirements/requirements";
import { bulkReview, getPendingReviewCount, getReview, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aSubmissionAt, owedBy, placeOf, type Submission, send } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { openTenancy, ours } from "../../../database/tenancy.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import { review } from "../../../schema/reviews.ts";
import { lockPeople } from "../../compliance/standing/actions/lock-people.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { bulkReview as decideMany } from "./actions/review.ts";
import { notifyResets } from "./jobs.ts";

const world = aWorld();

type Decision = "Approved" | "RejectedReset" | "RejectedDisqualified";
const ask = (
  by: TestPerson,
  submissions: readonly Submission[],
  reviewDecision: Decision = "Approved",
  notes = "Seen.",
) =>
  by.ask(bulkReview, {
    body: { requirements: submissions.map(placeOf), review: { reviewDecision, reviewNotes: notes } },
  });

async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { labels: ["Head Coach", "Club Director"] });
  const director = await org.aMember("north", "Club Director");
  return { org, admin, director };
}
const several = async (org: Organization, count: number) => {
  const made: Submission[] = [];
  for (let index = 0; index < count; index += 1) made.push(await aSubmissionAt(org, "northTeam"));
  return made;
};

/** Until a lock is waited for. */
const somebodyWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await world.it.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0",
      );
      return rows.length;
    })
    .toBe(1);

describe("a bulk review", () => {
  test("decides what may be decided and says of each of the others why not, in the order that was asked", async () => {
    const { org, director } = await aClub();
    const [one, two] = (await several(org, 2)) as [Submission, Submission];
    const own = await owedBy(director);
    await send(own);
    const beyond = await aSubmissionAt(org, "southClub");
    const untouched = await owedBy(await org.aMember("northTeam", "Head Coach"));
    const stranger = await aSubmissionAt((await aClub()).org, "northTeam");
    const crossed = { ...one, profileLevelAccessId: two.profileLevelAccessId };

    const answer = await ask(director, [one, own, beyond, untouched, stranger, crossed, two, one]);
    expect(answer.status).toBe(200);
    expect(answer.body.results).toMatchObject([
      { outcome: "done", status: 3, overallStatus: "Cleared", ...placeOf(one) },
      { outcome: "refused", code: "forbidden", reason: "ownRequirement" },
      { outcome: "refused", code: "forbidden", reason: "outOfReach" },
      { outcome: "refused", code: "conflict", reason: "none" },
      { outcome: "refused", code: "notFound" },
      { outcome: "refused", code: "notFound" },
      { outcome: "done", status: 3, ...placeOf(two) },
      { outcome: "refused", code: "conflict", reason: "namedTwice" },
    ]);
    for (const result of answer.body.results) {
      if (result.outcome === "refused") expect(result.message).toMatch(/\.$/);
    }
    const elsewhere = await beyond.by.call(listRequirements, { params: { plaId: beyond.profileLevelAccessId } });
    expect(elsewhere.requirements[0]?.status).toBe(7);
    expect((await director.call(getPendingReviewCount, { params: { orgId: org.organizationId } })).count).toBe(0);
  });

  test("does for each what the single review does: statuses, history, notes", async () => {
    const { org, director } = await aClub();
    const [one, two] = (await several(org, 2)) as [Submission, Submission];
    await ask(director, [one], "RejectedReset", "The second page is missing.");
    await director.call(reviewRequirement, {
      params: { plaId: two.profileLevelAccessId },
      body: {
        requirementId: two.requirementId,
        reviewDecision: "RejectedReset",
        reviewNotes: "The second page is missing.",
      },
    });
    const facts = await org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ requirement_id: string; told: string }>(
        `SELECT requirement_id, string_agg(kind || ' ' || coalesce(to_state, '') || ' ' || coalesce(to_status::text, ''), ', '
           ORDER BY requirement_event_id) AS told
         FROM requirement_event WHERE organization_id IS NOT NULL GROUP BY requirement_id`,
      );
      return new Map(rows.map((row) => [row.requirement_id, row.told]));
    });
    expect(facts.get(one.requirementId)).toBe(facts.get(two.requirementId));
    expect(facts.get(one.requirementId)).toContain("attempt reset");
  });

  test("disqualifies only for who may, and only where every membership is within reach", async () => {
    const { org, admin, director } = await aClub();
    const manager = await org.aMember("northTeam", "Team Manager");
    const [one, two] = (await several(org, 2)) as [Submission, Submission];
    await org.asSystem(async (call) => {
      await addMember(call, {
        levelId: org.levels.southClub,
        labelId: org.labelIds.Volunteer,
        profileId: two.by.profileId,
      });
    });
    expect((await ask(manager, [one], "RejectedDisqualified")).body.results).toMatchObject([
      { outcome: "refused", code: "forbidden", reason: "role" },
    ]);
    expect((await ask(director, [one, two], "RejectedDisqualified")).body.results).toMatchObject([
      { outcome: "done", status: 8, overallStatus: "Disqualified" },
      { outcome: "refused", code: "forbidden", reason: "membershipOutOfReach" },
    ]);
    expect((await ask(admin, [two], "RejectedDisqualified")).body.results).toMatchObject([{ outcome: "done" }]);
  });

  test("mails the note of what was sent back, once to each, and of no other decision", async () => {
    const { org, director } = await aClub();
    const [one, two, three, four] = (await several(org, 4)) as [Submission, Submission, Submission, Submission];
    await ask(director, [one, two], "RejectedReset", "The second page is missing.");
    await ask(director, [three], "RejectedDisqualified", "Forged.");
    await ask(director, [four], "Approved", "Fine.");
    await world.it.drainJobs();
    // Told to tell all of them, the job keeps to what is the members' to read, and tells nobody twice.
    await org.asSystem(async (call) => {
      const rows = await call.db.select().from(review).where(ours(review, call));
      await enqueue(call, notifyResets, { reviewIds: rows.map((row) => row.reviewId) });
    });
    await world.it.drainJobs();
    const mails = await org.asSystem((call) => newestMails(call, 100));
    expect(mails.map((mail) => mail.to).sort()).toEqual([one.by.email, two.by.email].sort());
    const text = JSON.stringify(mails);
    expect(text).toContain("The second page is missing.");
    expect(text).toContain(`/requirements/${one.requirementId}`);
    expect(text).not.toMatch(/Forged|Fine\./);
  });

  test("leaves out what lacks its last valid day, and dates the rest by their own", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { settings: { validity: { type: "PerRequirement" } } });
    const dated = await owedBy(await org.aMember("northTeam", "Head Coach"));
    await send(dated, { validUntil: "2090-05-01" });
    const undated = await aSubmissionAt(org, "northTeam");
    expect((await admin.call(getReview, { query: placeOf(undated) })).asksValidUntil).toBe(true);
    expect((await ask(admin, [dated, undated])).body.results).toMatchObject([
      { outcome: "done", status: 3 },
      { outcome: "refused", code: "invalid" },
    ]);
    const { requirements } = await dated.by.call(listRequirements, { params: { plaId: dated.profileLevelAccessId } });
    expect(requirements[0]?.expiresAt).toBe("2090-05-02T07:00:00.000Z");
  });

  test("leaves out what ends before the day it must at least be good through, as a single approval does", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const settings = { validity: { type: "PerRequirement" } as const, validThrough: "2090-06-30" };
    await org.aDocument(admin, { settings });
    const good = await owedBy(await org.aMember("northTeam", "Head Coach"));
    await send(good, { validUntil: "2090-06-30" });
    const short = await owedBy(await org.aMember("northTeam", "Head Coach"));
    await send(short, { validUntil: "2091-01-01" });
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE attempt SET valid_until = '2090-06-29'
        WHERE organization_id = ${call.organizationId} AND requirement_id = ${short.requirementId}`),
    );
    expect((await admin.call(getReview, { query: placeOf(good) })).validThrough).toBe("2090-06-30");
    expect((await ask(admin, [good, short])).body.results).toMatchObject([
      { outcome: "done", status: 3 },
      { outcome: "refused", code: "invalid", message: expect.stringContaining("2090-06-30") },
    ]);
    const decide = (reviewDecision: Decision, validUntil?: string) =>
      admin.ask(reviewRequirement, {
        params: { plaId: short.profileLevelAccessId },
        body: {
          ...{ requirementId: short.requirementId, reviewDecision, reviewNotes: "Seen." },
          ...(validUntil === undefined ? {} : { validUntil }),
        },
      });
    for (const day of [undefined, "2090-06-29"]) {
      expect(await decide("Approved", day)).toMatchObject({ status: 400, body: { errors: [{ path: "validUntil" }] } });
    }
    // What the reviewer reads on it may be another day; or it goes back.
    expect((await decide("RejectedReset")).status).toBe(200);
    await send(short, { validUntil: "2090-07-31" });
    expect((await decide("Approved", "2090-06-30")).status).toBe(200);
  });

  test("is refused as a whole without a reason for a rejection, without a choice, and beyond a thousand", async () => {
    const { org, director } = await aClub();
    const [one] = (await several(org, 1)) as [Submission];
    const bare = await ask(director, [one], "RejectedReset", " ");
    expect(bare).toMatchObject({ status: 400, body: { errors: [{ path: "reviewNotes" }] } });
    expect((await ask(director, [])).status).toBe(400);
    expect(
      (
        await ask(
          director,
          Array.from({ length: 1001 }, () => one),
        )
      ).status,
    ).toBe(400);
    expect((await director.call(getPendingReviewCount, { params: { orgId: org.organizationId } })).count).toBe(1);
  });

  test("two at once decide each submission exactly once", async () => {
    const { org, admin, director } = await aClub();
    const all = await several(org, 4);
    const answers = await Promise.all([ask(director, all), ask(admin, all.toReversed())]);
    const done = answers.flatMap(({ body }) => body.results.filter((one) => one.outcome === "done"));
    expect(done.map((one) => one.requirementId).sort()).toEqual(all.map((one) => one.requirementId).sort());
  });

  test("takes the people before their submissions, so that it never waits crosswise with what a member does", async () => {
    const { org, director } = await aClub();
    const [one] = (await several(org, 1)) as [Submission];
    let answer: ReturnType<typeof ask> | undefined;
    await org.asSystem(async (call) => {
      await lockPeople(call, [one.by.profileId]);
      answer = ask(director, [one]);
      await somebodyWaits();
      await call.db.execute(sql`SELECT FROM attempt WHERE organization_id = ${call.organizationId}
        AND requirement_id = ${one.requirementId} FOR UPDATE NOWAIT`);
    });
    expect((await answer)?.body.results).toMatchObject([{ outcome: "done" }]);
  });

  test("counts a membership that is added while it waits", async () => {
    const { org, director } = await aClub();
    const [one] = (await several(org, 1)) as [Submission];
    let answer: ReturnType<typeof ask> | undefined;
    await org.asSystem(async (call) => {
      await lockPeople(call, [one.by.profileId]);
      answer = ask(director, [one], "RejectedDisqualified");
      await somebodyWaits();
      const at = { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer };
      await addMember(call, { ...at, profileId: one.by.profileId });
    });
    expect((await answer)?.body.results).toMatchObject([{ outcome: "refused", reason: "membershipOutOfReach" }]);
  });

  test("sends as many statements for twelve as for two", async () => {
    const { org } = await aClub();
    const all = await several(org, 14);
    const counted = async (submissions: readonly Submission[]) => {
      let statements = 0;
      const tenancy = openTenancy(world.it.database.pool, () => {
        statements += 1;
      });
      await org.asSystem((system) =>
        tenancy.run(system.organizationId, (db) =>
          decideMany(
            { ...system, db },
            { requirements: submissions.map(placeOf), review: { reviewDecision: "Approved", reviewNotes: "" } },
          ),
        ),
      );
      return statements;
    };
    const forTwo = await counted(all.slice(0, 2));
    expect(forTwo).toBeGreaterThan(5);
    expect(await counted(all.slice(2))).toBe(forTwo);
  });
});
