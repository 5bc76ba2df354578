import { listNotices } from "@touchline/contract/messages/notices";
import { getWaiting } from "@touchline/contract/reporting/waiting";
import { getReviewSettings, saveReviewSettings } from "@touchline/contract/reviews/review-settings";
import { bulkReview, getReview, listReviewRequirements, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aSubmissionAt, placeOf, type Submission } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();

/** An organization in which a disqualification takes two reviewers, with two directors of the north and an Admin. */
async function twoReviewers() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { version, templates } = await admin.call(getReviewSettings);
  await admin.call(saveReviewSettings, { body: { version, templates, secondReviewer: true } });
  await org.aDocument(admin);
  const first = await org.aMember("north", "Club Director");
  const second = await org.aMember("north", "Club Director");
  return { org, admin, first, second };
}

const disqualify = { reviewDecision: "RejectedDisqualified" as const, reviewNotes: "Forged." };
const propose = (by: TestPerson, one: Submission) =>
  by.ask(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, ...disqualify },
  });
const many = async (
  by: TestPerson,
  ones: Submission[],
  review: { reviewDecision: "Approved" | "RejectedDisqualified"; reviewNotes: string } = disqualify,
) => (await by.call(bulkReview, { body: { requirements: ones.map(placeOf), review } })).results;

test("a bulk disqualification never confirms what a colleague proposed, and each result says what came of it", async () => {
  const { org, first, second } = await twoReviewers();
  const proposed = await aSubmissionAt(org, "northTeam");
  const fresh = await aSubmissionAt(org, "northTeam");
  expect((await propose(first, proposed)).body.proposed).toBe(true);
  expect(await many(second, [proposed, fresh])).toMatchObject([
    {
      result: "skipped",
      reason: "proposed",
      message: "A disqualification is proposed here. Open it to confirm or decline it.",
    },
    { result: "proposed", status: 7 },
  ]);
  expect(await many(first, [proposed, fresh])).toMatchObject([
    { result: "skipped", reason: "proposed" },
    { result: "skipped", reason: "proposed" },
  ]);
  const still = await second.call(getReview, { query: placeOf(proposed) });
  expect([still.attempt.state, still.proposal?.mayConfirm]).toEqual(["pendingReview", true]);
  const other = await aSubmissionAt(org, "northTeam");
  expect(await many(second, [other], { reviewDecision: "Approved", reviewNotes: "" })).toMatchObject([
    { result: "confirmed", status: 3 },
  ]);
  expect((await propose(second, proposed)).body).toMatchObject({ proposed: false, status: 8 });
});

test("the other reviewers hear of a proposal by bell, by mail and under what needs attention; nobody else does", async () => {
  const { org, admin, first, second } = await twoReviewers();
  const south = await org.aMember("south", "Club Director");
  const manager = await org.aMember("northTeam", "Team Manager");
  const ones = [await aSubmissionAt(org, "northTeam"), await aSubmissionAt(org, "northTeam")];
  expect(await many(first, ones)).toMatchObject([{ result: "proposed" }, { result: "proposed" }]);
  await world.it.drainJobs();
  const belled = async (by: TestPerson) => {
    const { data } = await by.call(listNotices);
    return data.flatMap((one) => (one.kind === "proposal" ? one.count : []));
  };
  expect(await belled(second)).toEqual([2]);
  expect(await belled(admin)).toEqual([2]);
  for (const nobody of [first, south, manager]) expect(await belled(nobody)).toEqual([]);
  const mails = await org.asSystem((call) => newestMails(call, 100));
  const written = mails.filter((mail) => mail.subject.includes("second reviewer"));
  expect(written.map((mail) => mail.to).sort()).toEqual([admin.email, second.email].sort());
  expect(written[0]?.text).not.toContain("Forged");
  const attention = async (by: TestPerson, level: "root" | "north" | "northTeam") =>
    (await by.call(getWaiting, { params: { id: org.levels[level] } })).proposals;
  expect(await attention(second, "north")).toEqual({ count: 2, more: false });
  expect(await attention(admin, "root")).toEqual({ count: 2, more: false });
  expect(await attention(first, "north")).toEqual({ count: 0, more: false });
  expect(await attention(manager, "northTeam")).toBeNull();
  const query = { proposed: "true" as const };
  const listed = await second.call(listReviewRequirements, { params: { orgId: org.organizationId }, query });
  expect(listed.data).toHaveLength(2);
});

test("two entries of one account are one reviewer: the other one does not confirm", async () => {
  const { org, first, second } = await twoReviewers();
  const one = await aSubmissionAt(org, "northTeam");
  await propose(first, one);
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE profile SET app_user_id = ${second.appUserId}
      WHERE organization_id = ${call.organizationId} AND profile_id = ${first.profileId}`),
  );
  expect(await propose(second, one)).toMatchObject({ status: 403, body: { reason: "ownProposal" } });
});
