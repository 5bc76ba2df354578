import { endOwnGuardianship } from "@touchline/contract/joining/families";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { getMember } from "@touchline/contract/people/profiles";
import { type MergeChoices, mergedParts, mergeProfiles, previewMerge } from "@touchline/contract/reporting/duplicates";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { getReviewStatistics } from "@touchline/contract/reviews/review-statistics";
import {
  bulkReview,
  claimReview,
  completeWithoutUpload,
  editCompletedDate,
  getPendingReviewCount,
  getReview,
  listReviewRequirements,
  markIncomplete,
  reinstate,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { listTaskItems } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { owedBy, placeOf, type Submission, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { recordEarlierCompletions } from "../../compliance/standing/actions/earlier-completions.ts";
import { addGuardian, endGuardianship } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { actingAgain } from "../../people/profiles/queries/actor.ts";
import { recordOfPerson } from "../../reporting/records/queries/record.ts";

const world = aWorld();
const born = `${new Date().getFullYear() - 9}-06-01`;

/** A child who owes a document, two guardians of whom one has a role in the organization, and a colleague. */
async function aFamily(role: LabelName = "Administrator") {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const parent = await org.aMember("root", role);
  const other = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
  const child = await org.asSystem(async (call) => {
    const name = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: born };
    const profileId = await createProfile(call, name, null);
    const { profileLevelAccessId } = await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      profileId,
    });
    for (const { profileId: guardianProfileId } of [parent, other]) {
      await addGuardian(call, { guardianProfileId, childProfileId: profileId });
    }
    return { profileId, plaId: profileLevelAccessId };
  });
  const one = await owedBy({ ...parent, plaId: child.plaId });
  const leave = () => parent.call(endOwnGuardianship, { params: { profileId: child.profileId } });
  const assignment = {
    levelId: org.levels.root,
    includeBelow: true,
    labelIds: [org.labelIds.Volunteer],
    mandatory: true,
    dueDate: null,
  };
  return { org, admin, parent, other, child, contentId, one, leave, assignment };
}
type Family = Awaited<ReturnType<typeof aFamily>>;

const approve = (by: TestPerson, one: Submission) =>
  by.ask(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
const complete = (by: TestPerson, one: Submission) =>
  by.ask(completeWithoutUpload, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, date: "2026-01-05", reason: "Seen on paper." },
  });
const refused = (reason: string) => expect.objectContaining({ status: 403, body: expect.objectContaining({ reason }) });

/** What came of a decree for the child. */
async function decreed({ org, child, contentId }: Family, by: TestPerson): Promise<string> {
  const { taskId } = await by.call(startMemberTask, {
    params: { id: org.levels.root },
    body: {
      selection: { profileLevelAccessIds: [child.plaId] },
      act: { kind: "members.extend", contentId, validUntil: "2099-01-01", reason: "Closed." },
    },
  });
  await world.it.drainJobs();
  return (await by.call(listTaskItems, { params: { id: taskId } })).data[0]?.reason ?? "";
}

test("who was a guardian when something was submitted decides on it by no route after the guardianship has ended", async () => {
  const family = await aFamily();
  const { org, admin, parent, child, one, contentId, leave, assignment } = family;
  await send(one);
  await leave();
  const place = placeOf(one);
  const plaId = child.plaId;
  const { requirementId } = one;
  expect(await approve(parent, one)).toEqual(refused("onceGuarded"));
  const many = { requirements: [place], review: { reviewDecision: "Approved" as const, reviewNotes: "" } };
  expect((await parent.call(bulkReview, { body: many })).results).toMatchObject([
    { outcome: "refused", reason: "onceGuarded" },
  ]);
  expect(await complete(parent, one)).toEqual(refused("onceGuarded"));
  expect(await parent.ask(claimReview, { params: { plaId }, body: { requirementId } })).toEqual(refused("onceGuarded"));
  expect(await parent.ask(getReview, { query: place })).toEqual(refused("onceGuarded"));
  const exempt = {
    contentAssignments: [assignment],
    exceptions: [
      { profileId: child.profileId, levelId: null, includeBelow: false, labelId: null, untilDay: null, reason: "Kind" },
    ],
  };
  expect(await parent.ask(assignContent, { params: { id: contentId }, body: exempt })).toEqual(refused("onceGuarded"));
  const carried = { profileId: child.profileId, contentId, completedOn: "2026-01-05", validUntil: null };
  const carriedBy = (by: TestPerson) =>
    org.asSystem(async (call) => {
      const acting = await actingAgain(call, by.profileId);
      return acting && recordEarlierCompletions(acting, [carried]);
    });
  expect(await carriedBy(parent)).toEqual(["tied"]);

  expect(await approve(admin, one)).toMatchObject({ status: 200 });
  const correct = { params: { plaId }, body: { requirementId, completedDateTime: "2026-01-05T12:00:00.000Z" } };
  expect(await parent.ask(editCompletedDate, correct)).toEqual(refused("onceGuarded"));
  const why = { params: { plaId }, body: { requirementId, reason: "A mistake." } };
  expect(await parent.ask(markIncomplete, why)).toEqual(refused("onceGuarded"));
  expect(await decreed(family, parent)).toContain("you can't decide on this");
  await admin.call(markIncomplete, why);

  await send({ ...one, by: family.other });
  await admin.call(reviewRequirement, {
    params: { plaId },
    body: { requirementId, reviewDecision: "RejectedDisqualified", reviewNotes: "Not them." },
  });
  expect(await parent.ask(reinstate, why)).toEqual(refused("onceGuarded"));
  expect((await admin.ask(reinstate, why)).status).toBe(200);
});

test("a director who submitted as a guardian can't decide, whoever ended the guardianship and whatever their role is now", async () => {
  const { org, admin, parent, child, one } = await aFamily("Head Coach");
  await send(one);
  await org.asSystem(async (call) => {
    const pair = { guardianProfileId: parent.profileId, childProfileId: child.profileId };
    await endGuardianship(call, { ...pair, reason: "Moved away." });
    await addMember(call, {
      levelId: org.levels.north,
      labelId: org.labelIds["Club Director"],
      profileId: parent.profileId,
    });
  });
  expect(await approve(parent, one)).toEqual(refused("onceGuarded"));
  expect(await complete(parent, one)).toEqual(refused("onceGuarded"));
  expect((await approve(admin, one)).status).toBe(200);
});

test("who became and stopped being a guardian after the submission does not decide on it either", async () => {
  const { org, admin, one, child, leave } = await aFamily();
  await send(one);
  await leave();
  const late = await org.aMember("north", "Club Director");
  const pair = { guardianProfileId: late.profileId, childProfileId: child.profileId };
  await org.asSystem((call) => addGuardian(call, pair));
  await org.asSystem((call) => endGuardianship(call, { ...pair, reason: "A mistake." }));
  expect(await approve(late, one)).toEqual(refused("onceGuarded"));
  expect((await approve(admin, one)).status).toBe(200);
});

test("what a former guardian may not decide is not offered, with the reason, and is in no queue of theirs", async () => {
  const { org, admin, parent, child, one, leave } = await aFamily();
  await send(one);
  await leave();
  const seenBy = async (by: TestPerson) => {
    const { requirements } = await by.call(listRequirements, { params: { plaId: child.plaId } });
    const query = { profileLevelAccessId: child.plaId };
    const alone = await by.call(getRequirement, { params: { id: one.requirementId }, query });
    const page = await by.call(getMember, { params: { id: child.plaId } });
    return [requirements[0], alone, page.requirements[0]];
  };
  for (const seen of await seenBy(parent)) {
    expect(seen?.decisionRefusal).toBe(
      "You were this person's guardian, so you can't decide on this. Ask a colleague.",
    );
    for (const action of ["review", "markComplete", "markIncomplete", "editCompletedDate"] as const) {
      expect(seen?.actions).not.toContain(action);
    }
  }
  for (const seen of await seenBy(admin)) {
    expect(seen?.decisionRefusal).toBeNull();
    expect(seen?.actions).toEqual(expect.arrayContaining(["review", "markComplete"]));
  }
  const waiting = async (by: TestPerson) => {
    const params = { orgId: org.organizationId };
    const { count } = await by.call(getPendingReviewCount, { params });
    return [count, (await by.call(listReviewRequirements, { params, query: {} })).data.length];
  };
  expect(await waiting(parent)).toEqual([0, 0]);
  expect(await waiting(admin)).toEqual([1, 1]);
});

test("a person who submitted as a guardian is known from the submission, even if the guardianship isn't recorded anymore", async () => {
  const { org, admin, parent, one, leave } = await aFamily();
  await send(one);
  await leave();
  await asOwnerOf(
    world.it.adminUrl,
    "DELETE FROM guardianship WHERE organization_id = $1 AND guardian_profile_id = $2",
    [org.organizationId, parent.profileId],
  );
  expect(await approve(parent, one)).toEqual(refused("ownSubmission"));
  expect(await complete(parent, one)).toEqual(refused("ownSubmission"));
  expect(await approve(admin, one)).toMatchObject({ status: 200 });
});

test("an account with two entries decides on neither of them", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const one = await owedBy(coach);
  await send(one);
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE profile SET app_user_id = ${director.appUserId}
      WHERE organization_id = ${call.organizationId} AND profile_id = ${coach.profileId}`),
  );
  expect(await approve(director, one)).toEqual(refused("ownRequirement"));
  expect(await complete(director, one)).toEqual(refused("ownRequirement"));
  expect((await approve(admin, one)).status).toBe(200);
});

test("who submitted as a guardian stays barred when the child's entry goes into another one", async () => {
  const { org, admin, parent, child, one, leave } = await aFamily();
  await send(one);
  await leave();
  const { profileId } = await org.added(admin, "northTeam", "Volunteer", "Little");
  const merging = { keep: profileId, merge: child.profileId };
  const { refusal } = await parent.call(previewMerge, { query: merging });
  expect(refusal?.kind).toBe("ownEntry");
  const parts = Object.fromEntries(mergedParts.map((part) => [part, "keep" as const])) as MergeChoices;
  const merged = await admin.call(mergeProfiles, { body: { ...merging, parts } });
  const plaId = merged.profileLevelAccessId as string;
  const kept = { ...(await owedBy({ ...admin, plaId })), by: admin };
  expect(await approve(parent, kept)).toEqual(refused("onceGuarded"));
  expect((await approve(admin, kept)).status).toBe(200);
});

test("colleagues without a tie decide as ever, also on what they marked complete themselves", async () => {
  const { org, one, child } = await aFamily();
  await send(one);
  const director = await org.aMember("north", "Club Director");
  expect((await approve(director, one)).status).toBe(200);
  const why = { params: { plaId: child.plaId }, body: { requirementId: one.requirementId, reason: "A mistake." } };
  expect((await director.ask(markIncomplete, why)).status).toBe(200);
  expect((await complete(director, one)).status).toBe(200);
  const correct = {
    params: { plaId: child.plaId },
    body: { requirementId: one.requirementId, completedDateTime: "2026-01-06T12:00:00.000Z" },
  };
  expect((await director.ask(editCompletedDate, correct)).status).toBe(200);
});

test("what staff uploaded on somebody's behalf they may decide, and page, statistics and record say that it was one person", async () => {
  const { org, admin, one } = await aFamily();
  const director = await org.aMember("north", "Club Director");
  await send(one);
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE attempt SET created_by = ${director.profileId}, created_as = 'staff',
      submitted_by = ${director.profileId}, submitted_as = 'staff'
      WHERE organization_id = ${call.organizationId} AND requirement_id = ${one.requirementId}`),
  );
  const page = (by: TestPerson) => by.call(getReview, { query: placeOf(one) });
  expect((await page(director)).uploadedByCaller).toBe(true);
  expect((await page(admin)).uploadedByCaller).toBe(false);
  expect((await approve(director, one)).status).toBe(200);
  expect((await page(admin)).decisions).toMatchObject([{ decision: "Approved", samePerson: true }]);
  const statistics = await admin.call(getReviewStatistics, { params: { orgId: org.organizationId } });
  expect(statistics).toMatchObject({ decided: 1, samePerson: 1, reviewers: [{ samePerson: 1 }] });
  const attempts = await org.asSystem(async (call) => {
    const acting = (await actingAgain(call, admin.profileId)) as Call;
    const read = await recordOfPerson(acting, one.profileLevelAccessId, newId());
    return read.said.requirements.flatMap((requirement) => requirement.attempts);
  });
  expect(attempts.map(({ review }) => review?.samePersonWords)).toEqual(["Uploaded and reviewed by the same person"]);
});
