import { getOrganizationSettings, saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { changeIncident, listIncidents, reportIncident } from "@touchline/contract/incidents/incidents";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { listDuplicates } from "@touchline/contract/reporting/duplicates";
import { getWaiting } from "@touchline/contract/reporting/waiting";
import { listReviewRequirements } from "@touchline/contract/reviews/reviews";
import { listTasks } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { aSubmissionAt } from "../../../../test/submissions.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";

const world = aWorld();
let org: Organization;
let admin: TestPerson;
let manager: TestPerson;
let accounts: TestPerson;
let coach: TestPerson;

const alike = (place: LevelKey) =>
  org.asSystem((call) =>
    addMember(call, {
      levelId: org.levels[place],
      labelId: org.labelIds.Volunteer,
      person: { firstName: "Katharina", lastName: "Featherstone", email: null, dateOfBirth: "1990-05-17" },
    }),
  );
const reported = (by: TestPerson, person: TestPerson) =>
  by.call(reportIncident, {
    body: {
      profileLevelAccessId: person.plaId,
      kind: "Injury",
      happenedAt: new Date(Date.now() - 7_200_000).toISOString(),
      description: "Fell on the ice.",
    },
    files: [],
  });

beforeAll(async () => {
  org = await world.it.anOrganization();
  admin = await org.aMember("root", "Administrator");
  manager = await org.aMember("northClub", "Team Manager");
  accounts = await org.aMember("north", "Account Manager");
  coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin, { at: "root", labels: ["Head Coach"] });
  await aSubmissionAt(org, "northTeam");
  await aSubmissionAt(org, "southClub");
  for (const place of ["northClub", "northTeam", "southClub"] as const) await alike(place);
  await world.it.runSchedule("duplicates.notice");
  await world.it.drainJobs();
  const open = await reported(manager, coach);
  await asOwnerOf(
    world.it.adminUrl,
    "UPDATE incident SET due_at = now() - interval '1 minute' WHERE organization_id = $1 AND incident_id = $2",
    [org.organizationId, open.incidentId],
  );
  await reported(admin, coach);
  const done = await reported(admin, coach);
  await admin.call(changeIncident, {
    params: { id: done.incidentId },
    body: {
      kind: done.kind,
      happenedAt: done.happenedAt,
      description: done.description,
      state: "Closed",
      version: done.version,
    },
    files: [],
  });
});

const waitingFor = (by: TestPerson, at: LevelKey) => by.call(getWaiting, { params: { id: org.levels[at] } });

test("every number of pending items equals the length of the list it leads to, for every caller", async () => {
  const expected = [
    [admin, "root"],
    [admin, "south"],
    [manager, "northClub"],
    [accounts, "north"],
    [accounts, "northTeam"],
  ] as const;
  for (const [person, at] of expected) {
    const waits = await waitingFor(person, at);
    const members = async (overallStatuses: ("NotActivated" | "NotConfirmed")[]) =>
      (await person.call(listMembers, { params: { id: org.levels[at] }, query: { overallStatuses, perPage: 100 } }))
        .data;
    expect(await members(["NotActivated"])).toHaveLength(waits.notActivated);
    expect(await members(["NotConfirmed"])).toHaveLength(waits.notConfirmed);
    const reviews = await person.ask(listReviewRequirements, {
      params: { orgId: org.organizationId },
      query: { type: "Pending", perPage: 100 },
    });
    if (waits.reviews === null) expect(reviews.status).toBe(403);
    else expect(reviews.body.data).toHaveLength(waits.reviews.count);
    const pairs = await person.ask(listDuplicates, { query: { perPage: 100 } });
    if (waits.duplicates === null) expect(pairs.status).toBe(403);
    else expect(pairs.body.data).toHaveLength(waits.duplicates.count);
    const incidents = await person.call(listIncidents, { query: { states: ["Open"], perPage: 100 } });
    expect(incidents.data).toHaveLength(waits.incidents.open);
    expect(incidents.data.filter((one) => one.clock === "overdue")).toHaveLength(waits.incidents.overdue);
  }
});

test("each person is shown the pending items that concern them", async () => {
  const [all, some, money] = [
    await waitingFor(admin, "root"),
    await waitingFor(manager, "northClub"),
    await waitingFor(accounts, "north"),
  ];
  expect(all).toMatchObject({
    notActivated: 3,
    reviews: { count: 2, more: false },
    incidents: { open: 2, overdue: 1 },
  });
  expect(all.duplicates?.count).toBe(3);
  expect(some).toMatchObject({ notActivated: 2, reviews: { count: 1 }, incidents: { open: 1 } });
  expect(money).toMatchObject({ notActivated: 2, reviews: null, incidents: { open: 0 } });
  expect(money.duplicates?.count).toBe(1);
});

test("the failures of one's own bulk tasks are shown, and no one else's", async () => {
  const fail = (taskId: string) => sql`INSERT INTO task
    (organization_id, task_id, kind, state, settings, total, done, skipped, failed, created_by, created_at)
    SELECT ${org.organizationId}::uuid, ${taskId}::uuid, 'members.remind', 'done', '{}', 3, 2, 0, 1, ${manager.profileId}::uuid, now()`;
  const taskId = "01900000-0000-7000-8000-000000000077";
  await org.asSystem((call) => call.db.execute(fail(taskId)));
  expect((await waitingFor(manager, "northClub")).failedTasks).toEqual([
    { taskId, kind: "members.remind", failed: 1, stopped: false },
  ]);
  expect((await manager.call(listTasks)).tasks.map((one) => one.taskId)).toEqual([taskId]);
  expect((await waitingFor(admin, "root")).failedTasks).toEqual([]);
});

test("another organization's work waits on nobody here, and nobody hears of a level out of reach", async () => {
  const other = await world.it.anOrganization();
  const theirs = await other.aMember("root", "Administrator");
  expect(await theirs.call(getWaiting, { params: { id: other.levels.root } })).toEqual({
    notActivated: 0,
    notConfirmed: 0,
    undelivered: { count: 0, more: false },
    reviews: { count: 0, more: false },
    proposals: { count: 0, more: false },
    external: { waiting: 0, overdue: 0 },
    liveScanNotices: 0,
    duplicates: { count: 0, more: false },
    incidents: { open: 0, overdue: 0 },
    timeZoneAssumed: false,
    failedTasks: [],
  });
  expect((await theirs.ask(getWaiting, { params: { id: org.levels.root } })).status).toBe(404);
  expect((await manager.ask(getWaiting, { params: { id: org.levels.root } })).status).toBe(403);
  expect((await coach.ask(getWaiting, { params: { id: org.levels.northTeam } })).status).toBe(403);
});

test("an unconfirmed time zone is shown to people who may choose it until they do, even if they keep it", async () => {
  const other = await world.it.anOrganization();
  const [owner, director] = [
    await other.aMember("root", "Administrator"),
    await other.aMember("root", "Club Director"),
  ];
  const isNotified = async (by: TestPerson) =>
    (await by.call(getWaiting, { params: { id: other.levels.root } })).timeZoneAssumed;
  expect(await isNotified(owner)).toBe(false);
  // As left by a setup that assumed the time zone of the capital.
  await asOwnerOf(world.it.adminUrl, "UPDATE organization SET time_zone_assumed = true WHERE organization_id = $1", [
    other.organizationId,
  ]);
  expect([await isNotified(owner), await isNotified(director)]).toEqual([true, false]);
  const params = { id: other.organizationId };
  const settings = await owner.call(getOrganizationSettings, { params });
  expect(settings.timeZoneAssumed).toBe(true);
  await owner.call(saveOrganizationSettings, { params, body: { retention: settings.retention } });
  expect(await isNotified(owner)).toBe(true);
  await owner.call(saveOrganizationSettings, { params, body: { timeZone: settings.timeZone } });
  expect(await isNotified(owner)).toBe(false);
});
