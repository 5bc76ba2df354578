import { RequirementStatus, RequirementType } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { listAudit } from "@touchline/contract/reporting/audit";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { getRegistryMatches } from "@touchline/contract/screening/registry";
import { usualSettings } from "@touchline/rules";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type SimulatedLookups, simulateLookups } from "../../../../test/lookups.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
let lookups: SimulatedLookups;
beforeAll(async () => {
  lookups = await simulateLookups(world.it);
});
beforeEach(() => lookups.useOffenderSearch());
afterEach(() => lookups.clearFaults());
afterAll(() => lookups.close());

const fault = (name: string) => lookups.fault(name, "offender-search");

async function search(milliseconds = 0) {
  world.it.clock.shift = milliseconds;
  await world.it.runSchedule("standing.notice");
  await world.it.drainJobs();
  await world.it.runSchedule("registries.notice");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}

/** Creates a coach with this name and date of birth who needs a sex offender search. */
async function aSearched(firstName: string, lastName: string, dateOfBirth: string) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { profileId } = coach;
  const rename = (names: { firstName: string; lastName: string }) =>
    admin.call(saveName, { body: { profileId, ...names, dateOfBirth } });
  await rename({ firstName, lastName });
  const { contentId } = await admin.call(createContent, {
    body: { type: RequirementType.SexOffenderSearch, name: "Search", description: "", levelId: org.levels.root },
  });
  const { kind: _, ...settings } = usualSettings["sex-offender-search"];
  const body = { ...settings, validity: { type: "Duration", amount: 30, unit: "days" } } as const;
  await admin.call(saveContentOf["sex-offender-search"], { params: { id: contentId }, body });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Search");
  const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
  return {
    ...{ org, admin, coach, director, rename },
    requirement: () => coach.call(getRequirement, on),
    status: async () => (await coach.call(getRequirement, on)).status,
    matches: () => director.call(getRegistryMatches, on),
    approve: () =>
      director.call(reviewRequirement, {
        params: { plaId: profileLevelAccessId },
        body: { requirementId, reviewDecision: "Approved", reviewNotes: "Another address." },
      }),
  };
}

test("nobody found at the vendor completes the requirement, and it is asked again once that is about to expire", async () => {
  const one = await aSearched("Ana", "Unlisted", "1984-05-06");
  await search();
  expect(await one.status()).toBe(RequirementStatus.Completed);
  const { attempt } = await one.requirement();
  await search(29 * 86_400_000);
  const renewed = await one.requirement();
  expect(renewed.attempt?.attemptId).not.toBe(attempt?.attemptId);
  expect(renewed.attempt?.state).toBe("approved");
  expect((await one.matches()).vendor).toEqual({ name: "Sex offender search", simulated: true, problem: null });
});

test("an entry of the vendor opens a review with its facts, and the log has it by its hash", async () => {
  const one = await aSearched("Robert", "Namesake", "1979-01-15");
  await search();
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  const { matches } = await one.matches();
  expect(matches.map(({ names }) => names[0]).sort()).toEqual(["Bob Namesake", "Robert Namesake"]);
  expect(matches[0]?.facts).toContainEqual({ label: "City", value: "Greenville" });
  const { data } = await one.admin.call(listAudit, { query: { actions: ["screening.registryMatched"] } });
  expect(data).toHaveLength(2);
  expect(data[0]?.whom).toBeNull();
  await one.approve();
  await search();
  expect(await one.status()).toBe(RequirementStatus.Completed);
});

test("a wrong date of birth at the vendor hides nobody", async () => {
  const one = await aSearched("Imaginary", "Listed", "1971-03-05");
  await search();
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
});

test("a former name is searched for too, and shown to the reviewer", async () => {
  const one = await aSearched("Robert", "Namesake", "1979-01-15");
  await one.rename({ firstName: "Rupert", lastName: "Newname" });
  await search();
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  expect((await one.matches()).person.names).toEqual(["Rupert Newname", "Robert Namesake", expect.any(String)]);
});

test.each([
  ["500", "busy"],
  ["429", "busy"],
  ["drop", "unreachable"],
  ["timeout-before", "unreachable"],
  ["malformed", "malformed"],
  ["schema-drift", "malformed"],
])("a vendor that answers with %s completes nobody, tells the reviewer, and is asked again", async (name, kind) => {
  const one = await aSearched("Robert", "Namesake", "1979-01-15");
  await fault(name);
  await search();
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
  expect((await one.matches()).vendor?.problem).toMatchObject({ kind, text: expect.stringMatching(/^The search/) });
  await search(20 * 60_000);
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  expect((await one.matches()).vendor?.problem).toBeNull();
});

test("a key that isn't accepted asks for nobody else, and completes nobody", async () => {
  lookups.useOffenderSearch({ key: "wrong" });
  const one = await aSearched("Ana", "Unlisted", "1984-05-06");
  await search();
  expect((await one.matches()).vendor?.problem).toMatchObject({ kind: "unauthorized" });
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
});
