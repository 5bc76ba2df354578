import { completeDocument, declineRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { expect, test } from "vitest";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

const declined = async (by: TestPerson, person: TestPerson) =>
  (await by.call(listRequirements, { params: { plaId: person.plaId } })).requirements
    .filter((one) => one.declined)
    .map(({ name }) => name);

test("a member declines what is optional and has it asked again; it stays as it is, and nobody else declines it for them", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { name: "First aid", mandatory: false });
  await org.aDocument(admin, { name: "Agreement" });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "First aid");
  const say = (by: TestPerson, isDeclined: boolean, id = requirementId) =>
    by.ask(declineRequirement, { params: { id }, body: { profileLevelAccessId, declined: isDeclined } });

  const before = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  expect((await say(admin, true)).status).toBe(403);
  expect((await say(coach, true)).status).toBe(204);
  expect((await say(coach, true)).status).toBe(204);
  expect(await declined(coach, coach)).toEqual(["First aid"]);
  expect(await declined(admin, coach)).toEqual(["First aid"]);
  const after = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  expect(after.overallStatus).toBe(before.overallStatus);
  expect(after.requirements).toHaveLength(2);

  expect((await say(coach, false)).status).toBe(204);
  expect(await declined(coach, coach)).toEqual([]);
  const agreement = await owedBy(coach, "Agreement");
  expect((await say(coach, true, agreement.requirementId)).status).toBe(409);
});

test("what was declined and then submitted is no longer declined, also when it is sent back", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { name: "First aid", mandatory: false });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "First aid");
  const params = { id: requirementId };
  await coach.call(declineRequirement, { params, body: { profileLevelAccessId, declined: true } });
  await coach.call(completeDocument, { params, body: { profileLevelAccessId }, files: [aPdf()] });
  expect(await declined(coach, coach)).toEqual([]);
  const again = { params, body: { profileLevelAccessId, declined: true } };
  expect((await coach.ask(declineRequirement, again)).status).toBe(409);
  const note = { reviewDecision: "RejectedReset" as const, reviewNotes: "The date is missing." };
  await admin.call(reviewRequirement, { params: { plaId: profileLevelAccessId }, body: { requirementId, ...note } });
  expect(await declined(coach, coach)).toEqual([]);
  expect((await coach.ask(declineRequirement, again)).status).toBe(204);
  expect(await declined(coach, coach)).toEqual(["First aid"]);
});
