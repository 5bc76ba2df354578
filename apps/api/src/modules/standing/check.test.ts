import { completeDocument, listRequirements } from "@touchline/contract/requirements";
import { reviewRequirement } from "@touchline/contract/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asOwnerOf } from "../../../test/as-owner.ts";
import { aPdf, aWorld } from "../../../test/world.ts";
import { checkSome, inconsistencies } from "./actions/check.ts";

const world = aWorld();

/** A coach with an approved agreement, and what belongs to it by id. */
async function aClearedCoach() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const requirementId = requirements[0]?.requirementId as string;
  const { attemptId } = await coach.call(completeDocument, {
    params: { id: requirementId },
    body: { profileLevelAccessId: coach.plaId },
    files: [aPdf()],
  });
  await admin.call(reviewRequirement, {
    params: { plaId: coach.plaId },
    body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  return { org, coach, requirementId, attemptId };
}
type Cleared = Awaited<ReturnType<typeof aClearedCoach>>;

test("finds nothing where nothing was tampered with", async () => {
  const { org } = await aClearedCoach();
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});

const tampered: [what: string, how: (on: Cleared) => string, found: (on: Cleared) => unknown][] = [
  [
    "a status that nothing leads to",
    (on) => `UPDATE requirement SET status = 5 WHERE requirement_id = '${on.requirementId}'`,
    (on) => ({ what: "requirement", id: on.requirementId }),
  ],
  [
    "a status that the history does not tell of",
    (on) => `UPDATE requirement SET status = 5 WHERE requirement_id = '${on.requirementId}'`,
    (on) => ({ what: "requirementHistory", id: on.requirementId }),
  ],
  [
    "an overall status that nothing leads to",
    (on) =>
      `UPDATE member_standing SET overall_status = 'Incomplete' WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "membership", id: on.coach.plaId }),
  ],
  [
    "an overall status that the history does not tell of",
    (on) =>
      `UPDATE member_standing SET overall_status = 'Incomplete' WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "membershipHistory", id: on.coach.plaId }),
  ],
  [
    "a submission that was decided behind the history's back",
    (on) => `UPDATE attempt SET state = 'reset' WHERE attempt_id = '${on.attemptId}'`,
    (on) => ({ what: "attemptHistory", id: on.attemptId }),
  ],
  [
    "an event that is missing in between",
    (on) => `DELETE FROM requirement_event WHERE requirement_id = '${on.requirementId}' AND to_state = 'pendingReview'`,
    (on) => ({ what: "attemptHistory", id: on.attemptId }),
  ],
  [
    "a demand that is gone",
    (on) => `DELETE FROM demand WHERE requirement_id = '${on.requirementId}'`,
    (on) => ({ what: "demandMissing", id: expect.stringContaining(on.coach.plaId) }),
  ],
  [
    "a demand that the history does not tell of",
    (on) => `DELETE FROM demand WHERE requirement_id = '${on.requirementId}'`,
    (on) => ({ what: "demandHistory", id: on.coach.plaId }),
  ],
  [
    "a demand whose assignment has ended",
    () => "UPDATE content_assignment SET ended_at = now() WHERE ended_at IS NULL",
    (on) => ({ what: "demandSurplus", id: expect.stringContaining(on.coach.plaId) }),
  ],
  [
    "a count that is off",
    (on) =>
      `UPDATE member_standing SET level_id = '${on.org.levels.south}' WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "members", id: on.org.levels.south }),
  ],
];

test.each(tampered)("finds %s", async (_, how, found) => {
  const on = await aClearedCoach();
  await asOwnerOf(world.it.adminUrl, `${how(on)} AND organization_id = $1`, [on.org.organizationId]);
  expect(await on.org.asSystem(inconsistencies)).toContainEqual(found(on));
});

test("what time alone has changed and no sweep has written yet is no inconsistency", async () => {
  const { org } = await aClearedCoach();
  world.it.clock.shift = 400 * 86_400_000;
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  world.it.clock.shift = 0;
});

test("goes through everybody step by step", async () => {
  const { org } = await aClearedCoach();
  const { people } = await org.asSystem((call) => checkSome(call));
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`SELECT FROM profile WHERE organization_id = ${call.organizationId}`),
  );
  expect(people).toBe(rows.length);
});
