import { type BodyInput, RequirementStatus } from "@touchline/contract";
import { saveOrganizationSettings, seasonEffect } from "@touchline/contract/accounts/organization-settings";
import { getWhy } from "@touchline/contract/compliance/why";
import { deleteContent, restoreContent } from "@touchline/contract/library/content";
import {
  assignContent,
  getAssignmentPreview,
  listContentAssignments,
  listContentExceptions,
  previewAssignments,
  undoAssignments,
} from "@touchline/contract/library/content-assignments";
import { changeRole, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import { type MemberAct, startMemberTask } from "@touchline/contract/reporting/members";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import {
  listConditions,
  saveConditions,
  setDateOfBirth,
  updateConditions,
} from "@touchline/contract/requirements/profile-details";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { undoTask } from "@touchline/contract/tasks/tasks";
import { addToDay, dayOf, eligible, requiredByAge, requiredByAnswers, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { storedAndDerived } from "../../../../test/derived.ts";
import type { LabelName, LevelKey } from "../../../../test/organization.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { continueDays, followPeople } from "../../compliance/standing/actions/duty-day.ts";
import { follow } from "../../compliance/standing/actions/follow.ts";
import { continueFollowing } from "../../compliance/standing/actions/follow-steps.ts";
import { lockDuties } from "../../compliance/standing/actions/lock-duties.ts";
import { lockPeople } from "../../compliance/standing/actions/lock-people.ts";
import { previewDuties } from "../../compliance/standing/queries/preview.ts";
import { addMembers, createProfiles } from "../../people/profiles/actions/add-members.ts";
import { createMembership } from "../../people/profiles/actions/memberships.ts";
import { assignContent as assign } from "./actions/assign.ts";
import { previewAssignments as preview } from "./actions/preview.ts";
import { undoAssignments as undo } from "./actions/undo.ts";
import { exceptionsOf } from "./queries/exceptions.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});
const zone = "America/Los_Angeles";
const today = () => dayOf(Date.now(), zone);
type Wanted = BodyInput<typeof assignContent>["contentAssignments"][number];
type Exception = Exclude<NonNullable<BodyInput<typeof assignContent>["exceptions"]>[number], { exceptionId: string }>;

const to = (
  org: Organization,
  more: Partial<Wanted> = {},
  place: LevelKey = "root",
  label: LabelName = "Head Coach",
) => ({
  levelId: org.levels[place],
  includeBelow: true,
  labelIds: [org.labelIds[label]],
  mandatory: true,
  ...more,
});
const exempting = (more: Partial<Exception>): Exception => ({
  profileId: null,
  levelId: null,
  includeBelow: true,
  labelId: null,
  reason: "Injured",
  untilDay: null,
  ...more,
});

/** Makes an organization with an administrator, and a content that isn't assigned. */
async function anOrganization() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin, { labels: ["Club Director"], settings: { reviewRequired: false } });
  const params = { id: contentId };
  const save = (contentAssignments: Wanted[], more: Partial<BodyInput<typeof assignContent>> = {}) =>
    admin.call(assignContent, { params, body: { contentAssignments, ...more } });
  return { org, admin, contentId, params, save };
}

const owes = async (who: TestPerson, plaId: string) =>
  (await who.call(listRequirements, { params: { plaId } })).requirements.length > 0;

async function born(org: Organization, profileId: string, day: string | null) {
  await org.asSystem(async (call) => {
    await lockDuties(call, "memberships");
    await lockPeople(call, [profileId]);
    await call.db.execute(
      sql`UPDATE profile SET date_of_birth = ${day} WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}`,
    );
    await followPeople(call, [profileId]);
  });
}

/** Runs all steps of following days, as if it were that instant. */
const passTo = async (org: Organization, now: number, most = 1) => {
  let steps = 0;
  while (await org.asSystem((call) => continueDays({ ...call, now: new Date(now) }, most))) {
    steps += 1;
    expect(steps).toBeLessThan(200);
  }
};

test("what an assignment says is what is read, and a fixed day is a due date", async () => {
  const { org, admin, params, save } = await anOrganization();
  const [question] = await admin.call(listConditions, { params: { id: admin.profileId } });
  const rules = [
    { due: { type: "Season", graceDays: 14 }, ages: { from: 18, to: null, by: "Season" } },
    { due: { type: "AfterJoining", days: 30 }, ages: { from: null, to: 17, by: "Birthday" } },
    { due: { type: "Fixed", day: "2027-01-31" }, ages: null },
  ] as const;
  const conditions = {
    match: "Any" as const,
    answers: [{ conditionId: question?.conditionId as string, answer: true }],
  };
  await save([...rules.map((one) => to(org, one)), to(org, { dueDate: "2027-02-01", conditions })]);
  const read = await admin.call(listContentAssignments, { params });
  expect(read).toHaveLength(4);
  expect(read).toEqual(expect.arrayContaining(rules.map((one) => expect.objectContaining(one))));
  const short = { due: { type: "Fixed", day: "2027-02-01" }, dueDate: "2027-02-01", conditions };
  expect(read).toContainEqual(expect.objectContaining(short));
});

test("an answer that changes brings what is asked by it, and takes it away", async () => {
  const { org, admin, save } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const [drives, hours] = await admin.call(listConditions, { params: { id: coach.profileId } });
  const answers = [
    { conditionId: drives?.conditionId as string, answer: true },
    { conditionId: hours?.conditionId as string, answer: false },
  ];
  await save([to(org, { conditions: { match: "All", answers } })]);
  expect(await owes(coach, coach.plaId)).toBe(false);
  const params = { id: coach.profileId };
  await coach.call(saveConditions, { params, body: { answers } });
  expect(await owes(coach, coach.plaId)).toBe(true);
  const otherwise = answers.map((one) => ({ ...one, answer: true }));
  await coach.call(updateConditions, { params, body: { answers: otherwise } });
  expect(await owes(coach, coach.plaId)).toBe(false);
});

test("a date of birth brings what is asked by age; of whom none is known, nothing with an age is asked", async () => {
  const { org, admin, save } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  await born(org, coach.profileId, null);
  await save([to(org, { ages: { from: 18, to: null, by: "Birthday" } })]);
  expect(await owes(coach, coach.plaId)).toBe(false);
  await admin.call(setDateOfBirth, {
    params: { id: coach.profileId },
    body: { dateOfBirth: "1990-05-05", profileLevelAccessId: coach.plaId },
  });
  expect(await owes(coach, coach.plaId)).toBe(true);
});

test.each([
  ["Birthday", "2027-03-14", "2027-03-14"],
  ["Season", "2027-11-20", "2027-08-01"],
] as const)("by the %s whoever is 18 on %s is asked from local midnight of %s on, once", async (by, birthday, from) => {
  const { org, admin, save } = await anOrganization();
  const [turning, other] = [
    await org.added(admin, "north", "Head Coach"),
    await org.added(admin, "north", "Head Coach"),
  ];
  await born(org, turning.profileId, addToDay(birthday, { years: -18 }));
  await born(org, other.profileId, addToDay(addToDay(birthday, { years: -18 }), { days: 400 }));
  await save([to(org, { ages: { from: 18, to: null, by } })]);
  const midnight = startOfDay(from, zone);
  await passTo(org, midnight - 1);
  expect(await owes(admin, turning.profileLevelAccessId)).toBe(false);
  await passTo(org, midnight);
  await passTo(org, midnight);
  expect(await owes(admin, turning.profileLevelAccessId)).toBe(true);
  expect(await owes(admin, other.profileLevelAccessId)).toBe(false);
  const events = await org.asSystem((call) =>
    call.db.execute(sql`SELECT kind FROM requirement_event WHERE organization_id = ${call.organizationId}
      AND profile_id = ${turning.profileId} AND kind = 'demanded'`),
  );
  expect(events.rows).toHaveLength(1);
});

test("the schedule finds an organization where another day has begun, and days of its zone alone", async () => {
  const { org, admin, save } = await anOrganization();
  const there = await org.added(admin, "north", "Head Coach");
  await save([to(org)], { exceptions: [exempting({ profileId: there.profileId, untilDay: today() })] });
  expect(await owes(admin, there.profileLevelAccessId)).toBe(false);
  const found = async (at: number) => {
    const ids: string[] = [];
    for await (const id of world.it.tenancy.organizationsOnAnotherDay(new Date(at))) ids.push(id);
    return ids.includes(org.organizationId);
  };
  const over = startOfDay(addToDay(today(), { days: 1 }), zone);
  expect([await found(over - 1), await found(over)]).toEqual([false, true]);
  await passTo(org, over);
  expect(await found(over)).toBe(false);
  expect(await owes(admin, there.profileLevelAccessId)).toBe(true);
});

test("exceptions of a level, a role there and a person take it away, say why, and who may not make them is refused", async () => {
  const { org, admin, params, save } = await anOrganization();
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const south = await org.added(admin, "southClub", "Head Coach");
  const volunteer = await org.added(admin, "southClub", "Volunteer");
  const assignments = [to(org), to(org, {}, "root", "Volunteer")];
  await save(assignments);
  const standing = async () => [
    await owes(admin, coach.plaId),
    await owes(admin, south.profileLevelAccessId),
    await owes(admin, volunteer.profileLevelAccessId),
  ];
  await save(assignments, { exceptions: [exempting({ levelId: org.levels.north })] });
  expect(await standing()).toEqual([false, true, true]);
  await save(assignments, {
    exceptions: [exempting({ levelId: org.levels.root, labelId: org.labelIds.Volunteer, reason: "Helpers only" })],
  });
  expect(await standing()).toEqual([true, true, false]);
  const { exceptions } = await admin.call(listContentExceptions, { params });
  expect(exceptions).toMatchObject([{ name: "Cascade Youth Soccer", reason: "Helpers only", untilDay: null }]);
  const kept = exceptions.map(({ exceptionId }) => ({ exceptionId }));
  await save(assignments, { exceptions: [...kept, exempting({ profileId: coach.profileId, untilDay: "2099-07-31" })] });
  expect(await standing()).toEqual([false, true, false]);
  const { exemptions } = await admin.call(getMember, { params: { id: coach.plaId } });
  expect(exemptions).toMatchObject([{ name: "Coach agreement", reason: "Injured", untilDay: "2099-07-31" }]);
  const change = (by: TestPerson, one: Exception[]) =>
    by.ask(assignContent, { params, body: { contentAssignments: assignments, exceptions: [...kept, ...one] } });
  expect((await change(director, [exempting({ profileId: south.profileId })])).status).toBe(403);
  expect((await change(director, [exempting({ profileId: director.profileId })])).status).toBe(403);
  expect((await change(admin, [exempting({})])).status).toBe(400);
  await save(assignments, { exceptions: [] });
  expect(await standing()).toEqual([true, true, true]);
});

test("a cleared person stays cleared through the chosen day, and loses it on the next", async () => {
  const { org, admin, contentId, params, save } = await anOrganization();
  const first = await org.aDocument(admin, { name: "Optional", mandatory: false });
  expect(first.contentId).not.toBe(contentId);
  const coach = await org.aMember("northTeam", "Head Coach");
  const until = addToDay(today(), { days: 10 });
  const effect = await admin.call(previewAssignments, { params, body: { contentAssignments: [to(org)] } });
  expect(effect.result).toMatchObject({
    gain: { memberships: 1 },
    losingClearance: { memberships: 1, examples: [{ profileLevelAccessId: coach.plaId, levelName: "northTeam" }] },
    gainingClearance: { memberships: 0 },
    byLevel: [{ levelName: "northTeam", gain: 1, lose: 0, losingClearance: 1 }],
    ...{ reviews: 0, reminders: 1, costs: null },
  });
  expect(await owes(admin, coach.plaId)).toBe(true);
  await save([to(org)], { keepClearedUntil: until });
  const overall = async () => (await coach.call(listRequirements, { params: { plaId: coach.plaId } })).overallStatus;
  expect(await overall()).toBe("Optional");
  const joined = await org.aMember("northTeam", "Head Coach");
  expect((await joined.call(listRequirements, { params: { plaId: joined.plaId } })).overallStatus).toBe("Incomplete");
  const { optionalUntil } = await admin.call(getMember, { params: { id: coach.plaId } });
  expect(optionalUntil).toMatchObject([{ contentId, untilDay: until }]);
  await passTo(org, startOfDay(addToDay(until, { days: 1 }), zone) - 1);
  expect(await overall()).toBe("Optional");
  await passTo(org, startOfDay(addToDay(until, { days: 1 }), zone));
  expect(await overall()).toBe("Incomplete");
  const refused = { contentAssignments: [], keepClearedUntil: "2020-01-01" };
  expect((await admin.ask(assignContent, { params, body: refused })).status).toBe(400);
});

test("the last change is undone: assignments, exceptions and grace are as they were, and people follow", async () => {
  const { org, admin, params, save } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  await save([to(org)]);
  const before = await storedAndDerived(org);
  const { changeId } = await save([to(org, { mandatory: false }, "south")], {
    exceptions: [exempting({ profileId: coach.profileId })],
    keepClearedUntil: addToDay(today(), { days: 3 }),
  });
  expect(await owes(admin, coach.plaId)).toBe(false);
  const { lastChange } = await admin.call(listContentExceptions, { params });
  expect(lastChange?.changeId).toBe(changeId);
  const body = { changeId: changeId as string };
  await admin.call(undoAssignments, { params, body });
  expect(await owes(admin, coach.plaId)).toBe(true);
  const after = await storedAndDerived(org);
  expect(after.stored.demands).toEqual(before.stored.demands);
  expect((await admin.ask(undoAssignments, { params, body })).status).toBe(409);
  expect(await admin.call(listContentExceptions, { params })).toEqual({ exceptions: [], lastChange: null });
});

/** Adds a number of people who are coaches of a team. */
async function coachesOf(org: Organization, place: LevelKey, many: number): Promise<string[]> {
  const people = Array.from({ length: many }, (_, n) => ({
    ...{ profileId: newId(), firstName: place, lastName: `No${n}`, email: null, dateOfBirth: null },
    ...{ appUserId: null, activatedAt: null, confirmedAt: null },
  }));
  const at = { levelId: org.levels[place], labelId: org.labelIds["Head Coach"] };
  await org.asSystem(async (call) => {
    await createProfiles(call, people);
    await addMembers(
      call,
      people.map(({ profileId }) => ({ profileLevelAccessId: newId(), profileId, ...at })),
    );
  });
  return people.map((one) => one.profileId);
}

test("many assignments and exceptions take as many statements as few, made, ended and put back", async () => {
  const { org, admin } = await anOrganization();
  // One of them is never exempt, so that somebody always has the requirement.
  const people = await coachesOf(org, "northTeam", 31);
  const statements = async (many: number) => {
    const { contentId } = await org.aDocument(admin, { name: `Of ${many}`, settings: { reviewRequired: false } });
    const params = { id: contentId };
    const assignments = Array.from({ length: many }, (_, n) =>
      to(org, { dueDate: addToDay(today(), { days: 9 + n }) }),
    );
    const exceptions = people.slice(0, many).map((profileId) => exempting({ profileId }));
    const save = (body: BodyInput<typeof assignContent>) => admin.call(assignContent, { params, body });
    const counted: number[] = [];
    const count = async (work: () => Promise<unknown>) => {
      counted.push(await world.it.statementsOf(async () => void (await work())));
    };
    await count(() => save({ contentAssignments: assignments, exceptions }));
    expect((await admin.call(listContentExceptions, { params })).exceptions).toHaveLength(many);
    await count(() => save({ contentAssignments: assignments.slice(0, 1), exceptions: [] }));
    const { lastChange } = await admin.call(listContentExceptions, { params });
    await count(() => admin.call(undoAssignments, { params, body: { changeId: lastChange?.changeId as string } }));
    expect((await admin.call(listContentExceptions, { params })).exceptions).toHaveLength(many);
    return counted;
  };
  const few = await statements(3);
  expect(await statements(30)).toEqual(few);
});

test("among people of more than 500 memberships together each exception is shown by all of its person", async () => {
  const { org, admin } = await anOrganization();
  const { contentId } = await org.aDocument(admin, { name: "Of the north", at: "north" });
  const director = await org.aMember("north", "Club Director");
  const people = await coachesOf(org, "northTeam", 500);
  const [there = ""] = people;
  const elsewhere = { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"] };
  await org.asSystem((call) => addMembers(call, [{ profileLevelAccessId: newId(), profileId: there, ...elsewhere }]));
  const params = { id: contentId };
  const exceptions = people.map((profileId) => exempting({ profileId }));
  await admin.call(assignContent, { params, body: { contentAssignments: [to(org, {}, "north")], exceptions } });
  const seen = await director.call(listContentExceptions, { params });
  expect(seen.exceptions).toHaveLength(500);
  expect(seen.exceptions.filter((one) => one.name === null)).toMatchObject([{ profileId: there, reason: null }]);
});

test("content that was archived since has no change to undo anymore, even after it is restored", async () => {
  const { org, admin, params, save } = await anOrganization();
  await save([to(org, {}, "north"), to(org, {}, "south")]);
  const { changeId } = await save([to(org, {}, "north"), to(org, { mandatory: false }, "south")]);
  await admin.call(deleteContent, { params });
  await admin.call(restoreContent, { params });
  expect((await admin.call(listContentExceptions, { params })).lastChange).toBeNull();
  const undone = await admin.ask(undoAssignments, { params, body: { changeId: changeId as string } });
  expect([undone.status, undone.body.reason]).toEqual([409, "notLast"]);
  expect(await admin.call(listContentAssignments, { params })).toEqual([]);
  const again = await save([to(org)]);
  expect((await admin.call(listContentExceptions, { params })).lastChange?.changeId).toBe(again.changeId);
});

test("another start of the season moves what is due by it", async () => {
  const { org, admin, save } = await anOrganization();
  await org.added(admin, "north", "Head Coach");
  await save([to(org, { due: { type: "Season", graceDays: 0 } })]);
  const due = () =>
    org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ at: Date }>(
        sql`SELECT due_at AS at FROM demand WHERE organization_id = ${call.organizationId}`,
      );
      return rows.map((row) => dayOf(new Date(row.at).getTime(), zone).slice(5));
    });
  expect(await due()).toEqual(["08-01"]);
  const params = { id: org.organizationId };
  expect(await admin.call(seasonEffect, { params })).toEqual({ requirements: 1, people: 1 });
  const elsewhere = await anOrganization();
  await elsewhere.org.added(elsewhere.admin, "north", "Head Coach");
  await elsewhere.save([to(elsewhere.org, { due: { type: "None" } })]);
  const own = { id: elsewhere.org.organizationId };
  expect(await elsewhere.admin.call(seasonEffect, { params: own })).toEqual({ requirements: 0, people: 0 });
  await admin.call(saveOrganizationSettings, { params, body: { seasonStart: { month: 3, day: 15 } } });
  expect(await due()).toEqual(["03-15"]);
  const never = { seasonStart: { month: 2, day: 29 } };
  expect((await admin.ask(saveOrganizationSettings, { params, body: never })).status).toBe(400);
});

/** Makes a coach and a volunteer, and assigns the content by a rule that counts from some day, on days of 2025. */
async function dated() {
  const on = (day: string) => {
    world.it.clock.shift = startOfDay(day, zone) + 12 * 3_600_000 - Date.now();
  };
  on("2025-06-10");
  const base = await anOrganization();
  const { org, contentId } = base;
  const coach = await org.aMember("north", "Head Coach");
  const volunteer = await org.aMember("north", "Volunteer");
  const assignOn = (day: string, contentAssignments: Wanted[], most?: number) => {
    on(day);
    const all = contentAssignments.map((one) => ({ ...one, payer: one.payer ?? ("Organization" as const) }));
    return org.asSystem((call) => assign(call, { contentId, contentAssignments: all }, most));
  };
  /** Finds the first day on which it is overdue. */
  const overdueOn = (who: TestPerson) =>
    org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ at: string | null }>(
        sql`SELECT due_at::text AS at FROM demand
          WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${who.plaId}`,
      );
      return rows.map(({ at }) => (at === null ? null : dayOf(Date.parse(at), zone)));
    });
  const bothRoles = (more: Partial<Wanted>) => [
    { ...to(org, more), labelIds: [org.labelIds["Head Coach"], org.labelIds.Volunteer] },
  ];
  return { ...base, coach, volunteer, on, assignOn, overdueOn, bothRoles };
}
const season = { type: "Season", graceDays: 5 } as const;
const afterJoining = { type: "AfterJoining", days: 14 } as const;

test.each([
  ["at once", undefined],
  ["step by step", 1],
])("an assignment that is edited %s is due when it was; whoever is asked since has their own day", async (_, most) => {
  const { org, admin, coach, volunteer, assignOn, overdueOn, bothRoles, on } = await dated();
  await assignOn("2025-06-10", [to(org, { due: season })], most);
  await world.it.drainJobs();
  expect(await overdueOn(coach)).toEqual(["2025-08-01"]);
  await assignOn("2025-09-10", bothRoles({ due: season, payer: "Individual" }), most);
  await world.it.drainJobs();
  expect(await overdueOn(coach)).toEqual(["2025-08-01"]);
  expect(await overdueOn(volunteer)).toEqual(["2026-08-01"]);

  // Again, also after other changes are followed.
  await assignOn("2025-10-10", bothRoles({ due: season }), most);
  await world.it.drainJobs();
  await org.asSystem((call) =>
    follow(call, { profileLevelAccessIds: [coach.plaId], profileIds: [coach.profileId], contentIds: null }),
  );
  expect(await overdueOn(coach)).toEqual(["2025-08-01"]);
  expect(await overdueOn(volunteer)).toEqual(["2026-08-01"]);

  // With another start of the season, due dates count from when each requirement was first asked.
  on("2025-10-11");
  const params = { id: org.organizationId };
  await admin.call(saveOrganizationSettings, { params, body: { seasonStart: { month: 9, day: 1 } } });
  expect(await overdueOn(coach)).toEqual(["2025-09-01"]);
  expect(await overdueOn(volunteer)).toEqual(["2026-09-01"]);
});

test("days after joining keep counting through an edit and its undo, also for requirements by age", async () => {
  const { org, contentId, coach, assignOn, overdueOn, on } = await dated();
  const adults = { from: 18, to: null, by: "Birthday" } as const;
  await assignOn("2025-07-01", [to(org, { due: afterJoining, ages: adults })]);
  expect(await overdueOn(coach)).toEqual(["2025-07-16"]);
  const { changeId } = await assignOn("2025-07-10", [to(org, { due: afterJoining, ages: adults, mandatory: false })]);
  expect(await overdueOn(coach)).toEqual(["2025-07-16"]);
  on("2025-07-12");
  await org.asSystem((call) => undo(call, { contentId, changeId: changeId as string }));
  expect(await overdueOn(coach)).toEqual(["2025-07-16"]);
  const edited = await assignOn("2025-07-20", [to(org, { due: afterJoining, ages: adults, payer: "Individual" })]);
  expect(await overdueOn(coach)).toEqual(["2025-07-16"]);
  on("2025-07-21");
  await org.asSystem((call) => undo(call, { contentId, changeId: edited.changeId as string }));
  expect(await overdueOn(coach)).toEqual(["2025-07-16"]);
});

test.each([
  ["30 days after joining", { type: "AfterJoining", days: 30 } as const, "2026-01-10"],
  [
    "before the season, with 30 days for those who join later",
    { type: "Season", graceDays: 30 } as const,
    "2026-01-10",
  ],
])("what is due %s is due from when it was first asked, of whoever joined before that", async (_, due, day) => {
  const { org, admin, coach, volunteer, assignOn, overdueOn, on } = await dated();
  await assignOn("2025-06-20", [to(org, { due })]);
  expect(await overdueOn(volunteer)).toEqual([]);

  on("2025-12-10");
  const relabel = (label: LabelName) =>
    admin.call(changeRole, { query: { profileLevelAccessId: volunteer.plaId, newLabelId: org.labelIds[label] } });
  await relabel("Head Coach");
  expect(await overdueOn(volunteer)).toEqual([day]);
  const { requirements } = await volunteer.call(listRequirements, { params: { plaId: volunteer.plaId } });
  expect(requirements.map((one) => one.status)).toEqual([RequirementStatus.Incomplete]);
  expect(await overdueOn(coach)).toEqual([due.type === "Season" ? "2025-08-01" : "2025-07-21"]);

  // When it is given up and taken again, it keeps its due date, also after the days of the season are computed again.
  on("2025-12-20");
  await relabel("Volunteer");
  expect(await overdueOn(volunteer)).toEqual([]);
  on("2026-01-05");
  await relabel("Head Coach");
  expect(await overdueOn(volunteer)).toEqual([day]);
  on("2026-01-06");
  await org.asSystem((call) =>
    follow(call, { profileLevelAccessIds: [volunteer.plaId], profileIds: [volunteer.profileId], contentIds: null }),
  );
  expect(await overdueOn(volunteer)).toEqual([day]);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
});

test("a new rule, a newly mandatory requirement, and one that wasn't assigned in the meantime get a new due date", async () => {
  const { org, coach, assignOn, overdueOn } = await dated();
  await assignOn("2025-06-10", [to(org, { due: afterJoining, mandatory: false })]);
  expect(await overdueOn(coach)).toEqual(["2025-06-25"]);
  await assignOn("2025-07-01", [to(org, { due: afterJoining })]);
  expect(await overdueOn(coach)).toEqual(["2025-07-16"]);
  await assignOn("2025-07-02", [to(org, { due: { ...afterJoining, days: 30 } })]);
  expect(await overdueOn(coach)).toEqual(["2025-08-02"]);
  await assignOn("2025-07-10", []);
  await assignOn("2025-07-20", [to(org, { due: { ...afterJoining, days: 30 } })]);
  expect(await overdueOn(coach)).toEqual(["2025-08-20"]);
});

test("what became mandatory by an edit is due when it was before, once the edit is undone", async () => {
  const { org, contentId, coach, assignOn, overdueOn, on } = await dated();
  await assignOn("2025-06-10", [to(org, { due: afterJoining, mandatory: false })]);
  const late = await org.aMember("north", "Head Coach");
  const { changeId } = await assignOn("2025-07-01", [to(org, { due: afterJoining })]);
  expect([await overdueOn(coach), await overdueOn(late)]).toEqual([["2025-07-16"], ["2025-07-16"]]);
  on("2025-07-03");
  await org.asSystem((call) => undo(call, { contentId, changeId: changeId as string }));
  expect([await overdueOn(coach), await overdueOn(late)]).toEqual([["2025-06-25"], ["2025-06-25"]]);
});

test.each([
  ["a removal", (): MemberAct => ({ kind: "members.remove" })],
  ["a move out of reach", (org: Organization): MemberAct => ({ kind: "members.move", levelId: org.levels.southClub })],
  [
    "another role",
    (org: Organization): MemberAct => ({ kind: "members.changeLabel", labelId: org.labelIds.Volunteer }),
  ],
])("what an edited assignment asked before stays due when it was through %s that is undone", async (_, act) => {
  const { org, admin, coach, volunteer, assignOn, overdueOn, on } = await dated();
  const rules = (payer: "Organization" | "Individual") => [to(org, { due: season, payer }, "north")];
  await assignOn("2025-06-10", rules("Organization"));
  await assignOn("2025-09-10", rules("Individual"));
  const statusOf = async () => {
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    return requirements.map((one) => one.status);
  };
  expect([await overdueOn(coach), await statusOf()]).toEqual([["2025-08-01"], [RequirementStatus.Overdue]]);

  on("2025-09-12");
  const selection = { profileLevelAccessIds: [coach.plaId] };
  const body = { selection, act: act(org) };
  const { taskId } = await admin.call(startMemberTask, { params: { id: org.levels.root }, body });
  await world.it.drainJobs();
  expect(await overdueOn(coach)).toEqual([]);
  on("2025-09-13");
  await admin.call(undoTask, { params: { id: taskId } });
  await world.it.drainJobs();
  expect([await overdueOn(coach), await statusOf()]).toEqual([["2025-08-01"], [RequirementStatus.Overdue]]);

  // Also after other changes are followed; people who get it for the first time have a day of their own.
  await assignOn("2025-10-10", [
    { ...to(org, { due: season }, "north"), labelIds: [org.labelIds["Head Coach"], org.labelIds.Volunteer] },
  ]);
  expect([await overdueOn(coach), await overdueOn(volunteer)]).toEqual([["2025-08-01"], ["2026-08-01"]]);
});

test("of several that are edited at once, mandatory ones keep their due dates, whatever was optional", async () => {
  const { org, coach, assignOn, overdueOn } = await dated();
  // Whichever comes first of two that are due on the same day.
  for (const optionalFirst of [true, false]) {
    const both = (payer: "Organization" | "Individual") => {
      const optional = to(org, { due: afterJoining, mandatory: false, payer, includeBelow: true });
      const mandatory = to(org, { due: afterJoining, payer }, "north");
      return optionalFirst ? [optional, mandatory] : [mandatory, optional];
    };
    await assignOn("2025-05-01", []);
    await assignOn("2025-06-10", both("Organization"));
    expect(await overdueOn(coach)).toEqual(["2025-06-25", "2025-06-25"]);
    await assignOn("2025-07-01", both("Individual"));
    expect(await overdueOn(coach)).toEqual(["2025-06-25", "2025-06-25"]);
  }
});

test("a person who is put back after the season's start has changed is due by the new day", async () => {
  const { org, admin, coach, assignOn, overdueOn, on } = await dated();
  const rules = (payer: "Organization" | "Individual") => [to(org, { due: season, payer }, "north")];
  await assignOn("2025-06-10", rules("Organization"));
  await assignOn("2025-09-10", rules("Individual"));
  on("2025-09-12");
  const body = {
    selection: { profileLevelAccessIds: [coach.plaId] },
    act: { kind: "members.remove" } as const,
  };
  const { taskId } = await admin.call(startMemberTask, { params: { id: org.levels.root }, body });
  await world.it.drainJobs();
  const params = { id: org.organizationId };
  await admin.call(saveOrganizationSettings, { params, body: { seasonStart: { month: 7, day: 1 } } });
  await world.it.drainJobs();
  await admin.call(undoTask, { params: { id: taskId } });
  await world.it.drainJobs();
  expect(await overdueOn(coach)).toEqual(["2025-07-01"]);
});

/** Generates random assignments and exceptions in a random organization. */
function anyRules(org: Organization, questions: readonly string[], people: readonly string[], next: () => number) {
  const pick = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T;
  const places = Object.keys(org.levels) as LevelKey[];
  const assignments = Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
    to(
      org,
      {
        includeBelow: next() < 0.8,
        mandatory: next() < 0.6,
        payer: pick(["Organization", "Individual"]),
        ages:
          next() < 0.4
            ? { from: pick([null, 16, 18]), to: pick([null, 19, 40]), by: pick(["Birthday", "Season"]) }
            : null,
        conditions:
          next() < 0.4
            ? {
                match: pick(["All", "Any"]),
                answers: questions.slice(0, 2).map((conditionId) => ({ conditionId, answer: next() < 0.5 })),
              }
            : null,
      },
      pick(places),
      pick(["Head Coach", "Volunteer"]),
    ),
  );
  const exceptions = Array.from({ length: Math.floor(next() * 3) }, () =>
    next() < 0.5
      ? exempting({ profileId: pick(people) })
      : exempting({ levelId: org.levels[pick(places)], labelId: pick([null, org.labelIds.Volunteer]) }),
  );
  return { assignments, exceptions };
}

/** Generates numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Computes who owes the content from the rules in words and the tree alone. */
async function naively(call: Call, wanted: readonly Wanted[], exceptions: readonly Exception[]) {
  const { rows } = await call.db.execute<{
    id: string;
    profile_id: string;
    label_id: string;
    born: string | null;
    above: string[];
    answers: Record<string, boolean>;
  }>(sql`
    SELECT m.profile_level_access_id AS id, m.profile_id, m.label_id, p.date_of_birth::text AS born,
      ARRAY(SELECT up.level_id FROM level AS up WHERE up.organization_id = m.organization_id
        AND up.pre <= l.pre AND up.last >= l.pre ORDER BY up.pre DESC) AS above,
      coalesce((SELECT json_object_agg(question, answer) FROM (
        SELECT DISTINCT ON (condition_question_id) condition_question_id AS question, answer FROM condition_answer
        WHERE organization_id = m.organization_id AND profile_id = m.profile_id
        ORDER BY condition_question_id, answered_at DESC) AS latest), '{}') AS answers
    FROM profile_level_access AS m JOIN level AS l USING (organization_id, level_id)
    JOIN profile AS p USING (organization_id, profile_id)
    WHERE m.organization_id = ${call.organizationId}`);
  const at = (levelId: string, below: boolean, above: string[]) =>
    below ? above.includes(levelId) : above[0] === levelId;
  return rows
    .filter((row) =>
      wanted.some(
        (one) =>
          at(one.levelId, one.includeBelow, row.above) &&
          one.labelIds.includes(row.label_id) &&
          requiredByAge(one.ages ?? null, row.born, today(), { month: 8, day: 1 }) &&
          requiredByAnswers(one.conditions ?? null, new Map(Object.entries(row.answers))) &&
          !exceptions.some(
            (spared) =>
              spared.profileId === row.profile_id ||
              (spared.levelId !== null &&
                at(spared.levelId, spared.includeBelow, row.above) &&
                (spared.labelId === null || spared.labelId === row.label_id)),
          ),
      ),
    )
    .map((row) => row.id)
    .sort();
}

test("whatever is assigned, answered, and exempted: the rules decide who needs it, and the preview shows the result", async () => {
  const { org, admin, contentId } = await anOrganization();
  await org.aDocument(admin, { name: "Optional", mandatory: false });
  const next = numbers(42);
  const everybody = [];
  for (const place of ["root", "north", "northClub", "northTeam", "southClub", "south"] as const) {
    for (const label of ["Head Coach", "Volunteer", "Head Coach"] as const) {
      const who = next() < 0.4 ? await org.aMember(place, label) : await org.added(admin, place, label);
      everybody.push(who.profileId);
      const age = Math.floor(next() * 10) + 14;
      await born(
        org,
        who.profileId,
        next() < 0.2 ? null : addToDay(addToDay(today(), { years: -age }), { days: Math.floor(next() * 300) }),
      );
    }
  }
  const conditions = await admin.call(listConditions, { params: { id: admin.profileId } });
  const questions = conditions.map((one) => one.conditionId);
  for (const profileId of everybody) {
    const answers = questions
      .slice(0, 2)
      .flatMap((conditionId) => (next() < 0.6 ? { conditionId, answer: next() < 0.5 } : []));
    if (answers.length > 0) await admin.call(updateConditions, { params: { id: profileId }, body: { answers } });
  }
  const standing = (call: Call) =>
    call.db.execute<{ id: string; status: Parameters<typeof eligible>[0]; owes: boolean }>(sql`
      SELECT profile_level_access_id AS id, overall_status AS status, ${contentId}::uuid = ANY(contents) AS owes
      FROM member_standing WHERE organization_id = ${call.organizationId} ORDER BY 1`);
  for (let round = 0; round < 12; round += 1) {
    const { assignments, exceptions } = anyRules(org, questions, everybody, next);
    const body = { contentAssignments: assignments, exceptions };
    const params = { id: contentId };
    const previewed = (await admin.call(previewAssignments, { params, body })).result;
    const before = (await org.asSystem(standing)).rows;
    await admin.call(assignContent, { params, body });
    const after = (await org.asSystem(standing)).rows;
    const owed = after.filter((row) => row.owes).map((row) => row.id);
    expect(owed.sort()).toEqual(await org.asSystem((call) => naively(call, assignments, exceptions)));
    const counted = (which: (was: (typeof before)[number], is: (typeof after)[number]) => boolean) =>
      before.filter((was, at) => which(was, after[at] as typeof was)).length;
    expect(previewed).toMatchObject({
      gain: { memberships: counted((was, is) => !was.owes && is.owes) },
      lose: { memberships: counted((was, is) => was.owes && !is.owes) },
      losingClearance: { memberships: counted((was, is) => eligible(was.status) && !eligible(is.status)) },
      gainingClearance: { memberships: counted((was, is) => !eligible(was.status) && eligible(is.status)) },
    });
    const { stored, derived } = await storedAndDerived(org);
    expect(derived).toEqual(stored);
  }
});

test("of many the preview is worked out step by step, and comes to the same", async () => {
  const { org, admin, contentId, params } = await anOrganization();
  for (let n = 0; n < 7; n += 1) await org.added(admin, n % 2 ? "northTeam" : "southClub", "Head Coach");
  const body = { contentAssignments: [to(org)] };
  const at = await admin.call(previewAssignments, { params, body });
  const actor = { kind: "person", profileId: admin.profileId, appUserId: admin.appUserId, children: [] } as const;
  const grants = [{ role: "Admin", pre: 0, last: 100 }] as const;
  const begun = await org.asSystem((call) =>
    preview(
      { ...call, actor: { ...actor, grants, managers: { review: true, content: true } } as never },
      { contentId, contentAssignments: body.contentAssignments as never },
      2,
    ),
  );
  expect(begun).toMatchObject({ done: 2, result: null });
  await world.it.drainJobs();
  const read = { id: contentId, previewId: begun.previewId };
  const done = await admin.call(getAssignmentPreview, { params: read });
  expect(done.result).toEqual(at.result);
  expect(done.result?.gain.memberships).toBe(7);
  const director = await org.aMember("north", "Club Director");
  expect((await director.ask(getAssignmentPreview, { params: read })).status).toBe(404);
});

test("what moving somebody would ask follows the same rules", async () => {
  const { org, admin, contentId, save } = await anOrganization();
  const young = await org.added(admin, "southClub", "Head Coach");
  await born(org, young.profileId, addToDay(today(), { years: -12 }));
  await save([to(org, { ages: { from: 18, to: null, by: "Birthday" } }, "north")]);
  const wanted = () =>
    org.asSystem(async (call) => {
      const place = { levelId: org.levels.north, labelId: org.labelIds["Head Coach"] };
      const rows = await previewDuties(call, young.profileId, young.profileLevelAccessId, place);
      return rows.some((row) => row.contentId === contentId && row.outcome === "added");
    });
  expect(await wanted()).toBe(false);
  await born(org, young.profileId, addToDay(today(), { years: -20 }));
  expect(await wanted()).toBe(true);
  expect(await org.asSystem((call) => exceptionsOf(call, contentId))).toEqual([]);
});

test("a gradual change with grace leaves people cleared, also those who change in the meantime", async () => {
  const { org, admin, contentId } = await anOrganization();
  await org.aDocument(admin, { name: "Optional", mandatory: false });
  const [walked, moving] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("southClub", "Head Coach")];
  const until = addToDay(today(), { days: 5 });
  const input = {
    contentId,
    contentAssignments: [{ ...to(org), payer: "Organization" as const }],
    keepClearedUntil: until,
  };
  await org.asSystem((call) => assign(call, input, 0));
  await org.asSystem(async (call) => {
    await lockDuties(call, "memberships");
    await follow(call, { profileLevelAccessIds: [moving.plaId], profileIds: [moving.profileId] });
  });
  await world.it.drainJobs();
  for (const who of [walked, moving]) {
    expect((await who.call(listRequirements, { params: { plaId: who.plaId } })).overallStatus).toBe("Optional");
  }
});

/** Reads the exceptions on the timeline, oldest first. */
const exceptionLines = async (by: TestPerson, plaId: string) => {
  const lines: { what: string; reason: string | null; levelName: string | null; actorName: string | null }[] = [];
  let cursor: string | undefined;
  do {
    const query = { kinds: ["exceptions" as const], perPage: 1, ...(cursor ? { cursor } : {}) };
    const page = await by.call(getTimeline, { params: { id: plaId }, query });
    for (const line of page.data) if (line.kind === "exceptions") lines.unshift(line);
    cursor = page.next ?? undefined;
  } while (cursor);
  return lines;
};

test("an exception and its end are in the person's history, with who made it; why is for who may make it", async () => {
  const { org, admin, params, save } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const beside = await org.aMember("northTeam", "Head Coach");
  await save([to(org)]);
  const until = addToDay(today(), { days: 3 });
  await save([to(org)], { exceptions: [exempting({ profileId: coach.profileId, untilDay: until })] });
  const begun = { what: "exempted", contentName: "Coach agreement", untilDay: until, levelName: null };
  expect(await exceptionLines(admin, coach.plaId)).toMatchObject([
    { ...begun, reason: "Injured", actorName: expect.stringContaining("Administrator") },
  ]);
  expect(await exceptionLines(coach, coach.plaId)).toMatchObject([{ ...begun, reason: null }]);
  expect(await exceptionLines(admin, beside.plaId)).toEqual([]);
  const log = await admin.call(getTimeline, { params: { id: coach.plaId }, query: { kinds: ["log"] } });
  expect(log.data.map((line) => line.kind === "log" && line.what)).not.toContain("exception.added");
  await save([to(org)], { exceptions: [] });
  expect(await exceptionLines(coach, coach.plaId)).toMatchObject([
    begun,
    { what: "ended", reason: null, actorName: expect.stringContaining("Administrator") },
  ]);
  const { changeId } = await save([to(org)], { exceptions: [exempting({ profileId: coach.profileId })] });
  await admin.call(undoAssignments, { params, body: { changeId: changeId as string } });
  expect((await exceptionLines(coach, coach.plaId)).map((line) => line.what)).toEqual([
    ...["exempted", "ended", "exempted", "undone"],
  ]);
  expect((await exceptionLines(coach, coach.plaId)).at(-1)?.actorName).toContain("Administrator");
});

test("an end that was taken back stays in the history, and so does that it was taken back", async () => {
  const { org, admin, params, save } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const level = exempting({ levelId: org.levels.north, reason: "No games" });
  await save([to(org)], { exceptions: [exempting({ profileId: coach.profileId }), level] });
  const before = await exceptionLines(admin, coach.plaId);
  expect(before.map((line) => line.what)).toEqual(["exempted", "exempted"]);
  const { changeId } = await save([to(org)], { exceptions: [] });
  const ended = new Date();
  const other = await org.aMember("root", "Administrator");
  await other.call(undoAssignments, { params, body: { changeId: changeId as string } });
  const lines = (await exceptionLines(admin, coach.plaId)).slice(2);
  const nameOf = async (who: TestPerson) => {
    const { firstName, lastName } = await admin.call(getMember, { params: { id: who.plaId } });
    return `${firstName} ${lastName}`;
  };
  const [first, second] = [await nameOf(admin), await nameOf(other)];
  expect(lines.map(({ what, levelName, actorName }) => [what, levelName, actorName])).toEqual(
    expect.arrayContaining([
      ["ended", null, first],
      ["ended", "north", first],
      ["endUndone", null, second],
      ["endUndone", "north", second],
    ]),
  );
  expect(lines.map((line) => line.what)).toEqual(["ended", "ended", "endUndone", "endUndone"]);
  // It is in force again; in between it wasn't.
  const why = async (at?: string) =>
    (await admin.call(getWhy, { params: { id: coach.plaId }, query: at ? { at } : {} })).exemptions.length;
  expect(await why()).toBe(2);
  expect(await why(ended.toISOString())).toBe(0);
  // An exception that ended again is listed again.
  const again = await save([to(org)], { exceptions: [] });
  expect((await exceptionLines(admin, coach.plaId)).slice(6).map((line) => line.what)).toEqual(["ended", "ended"]);
  await other.call(undoAssignments, { params, body: { changeId: again.changeId as string } });
  expect((await exceptionLines(coach, coach.plaId)).slice(6).map((line) => line.what)).toEqual([
    ...["ended", "ended", "endUndone", "endUndone"],
  ]);
});

test("an exception counts as over from the midnight after its last day, not before", async () => {
  const { org, contentId } = await anOrganization();
  const [over, lasting] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("north", "Head Coach")];
  const then = new Date(Date.now() - 5 * 86_400_000);
  const exceptions = [
    exempting({ profileId: over.profileId, untilDay: addToDay(today(), { days: -1 }) }),
    exempting({ profileId: lasting.profileId, untilDay: today() }),
  ];
  const contentAssignments = [{ ...to(org), payer: "Organization" as const }];
  await org.asSystem((call) => assign({ ...call, now: then }, { contentId, contentAssignments, exceptions }));
  const lines = await exceptionLines(over, over.plaId);
  expect(lines).toMatchObject([{ what: "exempted" }, { what: "over", actorName: null }]);
  expect(new Date((lines[1] as unknown as { at: string }).at).getTime()).toBe(startOfDay(today(), zone));
  expect((await exceptionLines(lasting, lasting.plaId)).map((line) => line.what)).toEqual(["exempted"]);
});

test("an exception of a level or a role there is in the history of who was there then, as far as it was asked there", async () => {
  const { org, admin, save } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const volunteer = await org.aMember("northTeam", "Volunteer");
  const south = await org.aMember("southClub", "Head Coach");
  const director = await org.aMember("north", "Club Director");
  const gone = await org.aMember("northTeam", "Head Coach");
  await save([to(org)]);
  await admin.call(deleteMembership, { params: { id: gone.plaId } });
  await save([to(org)], { exceptions: [exempting({ levelId: org.levels.root, reason: "A pause" })] });
  await save([to(org)], { exceptions: [exempting({ levelId: org.levels.north, reason: "No games" })] });
  const late = await org.aMember("northTeam", "Head Coach");
  await save([to(org)], { exceptions: [] });
  const never = await org.aMember("northTeam", "Head Coach");
  const lines = async (by: TestPerson, of: TestPerson) =>
    (await exceptionLines(by, of.plaId)).map((line) => [line.what, line.levelName, line.reason]);
  const [root, north] = ["Cascade Youth Soccer", "north"];
  const expectedLines = (reason: string | null, other: string | null) => [
    ["exempted", root, other],
    ...[
      ["ended", root, null],
      ["exempted", north, reason],
    ].sort(),
    ["ended", north, null],
  ];
  const sorted = (rows: unknown[]) => [rows[0], ...rows.slice(1, 3).sort(), ...rows.slice(3)];
  expect(sorted(await lines(admin, coach))).toEqual(expectedLines("No games", "A pause"));
  expect(sorted(await lines(director, coach))).toEqual(expectedLines("No games", null));
  expect(sorted(await lines(coach, coach))).toEqual(expectedLines(null, null));
  expect(await lines(admin, volunteer)).toEqual([]);
  expect(await lines(admin, gone)).toEqual([]);
  expect(await lines(admin, south)).toEqual([
    ["exempted", root, "A pause"],
    ["ended", root, null],
  ]);
  expect(await lines(admin, late)).toEqual([
    ["exempted", north, "No games"],
    ["ended", north, null],
  ]);
  expect(await lines(admin, never)).toEqual([]);
});

test("a person's exception is visible where it applies, and not to people who see them elsewhere", async () => {
  const { org, save, admin } = await anOrganization();
  const coach = await org.aMember("northTeam", "Head Coach");
  const labelId = org.labelIds.Volunteer;
  const elsewhere = await org.asSystem((call) =>
    createMembership(call, { profileId: coach.profileId, levelId: org.levels.southClub, labelId }),
  );
  const [north, south] = [await org.aMember("north", "Club Director"), await org.aMember("south", "Club Director")];
  await save([to(org, {}, "north")], { exceptions: [exempting({ profileId: coach.profileId })] });
  expect(await exceptionLines(north, coach.plaId)).toMatchObject([{ what: "exempted", reason: null }]);
  expect(await exceptionLines(south, elsewhere.profileLevelAccessId)).toEqual([]);
  expect(await exceptionLines(admin, elsewhere.profileLevelAccessId)).toMatchObject([{ reason: "Injured" }]);
  await save([]);
  const unasked = await org.aMember("northTeam", "Volunteer");
  await save([], { exceptions: [exempting({ profileId: unasked.profileId })] });
  expect(await exceptionLines(north, unasked.plaId)).toEqual([]);
  expect(await exceptionLines(unasked, unasked.plaId)).toHaveLength(1);
});

test("the reason for an exemption is visible only to people who manage the person everywhere, in the reasons, on the page, and in the history", async () => {
  const { org, save, admin } = await anOrganization();
  const [here, both] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  const labelId = org.labelIds.Volunteer;
  await org.asSystem((call) =>
    createMembership(call, { profileId: both.profileId, levelId: org.levels.southClub, labelId }),
  );
  const north = await org.aMember("north", "Club Director");
  const exceptions = [here, both].map(({ profileId }) => exempting({ profileId }));
  await save([to(org, {}, "north")], { exceptions });
  const reasonsFor = async (by: TestPerson, who: TestPerson) => {
    const at = { params: { id: who.plaId } };
    const [history] = await exceptionLines(by, who.plaId);
    const [why, page] = [await by.call(getWhy, { ...at, query: {} }), await by.call(getMember, at)];
    return [history?.reason, why.exemptions[0]?.reason, page.exemptions[0]?.reason];
  };
  const everywhere = Array(3).fill("Injured");
  expect([await reasonsFor(north, here), await reasonsFor(north, both)]).toEqual([everywhere, Array(3).fill(null)]);
  expect([await reasonsFor(admin, here), await reasonsFor(admin, both)]).toEqual([everywhere, everywhere]);
});

test("on one's own page is what one is exempt from and what is optional for now, without why", async () => {
  const { org, admin, contentId, save } = await anOrganization();
  const optional = await org.aDocument(admin, { name: "Optional", mandatory: false });
  const coach = await org.aMember("northTeam", "Head Coach");
  const until = addToDay(today(), { days: 4 });
  await save([to(org)], { keepClearedUntil: until });
  await admin.call(assignContent, {
    params: { id: optional.contentId },
    body: { contentAssignments: [to(org)], exceptions: [exempting({ profileId: coach.profileId, untilDay: until })] },
  });
  const listed = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  expect(listed.exemptions).toEqual([{ contentId: optional.contentId, name: "Optional", untilDay: until }]);
  expect(listed.optionalUntil).toEqual([{ contentId, name: "Coach agreement", untilDay: until }]);
});

const inSteps = (org: Organization, contentId: string, assignments: Wanted[], keepClearedUntil?: string) =>
  org.asSystem((call) =>
    assign(
      call,
      {
        contentId,
        contentAssignments: assignments.map((one) => ({ ...one, payer: "Organization" })),
        keepClearedUntil,
      },
      1,
    ),
  );
const overallOf = async (who: TestPerson) =>
  (await who.call(listRequirements, { params: { plaId: who.plaId } })).overallStatus;

/** Makes two cleared coaches with a promised grace period whose steps haven't run, and a cleared helper without one. */
async function promised() {
  const base = await anOrganization();
  const { org, admin, contentId } = base;
  await org.aDocument(admin, { name: "Optional", mandatory: false });
  await org.aDocument(admin, { name: "Optional too", mandatory: false, labels: ["Volunteer"] });
  const coaches = [await org.aMember("northTeam", "Head Coach"), await org.aMember("southClub", "Head Coach")];
  const helper = await org.aMember("northTeam", "Volunteer");
  const until = addToDay(today(), { days: 5 });
  expect(await inSteps(org, contentId, [to(org)], until)).toMatchObject({ inProgress: true });
  return { ...base, coaches, helper, until };
}
const standings = (people: readonly TestPerson[]) => Promise.all(people.map(overallOf));

test.each([
  ["with another role", (org: Organization) => [to(org), to(org, {}, "root", "Volunteer")]],
  ["with another day that it is due", (org: Organization) => [to(org, { dueDate: "2099-01-01" })]],
] as const)("saved again %s before its steps have run, a promise is kept: through its day", async (_, again) => {
  const { org, save, contentId, coaches, helper, until } = await promised();
  await save([...again(org)]);
  await world.it.drainJobs();
  expect(await standings(coaches)).toEqual(["Optional", "Optional"]);
  expect(await overallOf(helper)).toBe(again(org).length > 1 ? "Incomplete" : "Optional");
  await inSteps(org, contentId, [...again(org), to(org, {}, "south", "Club Director")]);
  await world.it.drainJobs();
  expect(await standings(coaches)).toEqual(["Optional", "Optional"]);
  await passTo(org, startOfDay(addToDay(until, { days: 1 }), zone));
  expect(await standings(coaches)).toEqual(["Incomplete", "Incomplete"]);
});

test("a preview counts who was promised to stay cleared as saving will leave them", async () => {
  const { org, admin, params, save, coaches, helper } = await promised();
  const joined = await org.aMember("north", "Volunteer");
  const again = [to(org, { dueDate: "2099-01-01" }), to(org, {}, "root", "Volunteer")];
  const { result } = await admin.call(previewAssignments, { params, body: { contentAssignments: again } });
  const plas = (people: readonly TestPerson[]) => people.map((who) => who.plaId).sort();
  expect(result?.gain.memberships).toBe(4);
  expect(result?.losingClearance.examples.map((one) => one.profileLevelAccessId).sort()).toEqual(
    plas([helper, joined]),
  );
  expect(result?.losingClearance.memberships).toBe(2);
  await save(again);
  await world.it.drainJobs();
  expect(await standings([...coaches, helper, joined])).toEqual(["Optional", "Optional", "Incomplete", "Incomplete"]);
});

test("of two promises whose steps have not run, each keeps whom it was made to, the later day first", async () => {
  const { org, admin, contentId, coaches, helper, until } = await promised();
  const sooner = addToDay(today(), { days: 2 });
  await inSteps(org, contentId, [to(org), to(org, {}, "root", "Volunteer")], sooner);
  await world.it.drainJobs();
  const spared = async (who: TestPerson) =>
    (await admin.call(getMember, { params: { id: who.plaId } })).optionalUntil.map((one) => one.untilDay);
  expect(await Promise.all([...coaches, helper].map(spared))).toEqual([[until], [until], [sooner]]);
});

test("a new season start in the meantime doesn't end anyone's grace", async () => {
  const { org, admin, contentId, coaches } = await promised();
  await inSteps(org, contentId, [to(org, { due: { type: "Season", graceDays: 0 } })]);
  const params = { id: org.organizationId };
  await admin.call(saveOrganizationSettings, { params, body: { seasonStart: { month: 3, day: 15 } } });
  await world.it.drainJobs();
  expect(await standings(coaches)).toEqual(["Optional", "Optional"]);
});

test("people who joined or got the requirement after the grace was given aren't kept cleared", async () => {
  const { org, admin, contentId, coaches, helper } = await promised();
  const joined = await org.aMember("northTeam", "Head Coach");
  await admin.call(changeRole, {
    query: { profileLevelAccessId: helper.plaId, newLabelId: org.labelIds["Head Coach"] },
  });
  await inSteps(org, contentId, [to(org), to(org, {}, "south", "Club Director")]);
  await world.it.drainJobs();
  expect(await overallOf(joined)).toBe("Incomplete");
  expect(await overallOf(helper)).toBe("Incomplete");
  expect(await standings(coaches)).toEqual(["Optional", "Optional"]);
});

test("a promise is gone with the change that made it; another made before stays", async () => {
  const { org, contentId, coaches, helper } = await promised();
  const { changeId } = await inSteps(
    org,
    contentId,
    [to(org), to(org, {}, "root", "Volunteer")],
    addToDay(today(), { days: 2 }),
  );
  await org.asSystem((call) => undo(call, { contentId, changeId: changeId as string }, 0));
  const volunteers = [to(org), to(org, {}, "root", "Volunteer")];
  await inSteps(org, contentId, volunteers);
  await world.it.drainJobs();
  expect(await standings(coaches)).toEqual(["Optional", "Optional"]);
  expect(await overallOf(helper)).toBe("Incomplete");
});

test("a promise of which the day has passed before its steps have run keeps nobody", async () => {
  const { org, contentId, coaches, until } = await promised();
  const now = new Date(startOfDay(addToDay(until, { days: 1 }), zone));
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ round: string }>(
      sql`SELECT round FROM content_following WHERE organization_id = ${call.organizationId} AND content_id = ${contentId}`,
    ),
  );
  const round = rows[0]?.round as string;
  while (await org.asSystem((call) => continueFollowing({ ...call, now }, { contentId, round }, 1)));
  expect(await standings(coaches)).toEqual(["Incomplete", "Incomplete"]);
});

test.each([
  ["while the promise is not kept, who was there then stays cleared", false],
  ["once everybody was reached, nobody does", true],
] as const)("of whom an exception spared when a day was promised, when it ends: %s", async (_, reached) => {
  const { org, admin, contentId, save } = await anOrganization();
  await org.aDocument(admin, { name: "Optional", mandatory: false });
  const there = await org.aMember("southClub", "Head Coach");
  const first = await org.aMember("northTeam", "Head Coach");
  await save([], { exceptions: [exempting({ levelId: org.levels.south })] });
  await inSteps(org, contentId, [to(org)], addToDay(today(), { days: 5 }));
  if (reached) await world.it.drainJobs();
  const joined = await org.aMember("southClub", "Head Coach");
  expect(await standings([there, joined])).toEqual(["Optional", "Optional"]);
  await save([to(org)], { exceptions: [] });
  await world.it.drainJobs();
  expect(await standings([first, there, joined])).toEqual([
    "Optional",
    reached ? "Incomplete" : "Optional",
    "Incomplete",
  ]);
});
