import { getMember, listProfiles } from "@touchline/contract/people/profiles";
import { completeDocument, getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { getReview, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type Organization } from "../../../../test/world.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { addGuardian } from "./actions/guardians.ts";

const world = aWorld();

/** A child without a login who owes a document, and the parent who guards it. */
async function aFamily(org: Organization) {
  const admin = await org.aMember("root", "Administrator");
  const parent = await org.aMember("northTeam", "Club Director");
  await org.aDocument(admin, { labels: ["Volunteer"] });
  const child = await org.asSystem(async (call) => {
    const profileId = await createProfile(
      call,
      { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: `${new Date().getFullYear() - 9}-06-01` },
      null,
    );
    const added = await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      profileId,
    });
    return { ...added, plaId: added.profileLevelAccessId };
  });
  return { admin, parent, child };
}

test("a child without a login is activated once a guardian is, and the guardian acts for it", async () => {
  const org = await world.it.anOrganization();
  const { admin, parent, child } = await aFamily(org);
  const before = await admin.call(listRequirements, { params: { plaId: child.plaId } });
  expect(before.overallStatus).toBe("NotActivated");
  await org.asSystem((call) =>
    addGuardian(call, { guardianProfileId: parent.profileId, childProfileId: child.profileId }),
  );
  const mine = await parent.call(listProfiles, { query: { AppUserId: parent.appUserId } });
  expect(mine.map((one) => [one.firstName, one.guarded])).toEqual([
    ["Club-Director", false],
    ["Noa", true],
  ]);
  const after = await parent.call(listRequirements, { params: { plaId: child.plaId } });
  expect(after.overallStatus).toBe("Incomplete");
  const submitted = await parent.ask(completeDocument, {
    params: { id: after.requirements[0]?.requirementId as string },
    body: { profileLevelAccessId: child.plaId },
    files: [aPdf()],
  });
  expect(submitted.status).toBe(200);
});

test("the guardian reads why the child's submission was sent back", async () => {
  const org = await world.it.anOrganization();
  const { admin, parent, child } = await aFamily(org);
  await org.asSystem((call) =>
    addGuardian(call, { guardianProfileId: parent.profileId, childProfileId: child.profileId }),
  );
  const sent = await owedBy({ ...parent, plaId: child.plaId });
  await send(sent);
  await admin.call(reviewRequirement, {
    params: { plaId: child.plaId },
    body: {
      requirementId: sent.requirementId,
      reviewDecision: "RejectedReset",
      reviewNotes: "The second page is missing.",
    },
  });
  const seen = await parent.call(getRequirement, {
    params: { id: sent.requirementId },
    query: { profileLevelAccessId: child.plaId },
  });
  expect(seen.resetNote).toBe("The second page is missing.");
});

test("the guardian sees all of the child's memberships and history, also where they have no role", async () => {
  const org = await world.it.anOrganization();
  const { admin, parent, child } = await aFamily(org);
  await org.aDocument(admin, { at: "south", labels: ["Head Coach"], name: "Southern agreement" });
  await org.asSystem((call) =>
    addMember(call, { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"], profileId: child.profileId }),
  );
  const seen = async () => {
    const { memberships } = await parent.call(getMember, { params: { id: child.plaId } });
    const history = await requirementHistory(parent, child.plaId);
    return [memberships.length, history.some((event) => event.contentName === "Southern agreement")];
  };
  expect(await seen()).toEqual([1, false]);
  await org.asSystem((call) =>
    addGuardian(call, { guardianProfileId: parent.profileId, childProfileId: child.profileId }),
  );
  expect(await seen()).toEqual([2, true]);
});

test("nobody else acts for the child, and the guardian does not decide about it", async () => {
  const org = await world.it.anOrganization();
  const { parent, child } = await aFamily(org);
  await org.asSystem((call) =>
    addGuardian(call, { guardianProfileId: parent.profileId, childProfileId: child.profileId }),
  );
  const other = await org.aMember("northTeam", "Head Coach");
  expect((await other.ask(listRequirements, { params: { plaId: child.plaId } })).status).toBe(403);
  const { requirements } = await parent.call(listRequirements, { params: { plaId: child.plaId } });
  const requirementId = requirements[0]?.requirementId as string;
  const upload = { params: { id: requirementId }, body: { profileLevelAccessId: child.plaId }, files: [aPdf()] };
  expect((await other.ask(completeDocument, upload)).status).toBe(403);
  await parent.call(completeDocument, upload);
  const decide = await parent.ask(reviewRequirement, {
    params: { plaId: child.plaId },
    body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  expect(decide).toMatchObject({ status: 403, body: { reason: "guardedChild" } });
  const query = { requirementId, profileLevelAccessId: child.plaId };
  expect((await parent.ask(getReview, { query })).status).toBe(403);
  const seen = await parent.call(getRequirement, {
    params: { id: requirementId },
    query: { profileLevelAccessId: child.plaId },
  });
  expect(seen.actions).not.toContain("review");
});

test("an adult is not guarded, a child guards nobody, and two guardians are enough", async () => {
  const org = await world.it.anOrganization();
  const { parent, child, admin } = await aFamily(org);
  const guard = (guardianProfileId: string, childProfileId: string) =>
    org.asSystem((call) => addGuardian(call, { guardianProfileId, childProfileId }));
  await expect(guard(parent.profileId, admin.profileId)).rejects.toMatchObject({ code: "invalid" });
  await expect(guard(child.profileId, child.profileId)).rejects.toMatchObject({ code: "invalid" });
  const second = await org.aMember("north", "Head Coach");
  await guard(parent.profileId, child.profileId);
  await guard(second.profileId, child.profileId);
  await expect(guard(admin.profileId, child.profileId)).rejects.toMatchObject({ code: "conflict" });
});
