import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aSubmissionAt, owedBy, type Submission, send } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

const approve = (by: TestPerson, one: Submission) =>
  by.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });

/** As though what is in an organization had been sent in so many hours before it was decided, or before now. */
const waited = (org: Organization, one: Submission, hours: number) =>
  org.asSystem((call) =>
    call.db.execute(sql`
      UPDATE attempt SET submitted_at = submitted_at - ${`${hours} hours`}::interval
      WHERE organization_id = ${call.organizationId} AND requirement_id = ${one.requirementId}`),
  );

/** An organization where ten submissions were decided, after one hour to ten. */
async function decidedOnes() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  for (let hours = 1; hours <= 10; hours += 1) {
    const one = await aSubmissionAt(org, "northTeam");
    await approve(admin, one);
    await waited(org, one, hours * 6);
  }
  const coach = await org.aMember("northTeam", "Head Coach");
  const days = async () => {
    await world.it.runSchedule("reviews.keepPace");
    const own = await owedBy(coach);
    const { reviewDays } = await coach.call(getRequirement, {
      params: { id: own.requirementId },
      query: { profileLevelAccessId: coach.plaId },
    });
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(requirements.find((one) => one.requirementId === own.requirementId)?.reviewDays).toBe(reviewDays);
    return reviewDays;
  };
  return { org, admin, coach, days };
}

test("a member reads within how many days eight of ten reviews were decided here, before sending and after it", async () => {
  const { coach, days } = await decidedOnes();
  // 48 hours, and the moment that the test took.
  expect(await days()).toBe(3);
  await send(await owedBy(coach));
  expect(await days()).toBe(3);
});

test("pending submissions that waited longer count as slower; if too many are pending, there is no estimate", {
  tags: ["thorough"],
}, async () => {
  const { org, days } = await decidedOnes();
  const pile = [];
  for (let more = 0; more < 3; more += 1) pile.push(await aSubmissionAt(org, "northTeam"));
  expect(await days()).toBe(3);
  for (const one of pile) await waited(org, one, 30 * 24);
  expect(await days()).toBeNull();
});

test("of too few decisions nothing is said, and another organization's do not count", async () => {
  await decidedOnes();
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  await approve(admin, await aSubmissionAt(org, "northTeam"));
  await world.it.runSchedule("reviews.keepPace");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  expect(requirements.map(({ reviewDays }) => reviewDays)).toEqual([null]);
});
