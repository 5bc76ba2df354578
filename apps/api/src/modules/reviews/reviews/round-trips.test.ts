import { completeDocument } from "@touchline/contract/requirements/requirements";
import { saveDraft } from "@touchline/contract/requirements/submissions";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { aSubmissionAt, owedBy, type Submission } from "../../../../test/submissions.ts";
import { aPdf, aWorld } from "../../../../test/world.ts";

const world = aWorld();

async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const director = await org.aMember("north", "Club Director");
  return { org, director };
}

const reviewed = (one: Submission, reviewDecision: "Approved" | "RejectedReset" | "RejectedDisqualified") => ({
  params: { plaId: one.profileLevelAccessId },
  body: { requirementId: one.requirementId, reviewDecision, reviewNotes: "Looked at." },
});
const inName = (one: Submission) => ({
  params: { id: one.requirementId },
  body: { profileLevelAccessId: one.profileLevelAccessId },
});

describe("what somebody waits for takes few round trips", () => {
  test.each([
    ["Approved", 27],
    ["RejectedReset", 28],
    ["RejectedDisqualified", 27],
  ] as const)("a review: %s", async (decision, most) => {
    const { org, director } = await aClub();
    const one = await aSubmissionAt(org, "northTeam");
    const trips = await world.it.sentBy(() => director.call(reviewRequirement, reviewed(one, decision)));
    // Who calls; the locks with what is judged by; the decision with what the statuses follow from; these. Then the end.
    expect(trips).toHaveLength(4);
    expect(trips.flat().length).toBeLessThanOrEqual(most);
  });

  test("a document, and what was typed into its draft", async () => {
    const { org } = await aClub();
    const one = await owedBy(await org.aMember("northTeam", "Head Coach"));
    const { params, body } = inName(one);
    const drafting = () => one.by.call(saveDraft, { params, body: { ...body, fields: {} } });
    expect((await world.it.sentBy(drafting)).length).toBeLessThanOrEqual(12);
    const trips = await world.it.sentBy(() => one.by.call(completeDocument, { params, body, files: [aPdf()] }));
    expect(trips.length).toBeLessThanOrEqual(13);
  });
});

describe("what leaves together is done in order", () => {
  test("the duties, then the people, then what a review judges by", async () => {
    const { org, director } = await aClub();
    const one = await aSubmissionAt(org, "northTeam");
    const [, locked = []] = await world.it.sentBy(() => director.call(reviewRequirement, reviewed(one, "Approved")));
    expect(locked[0]).toMatch(/pg_advisory_xact_lock_shared\(hashtextextended\('duties'/);
    expect(locked[1]).toMatch(/FROM profile[\s\S]*FOR NO KEY UPDATE/);
    expect(locked.slice(2).filter((text) => /FOR |pg_advisory/.test(text))).toEqual([]);
  });

  test("the decision, then what the statuses follow from; the standings, then what is shown of them", async () => {
    const { org, director } = await aClub();
    const one = await aSubmissionAt(org, "northTeam");
    const [, , decision = [], standing = []] = await world.it.sentBy(() =>
      director.call(reviewRequirement, reviewed(one, "Approved")),
    );
    const first = (statements: string[], what: RegExp) => statements.findIndex((text) => what.test(text));
    expect(first(decision, /UPDATE attempt/)).toBe(0);
    expect(first(decision, /^select[\s\S]*from "attempt"/)).toBeGreaterThan(0);
    const patterns = [/INSERT INTO "member_standing"/, /INSERT INTO member_index|member_count_delta/];
    expect(first(standing, patterns[0] as RegExp)).toBeGreaterThanOrEqual(0);
    expect(first(standing, patterns[1] as RegExp)).toBeGreaterThan(first(standing, patterns[0] as RegExp));
  });
});

test("what the database refuses of the last writes takes the decision back", async () => {
  const { org, director } = await aClub();
  const one = await aSubmissionAt(org, "northTeam");
  const asOwner = async (text: string) => {
    const owner = new pg.Client({ connectionString: world.it.adminUrl });
    await owner.connect();
    await owner.query(text).finally(() => owner.end());
  };
  const app = new URL(world.it.database.pool.options.connectionString as string).username;
  await asOwner(`REVOKE INSERT ON standing_record FROM ${app}`);
  const failed = await director.ask(reviewRequirement, reviewed(one, "Approved"));
  await asOwner(`GRANT INSERT ON standing_record TO ${app}`);
  expect(failed.status).toBe(500);
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`
      SELECT state, (SELECT count(*)::int FROM review WHERE organization_id = ${call.organizationId}) AS reviews
      FROM attempt WHERE organization_id = ${call.organizationId} AND requirement_id = ${one.requirementId}`),
  );
  expect(rows).toEqual([{ state: "pendingReview", reviews: 0 }]);
  expect((await director.ask(reviewRequirement, reviewed(one, "Approved"))).status).toBe(200);
});

test("a review with an Idempotency-Key is decided once, and answered alike", async () => {
  const { org, director } = await aClub();
  const one = await aSubmissionAt(org, "northTeam");
  const request = { ...reviewed(one, "Approved"), key: "one-decision" };
  const first = await director.ask(reviewRequirement, request);
  expect(first.status).toBe(200);
  const second = await director.ask(reviewRequirement, request);
  expect(second).toMatchObject({ status: 200, body: first.body });
});
