import { RequirementStatus } from "@touchline/contract";
import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { type MemberAct, startMemberTask } from "@touchline/contract/reporting/members";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { completeWithoutUpload, editCompletedDate, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { getTask, listTaskItems, undoTask } from "@touchline/contract/tasks/tasks";
import { addToDay, dayOf, endOfDay } from "@touchline/rules";
import { expect, test } from "vitest";
import { factsNotKept } from "../../../../test/fact-mismatches.ts";
import { send } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const today = () => dayOf(Date.now(), zone);
const day = (days: number) => addToDay(today(), { days });

/** Adds coaches who completed a yearly agreement this many days ago; null: never. */
async function coaches(...completedDaysAgo: (number | null)[]) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await org.aDocument(admin);
  const people: TestPerson[] = [];
  for (const ago of completedDaysAgo) {
    const coach = await org.aMember("northTeam", "Head Coach");
    people.push(coach);
    if (ago === null) continue;
    const { requirementId } = await owed(coach);
    await admin.call(completeWithoutUpload, {
      params: { plaId: coach.plaId },
      body: { requirementId, date: day(-ago), reason: "Seen on paper." },
    });
  }
  return { org, admin, contentId, people };
}

async function owed(coach: TestPerson) {
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const [one] = requirements;
  if (!one) throw new Error("nothing is owed");
  return one;
}

async function extended(
  by: TestPerson,
  org: Organization,
  people: readonly TestPerson[],
  act: Omit<MemberAct, "kind">,
) {
  const { taskId } = await by.call(startMemberTask, {
    params: { id: org.levels.root },
    body: {
      selection: { profileLevelAccessIds: people.map((one) => one.plaId) },
      act: { kind: "members.extend", ...act } as MemberAct,
    },
  });
  await world.it.drainJobs();
  const { data } = await by.call(listTaskItems, { params: { id: taskId } });
  return { task: await by.call(getTask, { params: { id: taskId } }), reasons: data.map((one) => one.reason) };
}

test("a decree lets what many have completed count through a day, also what has lapsed, and nobody else", async () => {
  const { org, admin, contentId, people } = await coaches(340, 400, 10, null);
  const [soon, lapsed, fresh, never] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
  expect((await owed(lapsed)).status).toBe(RequirementStatus.Expired);
  const decree = { contentId, validUntil: day(60), reason: "Offices are closed." };
  const { task, reasons } = await extended(admin, org, people, decree);
  expect(task).toMatchObject({ state: "done", done: 2, skipped: 2, undoable: true });
  expect(reasons).toEqual(["", "", "Is already valid that long.", "Has never completed it."]);
  for (const coach of [soon, lapsed]) {
    const { status, expiresAt } = await owed(coach);
    expect(status).toBe(RequirementStatus.Completed);
    expect(dayOf(Date.parse(expiresAt as string) - 1, zone)).toBe(day(60));
  }
  expect((await owed(fresh)).status).toBe(RequirementStatus.Completed);
  expect((await owed(never)).status).toBe(RequirementStatus.Incomplete);
  const { data } = await admin.call(getTimeline, { params: { id: lapsed.plaId } });
  expect(data).toContainEqual(expect.objectContaining({ what: "extended", reason: `${day(60)}: Offices are closed.` }));
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
});

test("taken back, each counts as long as before, but for what was changed since", async () => {
  const { org, admin, contentId, people } = await coaches(400, 390);
  const [lapsed, corrected] = people as [TestPerson, TestPerson];
  const { task } = await extended(admin, org, people, { contentId, validUntil: day(60), reason: "Closed." });
  const { requirementId } = await owed(corrected);
  await admin.call(editCompletedDate, {
    params: { plaId: corrected.plaId },
    body: { requirementId, completedDateTime: new Date(Date.now() - 5 * 86_400_000).toISOString() },
  });
  const undo = await admin.call(undoTask, { params: { id: task.taskId } });
  await world.it.drainJobs();
  expect(await admin.call(getTask, { params: { id: undo.taskId } })).toMatchObject({ done: 1, skipped: 1 });
  expect((await owed(lapsed)).status).toBe(RequirementStatus.Expired);
  expect((await owed(corrected)).status).toBe(RequirementStatus.Completed);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
});

async function takenBack(by: TestPerson, taskId: string) {
  const undo = await by.call(undoTask, { params: { id: taskId } });
  await world.it.drainJobs();
  return by.call(getTask, { params: { id: undo.taskId } });
}

const aYearAfter = (ago: number) => addToDay(day(-ago), { years: 1 });

test("taken back after its date was corrected, it counts as long as that date says", async () => {
  const { org, admin, contentId, people } = await coaches(350);
  const [coach] = people as [TestPerson];
  const { task } = await extended(admin, org, people, { contentId, validUntil: day(60), reason: "Closed." });
  const { requirementId } = await owed(coach);
  await admin.call(editCompletedDate, {
    params: { plaId: coach.plaId },
    body: { requirementId, completedDateTime: new Date(endOfDay(day(-331), zone)).toISOString() },
  });
  expect(await takenBack(admin, task.taskId)).toMatchObject({ done: 1, skipped: 0 });
  expect((await owed(coach)).expiresAt).toBe(new Date(endOfDay(aYearAfter(330), zone)).toISOString());
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
});

test("taken back in another time zone, it ends with the day there", async () => {
  const { org, admin, contentId, people } = await coaches(350);
  const [coach] = people as [TestPerson];
  const { task } = await extended(admin, org, people, { contentId, validUntil: day(60), reason: "Closed." });
  await admin.call(saveOrganizationSettings, {
    params: { id: org.organizationId },
    body: { timeZone: "Pacific/Auckland" },
  });
  await world.it.drainJobs();
  expect(await takenBack(admin, task.taskId)).toMatchObject({ done: 1, skipped: 0 });
  expect((await owed(coach)).expiresAt).toBe(new Date(endOfDay(aYearAfter(350), "Pacific/Auckland")).toISOString());
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
});

test("a corrected date does not shorten what was decreed", async () => {
  const { org, admin, contentId, people } = await coaches(400);
  const [coach] = people as [TestPerson];
  await extended(admin, org, people, { contentId, validUntil: day(60), reason: "Closed." });
  const { requirementId } = await owed(coach);
  await admin.call(editCompletedDate, {
    params: { plaId: coach.plaId },
    body: { requirementId, completedDateTime: new Date(Date.now() - 500 * 86_400_000).toISOString() },
  });
  expect((await owed(coach)).status).toBe(RequirementStatus.Completed);
});

test("a past day is refused, and people who may not review can't extend anything", async () => {
  const { org, admin, contentId, people } = await coaches(340);
  const director = await org.aMember("south", "Club Director");
  const accountManager = await org.aMember("root", "Account Manager");
  const [coach] = people as [TestPerson];
  const body = (validUntil: string) => ({
    selection: { profileLevelAccessIds: [coach.plaId] },
    act: { kind: "members.extend" as const, contentId, validUntil, reason: "Closed." },
  });
  const at = { params: { id: org.levels.root } };
  expect((await admin.ask(startMemberTask, { ...at, body: body(day(-1)) })).status).toBe(400);
  expect((await accountManager.ask(startMemberTask, { ...at, body: body(day(9)) })).status).toBe(403);
  expect((await director.ask(startMemberTask, { ...at, body: body(day(9)) })).status).toBeGreaterThanOrEqual(400);
  expect((await owed(coach)).status).toBe(RequirementStatus.ExpiringSoon);
});

test("a renewal never shortens what is valid already, and the requirement says why; a wrong last day is corrected in place", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const manager = await org.aMember("north", "Account Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { contentId } = await org.aDocument(admin, { settings: { validity: { type: "PerRequirement" } } });
  const { requirementId } = await owed(coach);
  const at = { requirementId, profileLevelAccessId: coach.plaId };
  const params = { plaId: coach.plaId };
  await admin.call(completeWithoutUpload, {
    params,
    body: { requirementId, date: day(-100), validUntil: day(20), reason: "Seen on paper." },
  });
  await extended(admin, org, [coach], { contentId, validUntil: day(25), reason: "Offices are closed." });
  const stands = async () => {
    const { expiresAt, shorterRenewal } = await owed(coach);
    const lastDay = (at: string | null | undefined) => at && dayOf(Date.parse(at) - 1, zone);
    return [lastDay(expiresAt), lastDay(shorterRenewal?.expiresAt) ?? null];
  };
  expect(await stands()).toEqual([day(25), null]);

  await send({ by: coach, ...at }, { validUntil: day(10) });
  await admin.call(reviewRequirement, {
    params: { plaId: coach.plaId },
    body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  expect(await stands()).toEqual([day(25), day(10)]);
  expect((await owed(coach)).status).toBe(RequirementStatus.ExpiringSoon);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);

  const { attemptId } = (await owed(coach)).shorterRenewal ?? {};
  const correct = (by: TestPerson, body: { validUntil?: string; attemptId?: string | undefined }) =>
    by.ask(editCompletedDate, { params, body: { requirementId, ...body } });
  for (const by of [coach, manager]) expect((await correct(by, { validUntil: day(400), attemptId })).status).toBe(403);
  expect((await correct(admin, { attemptId })).status).toBe(400);
  expect((await correct(admin, { validUntil: day(-1), attemptId })).status).toBe(400);
  expect((await correct(admin, { validUntil: day(400), attemptId: contentId })).status).toBe(409);
  expect((await correct(admin, { validUntil: day(400), attemptId })).status).toBe(200);
  expect(await stands()).toEqual([day(400), null]);
  const { data } = await admin.call(getTimeline, { params: { id: coach.plaId } });
  expect(data).toContainEqual(
    expect.objectContaining({ what: "validUntilEdited", formerValidUntil: day(10), reason: null }),
  );

  // A date that was too long can be shortened in place too; the extension stays.
  expect((await correct(admin, { validUntil: day(15) })).status).toBe(200);
  expect(await stands()).toEqual([day(25), day(15)]);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);

  const yearly = await coaches(10);
  const [other] = yearly.people as [TestPerson];
  const refused = await yearly.admin.ask(editCompletedDate, {
    params: { plaId: other.plaId },
    body: { requirementId: (await owed(other)).requirementId, validUntil: day(400) },
  });
  expect(refused.status).toBe(400);
});
