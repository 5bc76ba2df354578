import { buffer } from "node:stream/consumers";
import type { ResponseOf } from "@touchline/contract";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { addMember, changeRole, getMember } from "@touchline/contract/people/profiles";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import {
  downloadMemberExport,
  type MemberAct,
  type MemberSelection,
  previewMemberMessage,
  startMemberTask,
} from "@touchline/contract/reporting/members";
import { deleteDocumentAttachment, getRequirement } from "@touchline/contract/requirements/requirements";
import { listReviewRequirements } from "@touchline/contract/reviews/reviews";
import { cancelTask, downloadTaskResult, getTask, listTaskItems, undoTask } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { factsNotKept } from "../../../../test/fact-mismatches.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { inconsistencies } from "../../compliance/standing/actions/check.ts";
import { foldCounts } from "../../compliance/standing/actions/fold.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { addMembers } from "../../people/profiles/actions/add-members.ts";
import { continueTask } from "../../tasks/tasks/actions/run.ts";
import { changeLabelTask } from "./actions/change-tasks.ts";

const world = aWorld();
type Row = ResponseOf<typeof listMembers>["data"][number];

const everybody: MemberSelection = { filter: {} };
const these = (...profileLevelAccessIds: string[]): MemberSelection => ({ profileLevelAccessIds });

/** Starts a task and runs it to its end. */
async function ran(by: TestPerson, levelId: string, selection: MemberSelection, act: MemberAct) {
  const { taskId } = await by.call(startMemberTask, { params: { id: levelId }, body: { selection, act } });
  await world.it.drainJobs();
  return by.call(getTask, { params: { id: taskId } });
}

async function undone(by: TestPerson, taskId: string) {
  const undo = await by.call(undoTask, { params: { id: taskId } });
  await world.it.drainJobs();
  return by.call(getTask, { params: { id: undo.taskId } });
}

const listed = async (by: TestPerson, levelId: string): Promise<Row[]> =>
  (await by.call(listMembers, { params: { id: levelId }, query: { perPage: 100 } })).data;

const reasonsOf = async (by: TestPerson, taskId: string) =>
  (await by.call(listTaskItems, { params: { id: taskId } })).data.map((one) => [one.name, one.outcome, one.reason]);

const people = (org: Organization, by: TestPerson, at: LevelKey, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => org.added(by, at, "Head Coach", `Person${index}`)));

const mailsOf = async (org: Organization, kind: string) => {
  const organizationId = world.it.tenancy.found(org.organizationId);
  const mails = await world.it.tenancy.run(organizationId, (db) =>
    newestMails({ db, organizationId, adapters: world.it.adapters }, 100),
  );
  return mails.filter((mail) => mail.kind === kind);
};

test("who is selected by a filter is frozen when the task begins", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await people(org, admin, "northTeam", 3);
  const { taskId } = await admin.call(startMemberTask, {
    params: { id: org.levels.north },
    body: {
      selection: { filter: { labels: [org.labelIds["Head Coach"]] } },
      act: { kind: "members.changeLabel", labelId: org.labelIds.Volunteer },
    },
  });
  await org.added(admin, "northTeam", "Head Coach", "Later");
  await world.it.drainJobs();
  expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({ state: "done", total: 3, done: 3 });
  const rows = await listed(admin, org.levels.north);
  expect(rows.map((row) => [row.fullName, row.labelName])).toEqual([
    ["Ana Later", "Head Coach"],
    ["Ana Person0", "Volunteer"],
    ["Ana Person1", "Volunteer"],
    ["Ana Person2", "Volunteer"],
  ]);
});

test("all but a few, a search, and a filter that finds nobody", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const [first] = await people(org, admin, "northTeam", 3);
  const start = (selection: MemberSelection) =>
    admin.ask(startMemberTask, {
      params: { id: org.levels.north },
      body: { selection, act: { kind: "members.export", format: "csv", columns: [] } },
    });
  expect((await start({ filter: {}, except: [first?.profileLevelAccessId as string] })).body.total).toBe(2);
  expect((await start({ filter: { search: "person1" } })).body.total).toBe(1);
  expect((await start({ filter: { search: "nobody" } })).status).toBe(400);
  expect((await start({ filter: { overallStatuses: ["Disqualified"] } })).status).toBe(400);
});

test("each person is checked separately, and skipped ones have a reason", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("north", "Club Director");
  const admin = await org.aMember("root", "Administrator");
  const [inside] = await people(org, director, "northTeam", 1);
  const outside = await org.added(admin, "southClub", "Head Coach", "Outside");
  const above = await org.aMember("northClub", "Administrator");
  const other = await world.it.anOrganization();
  const elsewhere = await other.aMember("root", "Head Coach");
  const task = await ran(
    director,
    org.levels.north,
    these(
      inside?.profileLevelAccessId as string,
      outside.profileLevelAccessId,
      above.plaId,
      director.plaId,
      elsewhere.plaId,
    ),
    { kind: "members.remove" },
  );
  expect(task).toMatchObject({ state: "done", total: 5, done: 1, skipped: 4, failed: 0 });
  expect((await reasonsOf(director, task.taskId)).map(([, outcome, reason]) => [outcome, reason])).toEqual([
    ["done", ""],
    ["skipped", "This is outside the levels you manage."],
    ["skipped", "This role has more permissions than yours. Ask someone with a higher role."],
    ["skipped", "You can't change your own membership. Ask a colleague."],
    ["skipped", "This membership no longer exists."],
  ]);
  expect((await other.asSystem((call) => listedIds(call.db, other.organizationId))).length).toBeGreaterThan(0);
});

const listedIds = async (
  db: { execute: (query: ReturnType<typeof sql>) => Promise<{ rows: unknown[] }> },
  id: string,
) =>
  (await db.execute(sql`SELECT profile_level_access_id FROM profile_level_access WHERE organization_id = ${id}`)).rows;

test("a Manager may neither remove, move nor change labels, and may remind", async () => {
  const org = await world.it.anOrganization();
  const manager = await org.aMember("north", "Team Manager");
  const [one] = await people(org, manager, "northTeam", 1);
  const start = (act: MemberAct) =>
    manager.ask(startMemberTask, {
      params: { id: org.levels.north },
      body: { selection: these(one?.profileLevelAccessId as string), act },
    });
  expect((await start({ kind: "members.remove" })).status).toBe(403);
  expect((await start({ kind: "members.move", levelId: org.levels.northClub })).status).toBe(403);
  expect((await start({ kind: "members.changeLabel", labelId: org.labelIds.Volunteer })).status).toBe(403);
  expect((await start({ kind: "members.remind" })).status).toBe(200);
});

test("rights are those of the moment at which it is done", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const [one] = await people(org, admin, "northTeam", 1);
  const { taskId } = await director.call(startMemberTask, {
    params: { id: org.levels.north },
    body: { selection: these(one?.profileLevelAccessId as string), act: { kind: "members.remove" } },
  });
  await admin.call(changeRole, {
    query: { profileLevelAccessId: director.plaId, newLabelId: org.labelIds["Head Coach"] },
  });
  await world.it.drainJobs();
  expect(await director.call(getTask, { params: { id: taskId } })).toMatchObject({ done: 0, skipped: 1 });
  expect((await listed(admin, org.levels.northTeam)).length).toBe(1);
});

/** The stored counts, folded or pending, equal those counted from scratch. */
async function countsAreRight(org: Organization) {
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
  await org.asSystem(foldCounts);
  expect(await org.asSystem(inconsistencies)).toEqual([]);
  expect(await factsNotKept(org)).toEqual([]);
}

/** Reads everything about a person that the head of a page shows. */
const standing = (by: TestPerson, plaId: string) => by.call(getMember, { params: { id: plaId } });

test.each([
  {
    what: "a label",
    act: (org: Organization): MemberAct => ({ kind: "members.changeLabel", labelId: org.labelIds.Volunteer }),
  },
  { what: "a level", act: (org: Organization): MemberAct => ({ kind: "members.move", levelId: org.levels.southClub }) },
  { what: "a removal", act: (): MemberAct => ({ kind: "members.remove" }) },
])("undoing $what puts back exactly what was: statuses, since when, and what was under way", async ({ act }) => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const [added] = await people(org, admin, "northTeam", 1);
  await org.aDocument(admin, { at: "north", name: "Pending" });
  await org.aDocument(admin, { at: "north", name: "Overdue", dueDate: "2026-01-01" });
  await send(await owedBy(coach, "Pending"));
  const plas = [coach.plaId, added?.profileLevelAccessId as string];
  const before = await Promise.all(plas.map((id) => standing(admin, id)));
  expect(before[0]?.requirements.map((one) => one.status).sort()).toEqual([4, 7]);

  world.it.clock.shift += 120_000;
  const task = await ran(admin, org.levels.north, these(...plas), act(org));
  expect(task).toMatchObject({ done: 2, undoable: true });
  await countsAreRight(org);
  const undo = await undone(admin, task.taskId);
  world.it.clock.shift -= 120_000;
  expect(undo).toMatchObject({ done: 2, skipped: 0, undoOf: task.taskId, undoable: false });
  await countsAreRight(org);
  expect(await Promise.all(plas.map((id) => standing(admin, id)))).toEqual(before);
  expect((await admin.call(getTask, { params: { id: task.taskId } })).undoable).toBe(false);
});

test("what went on in the name of another membership returns by an undo to the one in whose name it was sent", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const other = newId();
  await org.asSystem((call) =>
    addMembers(call, [
      {
        profileLevelAccessId: other,
        profileId: coach.profileId,
        levelId: org.levels.southClub,
        labelId: org.labelIds["Head Coach"],
      },
    ]),
  );
  await org.aDocument(admin);
  const sent = await owedBy(coach);
  await send(sent);
  const home = async () => {
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`
        SELECT attempt.profile_level_access_id AS pla, level_id AS level FROM attempt
        WHERE organization_id = ${call.organizationId} AND requirement_id = ${sent.requirementId}`),
    );
    return rows;
  };
  const sentAt = { pla: coach.plaId, level: org.levels.northTeam };
  expect(await home()).toEqual([sentAt]);
  const act: MemberAct = { kind: "members.changeLabel", labelId: org.labelIds.Volunteer };
  const task = await ran(admin, org.levels.north, these(coach.plaId), act);
  expect(await home()).toEqual([{ pla: other, level: org.levels.southClub }]);
  await undone(admin, task.taskId);
  expect(await home()).toEqual([sentAt]);
  await countsAreRight(org);
});

test.each([
  { what: "a move", act: (org: Organization): MemberAct => ({ kind: "members.move", levelId: org.levels.southClub }) },
  { what: "a removal", act: (): MemberAct => ({ kind: "members.remove" }) },
])(
  "what outlasted $what, and was taken back by the member since, stays withdrawn by an undo",
  async ({ what, act }) => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    let stays = coach.plaId;
    if (what === "a removal") {
      stays = newId();
      const at = { levelId: org.levels.southClub, labelId: org.labelIds["Head Coach"] };
      await org.asSystem((call) =>
        addMembers(call, [{ profileLevelAccessId: stays, profileId: coach.profileId, ...at }]),
      );
    }
    const sent = await owedBy(coach);
    await send(sent);
    const task = await ran(admin, org.levels.north, these(coach.plaId), act(org));
    const at = { params: { id: sent.requirementId }, query: { profileLevelAccessId: stays } };
    const { attempt } = await coach.call(getRequirement, at);
    expect(attempt?.state).toBe("pendingReview");
    const fileId = attempt?.files[0]?.fileId as string;
    await coach.call(deleteDocumentAttachment, { params: at.params, query: { ...at.query, fileId } });

    expect(await undone(admin, task.taskId)).toMatchObject({ done: 1, skipped: 0 });
    expect((await coach.call(getRequirement, at)).attempt?.state).toBe("withdrawn");
    const queue = await admin.call(listReviewRequirements, { params: { orgId: org.organizationId } });
    expect(queue.data).toEqual([]);
    await countsAreRight(org);
  },
);

test("an undo leaves alone what somebody changed since, and is refused after seven days", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const [one, two] = await people(org, admin, "northTeam", 2);
  const act: MemberAct = { kind: "members.changeLabel", labelId: org.labelIds.Volunteer };
  const task = await ran(admin, org.levels.north, everybody, act);
  await admin.call(changeRole, {
    query: { profileLevelAccessId: one?.profileLevelAccessId as string, newLabelId: org.labelIds["Team Manager"] },
  });
  const undo = await undone(admin, task.taskId);
  expect(undo).toMatchObject({ done: 1, skipped: 1 });
  const labels = new Map(
    (await listed(admin, org.levels.north)).map((row) => [row.profileLevelAccessId, row.labelName]),
  );
  expect(labels.get(one?.profileLevelAccessId as string)).toBe("Team Manager");
  expect(labels.get(two?.profileLevelAccessId as string)).toBe("Head Coach");

  world.it.clock.shift -= 7 * 86_400_000;
  const again = await ran(admin, org.levels.north, these(two?.profileLevelAccessId as string), act);
  world.it.clock.shift += 7 * 86_400_000;
  const late = await admin.ask(undoTask, { params: { id: again.taskId } });
  expect([late.status, late.body.reason]).toEqual([409, "tooLate"]);
});

test("a person who was merged since, or restored by another undo, isn't put back wrongly", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const [gone, kept, both] = (await people(org, admin, "northTeam", 3)).map((one) => one as typeof one);
  const second = await admin.call(addMember, {
    body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId: both?.profileId as string },
  });
  const remove = (...ids: string[]) => ran(admin, org.levels.root, these(...ids), { kind: "members.remove" });
  const first = await remove(gone?.profileLevelAccessId as string, both?.profileLevelAccessId as string);
  await remove(second.profileLevelAccessId);
  await admin.call(mergeProfiles, {
    body: {
      keep: kept?.profileId as string,
      merge: gone?.profileId as string,
      parts: { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" },
    },
  });
  const undo = await undone(admin, first.taskId);
  expect(undo).toMatchObject({ done: 1, skipped: 1 });
  expect((await reasonsOf(admin, undo.taskId)).map(([, , reason]) => reason).sort()).toEqual([
    "",
    "This person was merged into another profile since then.",
  ]);
  const archived = await org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ id: string }>(sql`
      SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId} AND archived_at IS NOT NULL`);
    return rows.map((row) => row.id);
  });
  expect(archived).toEqual([gone?.profileId]);
  const again = await admin.ask(addMember, {
    body: { levelId: org.levels.northClub, labelId: org.labelIds.Volunteer, profileId: gone?.profileId as string },
  });
  expect(again.status).toBe(404);
  await countsAreRight(org);
});

test("a cancel between two steps keeps what was done, says so, and it can be undone", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await people(org, admin, "northTeam", 5);
  const { taskId } = await admin.call(startMemberTask, {
    params: { id: org.levels.north },
    body: { selection: everybody, act: { kind: "members.changeLabel", labelId: org.labelIds.Volunteer } },
  });
  await org.asSystem((call) => continueTask(call, { ...changeLabelTask, atOnce: 2 }, taskId));
  await admin.call(cancelTask, { params: { id: taskId } });
  await world.it.drainJobs();
  expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({
    state: "canceled",
    total: 5,
    done: 2,
    undoable: true,
  });
  const csv = String(await admin.call(downloadTaskResult, { params: { id: taskId } }));
  expect(csv.match(/Not reached/g)).toHaveLength(3);
  expect(await undone(admin, taskId)).toMatchObject({ state: "done", total: 2, done: 2 });
  expect((await listed(admin, org.levels.north)).every((row) => row.labelName === "Head Coach")).toBe(true);
});

test("a worker that dies in the middle of a step loses nothing and doubles nothing", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await Promise.all(
    [1, 2, 3].map((n) => org.anInvited("northTeam", "Head Coach", `m${n}.${org.organizationId}@example.org`)),
  );
  const { taskId } = await admin.call(startMemberTask, {
    params: { id: org.levels.north },
    body: { selection: everybody, act: { kind: "members.message", subject: "Saturday", text: "Bring your card." } },
  });
  const { memberTasks } = await import("./actions/start.ts");
  const kind = memberTasks.find((one) => one.kind === "members.message");
  if (!kind) throw new Error("no such task");
  const small = { ...kind, atOnce: 1 };
  await org.asSystem((call) => continueTask(call, small, taskId));
  // The process ends before the transaction does.
  await expect(
    org.asSystem(async (call) => {
      await continueTask(call, small, taskId);
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  await world.it.drainJobs();
  expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({ state: "done", done: 3 });
  expect((await mailsOf(org, "message")).map((mail) => mail.to).sort()).toEqual(
    [1, 2, 3].map((n) => `m${n}.${org.organizationId}@example.org`),
  );
});

test("a person is reminded once a day, of what is open alone, and never before coming", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const volunteer = await org.aMember("northTeam", "Volunteer");
  await org.anInvited("northTeam", "Head Coach", `new.${org.organizationId}@example.org`);
  await org.aDocument(admin, { at: "north", name: "Open document" });
  await org.aDocument(admin, { at: "north", name: "Sent document" });
  await send(await owedBy(coach, "Sent document"));
  world.it.clock.shift -= 86_400_000;
  const task = await ran(admin, org.levels.north, everybody, { kind: "members.remind" });
  const again = await ran(admin, org.levels.north, these(coach.plaId), { kind: "members.remind" });
  world.it.clock.shift += 86_400_000;
  expect(task).toMatchObject({ done: 1, skipped: 2, undoable: false });
  const [mail, ...more] = await mailsOf(org, "requirementsOpen");
  expect(more).toEqual([]);
  expect(mail?.to).toBe(coach.email);
  expect(mail?.text).toContain("- Open document");
  expect(mail?.text).not.toContain("Sent document");
  expect((await reasonsOf(admin, task.taskId)).map(([, , reason]) => reason).sort()).toEqual([
    "",
    "Has nothing to do right now.",
    "Hasn't activated the account yet. Send the invitation again.",
  ]);
  expect(volunteer.email).not.toBe(mail?.to);

  expect((await reasonsOf(admin, again.taskId)).map(([, , reason]) => reason)).toEqual([
    "Was already reminded today or turned off reminders.",
  ]);
  const tomorrow = await ran(admin, org.levels.north, these(coach.plaId), { kind: "members.remind" });
  expect(tomorrow.done).toBe(1);
});

test("a message goes out as it was previewed, to each reader once", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const words = { subject: "Saturday <b>", text: "First line\nsecond line\n\nNew & last paragraph" };
  const preview = await admin.call(previewMemberMessage, { params: { id: org.levels.root }, body: words });
  await admin.call(addMember, {
    body: { levelId: org.levels.northClub, labelId: org.labelIds.Volunteer, profileId: coach.profileId },
  });
  const task = await ran(admin, org.levels.north, everybody, { kind: "members.message", ...words });
  expect(task.done).toBe(2);
  const mails = await mailsOf(org, "message");
  expect(mails.map(({ to, subject, text }) => ({ to, subject, text }))).toEqual([{ to: coach.email, ...preview }]);
  expect(mails[0]?.html).toContain("New &amp; last paragraph");
  const stored = await org.asSystem((call) =>
    call.db.execute(sql`SELECT settings, sealed_text FROM task WHERE organization_id = ${call.organizationId}`),
  );
  expect(JSON.stringify(stored.rows)).not.toContain("Saturday");
});

test("an activation is sent again to people who haven't used it", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.anInvited("northTeam", "Head Coach", `late.${org.organizationId}@example.org`);
  await org.aMember("northTeam", "Head Coach");
  world.it.clock.shift += 120_000;
  const task = await ran(admin, org.levels.north, everybody, { kind: "members.resendActivation" });
  world.it.clock.shift -= 120_000;
  expect(task).toMatchObject({ done: 1, skipped: 1 });
  expect((await mailsOf(org, "invitation")).length).toBe(2);
});

async function exported(by: TestPerson, levelId: string, format: "csv" | "xlsx", columns: never[] | ["role", "done"]) {
  const task = await ran(by, levelId, everybody, { kind: "members.export", format, columns });
  return { task, text: await by.call(downloadMemberExport, { params: { id: task.taskId } }) };
}

test("an export holds the chosen columns, no cell is a formula, and only its owner has it, for seven days", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  for (const lastName of ["=1+1", "@SUM(A1)", "＝cmd", 'Quo"te, Ltd'])
    await org.added(admin, "northTeam", "Head Coach", lastName);
  const { task, text } = await exported(admin, org.levels.north, "csv", ["role", "done"]);
  const lines = String(text).replace("\u{feff}", "").trim().split("\r\n");
  expect(lines[0]).toBe("First name,Last name,Role,Requirements completed,Requirements");
  expect(lines.slice(1).sort()).toEqual([
    'Ana,"Quo""te, Ltd",Head Coach,0,0',
    "Ana,'=1+1,Head Coach,0,0",
    "Ana,'@SUM(A1),Head Coach,0,0",
    "Ana,'＝cmd,Head Coach,0,0",
  ]);
  const colleague = await org.aMember("root", "Administrator");
  expect((await colleague.ask(downloadMemberExport, { params: { id: task.taskId } })).status).toBe(404);
  world.it.clock.shift -= 8 * 86_400_000;
  const old = await exported(admin, org.levels.north, "csv", []);
  world.it.clock.shift += 8 * 86_400_000;
  expect(String(old.text)).toContain("First name,Last name\r\n");
  expect((await admin.ask(downloadMemberExport, { params: { id: old.task.taskId } })).status).toBe(404);
  const keys = await world.it.storedKeys();
  await world.it.runSchedule("members.forgetExports");
  expect((await world.it.storedKeys()).length).toBe(keys.length - 1);
  expect((await admin.ask(downloadMemberExport, { params: { id: task.taskId } })).status).toBe(200);
});

test("the file of an export is made with no transaction open, a part at a time, and of one that was canceled none is kept", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await people(org, admin, "northTeam", 2);
  const { files } = world.it.adapters;
  const { receive } = files;
  let open = -1;
  let meanwhile = async () => {};
  files.receive = async (...args) => {
    const { rows } = await world.it.database.pool.query<{ open: number }>(
      "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    open = rows[0]?.open ?? -1;
    await meanwhile();
    return receive(...args);
  };
  try {
    const { task, text } = await exported(admin, org.levels.north, "csv", []);
    expect(open).toBe(0);
    expect(task).toMatchObject({ state: "done", total: 2, done: 2 });
    expect(String(text)).toContain("Ana,Person1");
    const { taskId } = await admin.call(startMemberTask, {
      params: { id: org.levels.north },
      body: { selection: everybody, act: { kind: "members.export", format: "xlsx", columns: [] } },
    });
    meanwhile = async () => void (await admin.call(cancelTask, { params: { id: taskId } }));
    await world.it.drainJobs();
    expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({ state: "canceled", done: 2 });
    expect((await admin.ask(downloadMemberExport, { params: { id: taskId } })).status).toBe(404);
  } finally {
    files.receive = receive;
  }
  const keys = await world.it.storedKeys();
  world.it.clock.shift += 25 * 3_600_000;
  await world.it.runSchedule("http.removeOrphanedFiles");
  world.it.clock.shift -= 25 * 3_600_000;
  expect((await world.it.storedKeys()).length).toBe(keys.length - 1);
});

test("a workbook is a zip of a sheet whose text is text", async () => {
  const { xlsxFile } = await import("./actions/sheet.ts");
  async function* rows() {
    yield [["Name", "Done"]];
    yield [["=1+1", 3]] as const;
    yield [["<&> \u0007ø", null]] as const;
  }
  const bytes = await buffer(xlsxFile(rows()));
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  const sheet = await unzipped(bytes, "xl/worksheets/sheet1.xml");
  expect(sheet).toContain('<c t="inlineStr" s="2"><is><t xml:space="preserve">=1+1</t></is></c><c><v>3</v></c>');
  expect(sheet).toContain("&lt;&amp;&gt; ø");
  expect(sheet).not.toContain("<f>");
});

/** Reads one entry of a zip, by its central directory. */
async function unzipped(bytes: Buffer, name: string): Promise<string> {
  const { inflateRawSync } = await import("node:zlib");
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
    const length = bytes.readUInt16LE(at + 28);
    if (bytes.subarray(at + 46, at + 46 + length).toString() !== name) continue;
    const [size, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    return inflateRawSync(bytes.subarray(start, start + size)).toString();
  }
  throw new Error(`no ${name}`);
}
