import { assignContent, getAssignmentProgress } from "@touchline/contract/library/content-assignments";
import { addMember, changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { markIncomplete, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { listTasks } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storedAndDerived } from "../../../../test/derived.ts";
import { runDuring } from "../../../../test/run-during.ts";
import {
  aPdf,
  aWorld,
  type LabelName,
  type LevelKey,
  type Organization,
  type TestPerson,
} from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { jobTable } from "../../../jobs/queue.ts";
import { assignContent as assign } from "../../library/content/actions/assign.ts";
import { addMembers, createProfiles } from "../../people/profiles/actions/add-members.ts";
import { inconsistencies } from "./actions/check.ts";
import { continueFollowing } from "./actions/follow-steps.ts";

const world = aWorld();

const to = (org: Organization, place: LevelKey, label: LabelName, more: { dueDate?: string } = {}) => ({
  levelId: org.levels[place],
  includeBelow: true,
  labelIds: [org.labelIds[label]],
  mandatory: true,
  dueDate: more.dueDate ?? null,
  payer: "Organization" as const,
});

/** Adds many people without a login, in steps as an import does. */
async function many(org: Organization, people: number, label: LabelName) {
  for (let start = 0; start < people; start += 500) {
    const some = Array.from({ length: Math.min(500, people - start) }, (_, at) => ({
      profileId: newId(),
      firstName: "Ana",
      lastName: `Number${start + at}`,
      email: null,
      dateOfBirth: null,
      appUserId: null,
      activatedAt: null,
      confirmedAt: null,
    }));
    await org.asSystem(async (call) => {
      await createProfiles(call, some);
      const place = { levelId: org.levels.northTeam, labelId: org.labelIds[label] };
      await addMembers(
        call,
        some.map(({ profileId }) => ({ profileLevelAccessId: newId(), profileId, ...place })),
      );
    });
  }
}

/** Assigns content in steps, as if the number of people were too large for one. */
const assignInSteps = (org: Organization, contentId: string, contentAssignments: ReturnType<typeof to>[]) =>
  org.asSystem((call) => assign(call, { contentId, contentAssignments }, 0));

const roundOf = async (org: Organization, contentId: string) => {
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute<{ round: string }>(sql`
      SELECT round FROM content_following WHERE organization_id = ${organizationId} AND content_id = ${contentId}`),
  );
  return rows[0]?.round ?? null;
};

const owing = (org: Organization, contentId: string) =>
  org.asSystem(async ({ db, organizationId }: Call) => {
    const { rows } = await db.execute<{ owing: number }>(sql`
      SELECT count(DISTINCT demand.profile_level_access_id)::int AS owing FROM demand
      JOIN requirement ON requirement.organization_id = demand.organization_id
        AND requirement.requirement_id = demand.requirement_id
      WHERE demand.organization_id = ${organizationId} AND requirement.content_id = ${contentId}`);
    return rows[0]?.owing;
  });

test("an assignment for thousands of people is saved at once, and they are updated step by step, on behalf of whoever assigned it", {
  tags: ["thorough"],
}, async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
  await many(org, 2_000, "Head Coach");
  const params = { id: contentId };
  const body = { contentAssignments: [to(org, "root", "Head Coach")] };
  expect(await admin.call(assignContent, { params, body })).toMatchObject({
    assignments: 1,
    demandsAdded: 0,
    demandsDropped: 0,
    inProgress: true,
  });
  expect(await admin.call(getAssignmentProgress, { params })).toEqual({ inProgress: true, done: 0, total: null });
  expect(await owing(org, contentId)).toBe(0);
  expect((await coach.ask(getAssignmentProgress, { params })).status).toBe(403);

  // Saving it again unchanged continues the same round.
  const round = (await roundOf(org, contentId)) as string;
  expect(await admin.call(assignContent, { params, body })).toMatchObject({ inProgress: true });
  expect(await roundOf(org, contentId)).toBe(round);
  expect(await org.asSystem((call) => continueFollowing(call, { contentId, round }, 500))).toBe(true);
  expect(await admin.call(getAssignmentProgress, { params })).toEqual({ inProgress: true, done: 500, total: 2_001 });
  const running = { kind: "assignments.apply", subjectId: contentId, done: 500, total: 2_001 };
  expect((await admin.call(listTasks)).running).toEqual([expect.objectContaining(running)]);
  expect((await coach.call(listTasks)).running).toEqual([]);
  expect(await owing(org, contentId)).toBe(500);

  const steps = await world.it.drainJobs();
  expect(steps.filter((one) => one.job === "standing.followContent").length).toBeGreaterThan(1);
  expect(await admin.call(getAssignmentProgress, { params })).toEqual({ inProgress: false, done: 0, total: null });
  expect(await owing(org, contentId)).toBe(2_001);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  const { stored, derived } = await storedAndDerived(org);
  expect(stored).toEqual(derived);
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`
      SELECT DISTINCT actor, actor_profile_id AS id FROM requirement_event
      WHERE organization_id = ${organizationId} AND content_id = ${contentId} AND kind = 'demanded'`),
  );
  expect(rows).toEqual([{ actor: "person", id: admin.profileId }]);
});

test("people with more new requirements than fit into one statement get the right status", {
  tags: ["thorough"],
}, async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  for (let content = 0; content < 5; content += 1) await org.aDocument(admin, { labels: ["Head Coach"] });
  await many(org, 500, "Head Coach");
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});

test("an assignment that is changed in the meantime starts over; a small one is applied at once and ends the steps", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
  for (let n = 0; n < 6; n += 1) await org.added(admin, n % 2 ? "northTeam" : "southClub", "Head Coach");
  await assignInSteps(org, contentId, [to(org, "root", "Head Coach")]);
  const first = (await roundOf(org, contentId)) as string;
  const step = (round: string) => org.asSystem((call) => continueFollowing(call, { contentId, round }, 2));
  expect(await step(first)).toBe(true);
  expect(await owing(org, contentId)).toBe(2);

  await assignInSteps(org, contentId, [to(org, "north", "Head Coach")]);
  const second = (await roundOf(org, contentId)) as string;
  expect(second).not.toBe(first);
  expect(await step(first)).toBe(false);
  while (await step(second));
  expect(await owing(org, contentId)).toBe(3);

  await assignInSteps(org, contentId, [to(org, "root", "Head Coach")]);
  const third = (await roundOf(org, contentId)) as string;
  await step(third);
  const ended = await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } });
  expect(ended).toMatchObject({ inProgress: false, demandsDropped: expect.any(Number) });
  expect(await step(third)).toBe(false);
  await world.it.drainJobs();
  expect(await owing(org, contentId)).toBe(0);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});

test("an error that ended the steps for good is found, and they continue where they were", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
  for (let n = 0; n < 3; n += 1) await org.added(admin, "northTeam", "Head Coach");
  await assignInSteps(org, contentId, [to(org, "root", "Head Coach")]);
  const jobs = `${jobTable} WHERE data->'payload'->>'contentId' = '${contentId}' AND state < 'completed'`;
  const { pool } = world.it.database;
  const noticed = async (seconds: number) => {
    world.it.clock.shift += seconds * 1000;
    await world.it.runSchedule("standing.notice");
    return (await pool.query(`SELECT FROM ${jobs}`)).rowCount;
  };
  expect([await noticed(0), await noticed(61)]).toEqual([1, 1]);
  // One step was done just now, and then its job was lost.
  const round = (await roundOf(org, contentId)) as string;
  expect(await org.asSystem((call) => continueFollowing(call, { contentId, round }, 1))).toBe(true);
  await pool.query(`DELETE FROM ${jobs}`);
  expect([await noticed(0), await noticed(50), await noticed(11)]).toEqual([0, 0, 1]);
  expect(await owing(org, contentId)).toBe(1);
  await world.it.drainJobs();
  expect(await owing(org, contentId)).toBe(3);
  expect(await roundOf(org, contentId)).toBeNull();
});

test("everything is as at once, though people come, go, submit and are reviewed while two workers follow and assignments change", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const coaches = [await org.aMember("northTeam", "Head Coach"), await org.aMember("southClub", "Head Coach")];
  const contents = [await org.aDocument(admin, { name: "Agreement" }), await org.aDocument(admin, { name: "Policy" })];
  const others: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    others.push((await org.added(admin, n % 2 ? "northTeam" : "southClub", "Head Coach")).profileLevelAccessId);
  }
  const places = ["root", "north", "northClub", "south"] as const;
  const following = async () => {
    for (const { contentId } of contents) {
      const round = await roundOf(org, contentId);
      if (round) await org.asSystem((call) => continueFollowing(call, { contentId, round }, 2));
    }
  };
  const assigning = async ({ contentId }: { contentId: string }, which: number) => {
    for (let n = 0; n < 8; n += 1) {
      const [place, other] = [places[(n + which) % 4], places[(n * 3) % 4]] as [LevelKey, LevelKey];
      const wanted = [to(org, place, "Head Coach"), to(org, other, "Volunteer", { dueDate: "2026-01-01" })];
      if (n % 3 === 2)
        await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: wanted } });
      else await assignInSteps(org, contentId, wanted);
    }
  };
  // Refusals are part of it: only the stored result matters.
  const comeAndGo = async (coach: TestPerson) => {
    for (let n = 0; n < 8; n += 1) {
      const added = await admin.ask(addMember, {
        body: {
          levelId: org.levels[places[n % 4] as LevelKey],
          labelId: org.labelIds[n % 2 ? "Volunteer" : "Head Coach"],
          profileId: coach.profileId,
        },
      });
      const newLabelId = org.labelIds[n % 2 ? "Head Coach" : "Volunteer"];
      await admin.ask(changeRole, { query: { profileLevelAccessId: others[n] as string, newLabelId } });
      if (added.status === 200 && n % 3 > 0) {
        await admin.ask(deleteMembership, { params: { id: added.body.profileLevelAccessId } });
      }
    }
  };
  const work = async (coach: TestPerson) => {
    for (let n = 0; n < 6; n += 1) {
      const owed = await coach.ask(listRequirements, { params: { plaId: coach.plaId } });
      const requirementId = owed.status === 200 ? owed.body.requirements[n % 2]?.requirementId : undefined;
      if (requirementId === undefined) continue;
      const on = { params: { id: requirementId }, body: { profileLevelAccessId: coach.plaId } };
      await coach.ask(completeDocument, { ...on, files: [aPdf()] });
      await director.ask(reviewRequirement, {
        params: { plaId: coach.plaId },
        body: { requirementId, reviewDecision: n % 2 ? "Approved" : "RejectedReset", reviewNotes: "because" },
      });
    }
  };
  await runDuring(2, following, () => [...contents.map(assigning), ...coaches.map(comeAndGo), ...coaches.map(work)]);
  await world.it.drainJobs();
  for (const { contentId } of contents) expect(await roundOf(org, contentId)).toBeNull();
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  const { stored, derived } = await storedAndDerived(org);
  expect(stored).toEqual(derived);
  expect(world.it.faults).toEqual([]);
}, 120_000);

test("who waited for somebody's turn is recorded after whom they waited for, on each membership of the person", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { settings: { reviewRequired: false } });
  const { shift } = world.it.clock;
  try {
    world.it.clock.shift = shift + 2_000;
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const requirementId = requirements[0]?.requirementId as string;
    const body = { profileLevelAccessId: coach.plaId };
    await coach.call(completeDocument, { params: { id: requirementId }, body, files: [aPdf()] });
    world.it.clock.shift = shift + 5_000;
    await admin.call(markIncomplete, {
      params: { plaId: coach.plaId },
      body: { requirementId, reason: "The wrong file." },
    });
    // It began before both, and was written after them.
    world.it.clock.shift = shift + 1_000;
    const place = { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"] };
    await admin.call(addMember, { body: { ...place, profileId: coach.profileId } });
    expect(await org.asSystem(inconsistencies)).toEqual([]);
  } finally {
    world.it.clock.shift = shift;
  }
});
