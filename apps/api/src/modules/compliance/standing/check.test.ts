import { Readable } from "node:stream";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { aPdf, aWorld } from "../../../../test/world.ts";
import { filesAfter, isAltered } from "../../files/files/actions/check-bytes.ts";
import { checkSome, inconsistencies } from "./actions/check.ts";
import { foldCounts } from "./actions/fold.ts";
import { fillLevels } from "./actions/index-levels.ts";

const world = aWorld();

/** Adds a coach with an approved agreement, and returns the ids involved. */
async function aClearedCoach() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  // The root's members are in the member index, as those of large levels are.
  await org.asSystem((call) =>
    call.db.execute(sql`
      INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
      VALUES (${call.organizationId}, ${org.levels.root}, 'building', -1, '00000000-0000-0000-0000-000000000000')`),
  );
  while (await org.asSystem(fillLevels));
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

test("what is finer than a millisecond, as only the database writes it, is no difference", async () => {
  const on = await aClearedCoach();
  const finer = `UPDATE attempt SET completed_at = completed_at + interval '400 microseconds'`;
  await asOwnerOf(world.it.adminUrl, `${finer} WHERE organization_id = $1`, [on.org.organizationId]);
  expect(await on.org.asSystem(inconsistencies)).toEqual([]);
});

test("finds nothing where nothing was tampered with", async () => {
  const { org } = await aClearedCoach();
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});

/** Selects the coach's first or last record. */
const recordsOf = (on: Cleared, act: string, order: "ASC" | "DESC") => `${act} WHERE standing_record_id =
  (SELECT standing_record_id FROM standing_record WHERE profile_level_access_id = '${on.coach.plaId}'
    ORDER BY standing_record_id ${order} LIMIT 1)`;

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
    "a demand on other terms than its assignment's",
    (on) => `UPDATE demand SET mandatory = NOT mandatory WHERE requirement_id = '${on.requirementId}'`,
    (on) => ({ what: "demandTerms", id: expect.stringContaining(on.coach.plaId) }),
  ],
  [
    "a due day that no assignment set",
    (on) => `UPDATE demand SET due_at = now() + interval '3 days' WHERE requirement_id = '${on.requirementId}'`,
    (on) => ({ what: "demandTerms", id: expect.stringContaining(on.coach.plaId) }),
  ],
  [
    "a completion that was made to count a day longer",
    (on) =>
      `UPDATE attempt SET expires_at = coalesce(expires_at, now()) + interval '1 day' WHERE attempt_id = '${on.attemptId}'`,
    (on) => ({ what: "completion", id: on.attemptId }),
  ],
  [
    "a day of completion that was written over",
    (on) => `UPDATE attempt SET completed_at = completed_at - interval '40 days' WHERE attempt_id = '${on.attemptId}'`,
    (on) => ({ what: "completion", id: on.attemptId }),
  ],
  [
    "a record of where somebody stood that is gone: the last one",
    (on) => `${recordsOf(on, "DELETE FROM standing_record", "DESC")}`,
    (on) => ({ what: "record", id: on.coach.plaId }),
  ],
  [
    "a record that is gone: one in between",
    (on) => `DELETE FROM standing_record WHERE profile_level_access_id = '${on.coach.plaId}'
      AND basis::text LIKE '%pendingReview%'`,
    (on) => ({ what: "recordHistory", id: on.coach.plaId }),
  ],
  [
    "a record that says somebody was cleared when they were not",
    (on) => `UPDATE standing_record SET basis = jsonb_set(basis, '{demands}', '[]')
      WHERE profile_level_access_id = '${on.coach.plaId}' AND basis::text LIKE '%pendingReview%'`,
    (on) => ({ what: "recordHistory", id: on.coach.plaId }),
  ],
  [
    "a record with a decision by another attempt",
    (on) =>
      recordsOf(
        on,
        `UPDATE standing_record SET basis =
      jsonb_set(basis, '{demands,0,completion,attemptId}', to_jsonb('${on.requirementId}'::text))`,
        "DESC",
      ),
    (on) => ({ what: "record", id: on.coach.plaId }),
  ],
  [
    "a record at another moment than it was made",
    (on) => recordsOf(on, "UPDATE standing_record SET at = at - interval '2 hours'", "DESC"),
    (on) => ({ what: "recordHistory", id: on.coach.plaId }),
  ],
  [
    "an arrival that the history lost",
    (on) => `DELETE FROM member_event WHERE profile_level_access_id = '${on.coach.plaId}' AND kind = 'joined'`,
    (on) => ({ what: "arrival", id: on.coach.plaId }),
  ],
  [
    "a mask of statuses that lists and filters go by",
    (on) => `UPDATE member_standing SET statuses = statuses # 2 WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "membership", id: on.coach.plaId }),
  ],
  [
    "a name that lists sort by",
    (on) => `UPDATE member_standing SET sort_name = 'zz' WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "membership", id: on.coach.plaId }),
  ],
  [
    "a count of members that is off by one",
    (on) => `UPDATE member_count SET members = members + 1 WHERE level_id = '${on.org.levels.northTeam}'`,
    (on) => ({ what: "members", id: on.org.levels.northTeam }),
  ],
  [
    "a count of requirements that is off by one",
    (on) => `UPDATE requirement_count SET members = members + 1 WHERE level_id = '${on.org.levels.root}'`,
    (on) => ({ what: "requirements", id: on.org.levels.root }),
  ],
  [
    "a count of expiries that is gone",
    (on) => `DELETE FROM expiry_count WHERE level_id = '${on.org.levels.root}'`,
    (on) => ({ what: "expiries", id: on.org.levels.root }),
  ],
  [
    "a row of the member index that is gone",
    (on) => `DELETE FROM member_index WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "index", id: on.org.levels.root }),
  ],
  [
    "a row of the member index that says another status",
    (on) => `UPDATE member_index SET overall_status = 'Incomplete' WHERE profile_level_access_id = '${on.coach.plaId}'`,
    (on) => ({ what: "index", id: on.org.levels.root }),
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
  await on.org.asSystem(foldCounts);
  expect(await on.org.asSystem(inconsistencies)).toEqual([]);
  await asOwnerOf(world.it.adminUrl, `${how(on)} AND organization_id = $1`, [on.org.organizationId]);
  expect(await on.org.asSystem(inconsistencies)).toContainEqual(found(on));
});

test("a changed or missing file is told from an intact one", async () => {
  const { org } = await aClearedCoach();
  const { adapters } = world.it;
  const { files } = adapters;
  const [noted] = await org.asSystem((call) => filesAfter(call));
  if (!noted) throw new Error("nothing was sent in");
  expect(await isAltered(adapters, noted)).toBe(false);
  const bytes = Buffer.concat(await (await files.open(noted.storageKey)).toArray());
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  await files.remove(noted.storageKey);
  await files.receive(Readable.from([bytes]), 1_000_000, noted.storageKey);
  expect(await isAltered(adapters, noted)).toBe(true);
  await files.remove(noted.storageKey);
  expect(await isAltered(adapters, noted)).toBe(true);
  expect(await org.asSystem((call) => filesAfter(call, noted.fileId))).toEqual([]);
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
