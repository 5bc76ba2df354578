import { RequirementStatus } from "@touchline/contract";
import { changeLabel } from "@touchline/contract/library/labels";
import { moveMembership, previewMembership } from "@touchline/contract/people/memberships";
import { addNote } from "@touchline/contract/people/notes";
import { addMember, changeRole, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import { mergeProfiles, previewMerge } from "@touchline/contract/reporting/duplicates";
import { downloadMemberExport, startMemberTask } from "@touchline/contract/reporting/members";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { deleteLevel, moveLevel, previewMove } from "@touchline/contract/setup/levels";
import { getTask, listTaskItems, undoTask } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { restand } from "../../compliance/standing/actions/restand.ts";
import { transition } from "../../compliance/standing/actions/transition.ts";

const world = aWorld();

/** Removes a membership in a task. Returns what an undo of it then did, or why it didn't. */
async function removedAndBack(org: Organization, by: TestPerson, plaId: string, meanwhile: () => Promise<unknown>) {
  const { taskId } = await by.call(startMemberTask, {
    params: { id: org.levels.north },
    body: { selection: { profileLevelAccessIds: [plaId] }, act: { kind: "members.remove" } },
  });
  await world.it.drainJobs();
  expect(await by.call(getTask, { params: { id: taskId } })).toMatchObject({ done: 1 });
  await meanwhile();
  const undo = await by.call(undoTask, { params: { id: taskId } });
  await world.it.drainJobs();
  const { data } = await by.call(listTaskItems, { params: { id: undo.taskId } });
  return data.map((item) => [item.outcome, item.reason]);
}

const again = (
  org: Organization,
  by: TestPerson,
  profileId: string,
  at: LevelKey,
  label: keyof Organization["labelIds"],
) => by.ask(addMember, { body: { levelId: org.levels[at], labelId: org.labelIds[label], profileId } });

test("of two Admins who remove each other at once, one remains", async () => {
  for (let time = 0; time < 5; time += 1) {
    const org = await world.it.anOrganization();
    const one = await org.aMember("root", "Administrator");
    const other = await org.aMember("root", "Administrator");
    const answers = await Promise.all([
      one.ask(deleteMembership, { params: { id: other.plaId } }),
      other.ask(deleteMembership, { params: { id: one.plaId } }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  }
});

test("nobody is moved, or put back, to a level that was deleted", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.added(admin, "otherTeam", "Head Coach");
  const gone = () => admin.call(deleteLevel, { params: { id: org.levels.northTeam } });
  const removed = await org.added(admin, "northTeam", "Head Coach", "Gone");
  expect(await removedAndBack(org, admin, removed.profileLevelAccessId, gone)).toEqual([
    ["skipped", "The level no longer exists."],
  ]);
  const moving = await admin.ask(moveMembership, {
    query: { profileLevelAccessId: coach.profileLevelAccessId, newLevelId: org.levels.northTeam },
  });
  expect(moving.status).toBe(404);
});

test("an undo does not bring back what was given and taken away on purpose since", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { profileId, profileLevelAccessId } = await org.added(admin, "northTeam", "Team Manager");
  const outcome = await removedAndBack(org, admin, profileLevelAccessId, async () => {
    const { status, body } = await again(org, admin, profileId, "northTeam", "Team Manager");
    expect(status).toBe(200);
    const { profileLevelAccessId: id } = body as unknown as { profileLevelAccessId: string };
    await admin.call(deleteMembership, { params: { id } });
  });
  expect(outcome).toEqual([["skipped", "Was Team Manager at northTeam again, but no longer is."]]);
});

test("an entry that went into another one takes part in nothing again", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const keep = await org.added(admin, "otherTeam", "Head Coach", "Stays");
  const merge = await org.added(admin, "northTeam", "Head Coach", "Goes");
  const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
  const outcome = await removedAndBack(org, admin, merge.profileLevelAccessId, () =>
    admin.call(mergeProfiles, { body: { keep: keep.profileId, merge: merge.profileId, parts } }),
  );
  expect(outcome).toEqual([["skipped", "This person was merged into another profile since then."]]);
  expect((await again(org, admin, merge.profileId, "northTeam", "Head Coach")).status).toBe(404);
});

test("nobody becomes more over a level by hanging it below one where they are", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const person = await org.aMember("root", "Account Manager");
  await again(org, admin, person.profileId, "southClub", "Club Director");
  const input = { params: { id: org.levels.northTeam }, body: { parentId: org.levels.southClub } };
  expect(await person.ask(moveLevel, input)).toMatchObject({ status: 409, body: { reason: "ownReach" } });
  const seen = await person.ask(previewMove, { params: input.params, query: input.body });
  expect(seen.status).toBe(409);
  expect((await person.ask(moveLevel, { ...input, body: { parentId: org.levels.north } })).status).toBe(200);
  expect((await admin.ask(moveLevel, input)).status).toBe(200);
});

test("what is noted of somebody who has left is for those who reach all of the organization", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northClub", "Club Director");
  const { profileId, profileLevelAccessId: former } = await org.added(admin, "northTeam", "Head Coach");
  await again(org, admin, profileId, "southClub", "Head Coach");
  const { memberships } = await admin.call(getMember, { params: { id: former } });
  const south = memberships.find((one) => one.profileLevelAccessId !== former)?.profileLevelAccessId as string;
  const notes = async (by: TestPerson) =>
    (await by.call(getTimeline, { params: { id: former }, query: { kinds: ["notes"] } })).data.length;
  await admin.call(deleteMembership, { params: { id: former } });
  await admin.call(addNote, { params: { id: south }, body: { text: "Said in the south." } });
  expect([await notes(director), await notes(admin)]).toEqual([0, 1]);
});

test("a person who can't see members anymore can't download their earlier exports", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northClub", "Club Director");
  const { taskId } = await director.call(startMemberTask, {
    params: { id: org.levels.northClub },
    body: { selection: { filter: {} }, act: { kind: "members.export", format: "csv", columns: ["email"] } },
  });
  await world.it.drainJobs();
  const fetched = async () => (await director.ask(downloadMemberExport, { params: { id: taskId } })).status;
  expect(await fetched()).toBe(200);
  await admin.call(changeRole, {
    query: { profileLevelAccessId: director.plaId, newLabelId: org.labelIds["Head Coach"] },
  });
  expect(await fetched()).toBe(403);
});

test("a label that only Admins hand out is neither moved nor merged to anybody by a director", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.added(admin, "northTeam", "Head Coach", "Ito");
  const other = await org.added(admin, "northTeam", "Volunteer", "Ito");
  const reserved = { name: "Head Coach", role: "Individual" as const, givenBy: "Admin" as const, forFamily: null };
  await admin.call(changeLabel, { params: { id: org.labelIds["Head Coach"] }, body: reserved });
  const query = { profileLevelAccessId: coach.profileLevelAccessId, newLevelId: org.levels.otherTeam };
  const refused = { status: 403, body: { reason: "notAGiver" } };
  expect(await director.ask(moveMembership, { query })).toMatchObject(refused);
  const preview = {
    profileLevelAccessId: coach.profileLevelAccessId,
    change: "move" as const,
    levelId: query.newLevelId,
  };
  expect(await director.ask(previewMembership, { query: preview })).toMatchObject(refused);
  const keep = "keep" as const;
  const parts = { name: keep, email: keep, dateOfBirth: keep, contact: keep, photo: keep };
  const [one, two] = [coach.profileId, other.profileId];
  expect(await director.ask(mergeProfiles, { body: { keep: two, merge: one, parts } })).toMatchObject(refused);
  expect(await director.ask(previewMerge, { query: { keep: two, merge: one } })).toMatchObject(refused);
  // A person who already has the label keeps it.
  expect((await director.ask(mergeProfiles, { body: { keep: one, merge: two, parts } })).status).toBe(200);
  expect((await admin.ask(moveMembership, { query })).status).toBe(200);
});

test("an undo lists people who need a new invitation, because a revoked one doesn't come back", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const coach = await org.added(admin, "northTeam", "Head Coach", "Ito");
  const [owed] = (await admin.call(getMember, { params: { id: coach.profileLevelAccessId } })).requirements;
  await org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ id: string; version: string }>(sql`
      SELECT content_id AS id, current_version_id AS version FROM content
      WHERE organization_id = ${call.organizationId}`);
    const [content] = rows;
    const { profileId, profileLevelAccessId } = coach;
    const about = { requirementId: owed?.requirementId ?? "", contentId: content?.id ?? "" };
    await transition(
      call,
      { profileId, profileLevelAccessId, ...about },
      { kind: "sentToApplicant" },
      content?.version ?? "",
    );
    await restand(call, [coach.profileId]);
  });
  const outcome = await removedAndBack(org, admin, coach.profileLevelAccessId, async () => undefined);
  expect(outcome).toEqual([
    ["done", "A pending invitation for this person was canceled with the change. Send it again."],
  ]);
  const back = await admin.call(getMember, { params: { id: coach.profileLevelAccessId } });
  expect(back.requirements.map((one) => one.status)).toEqual([RequirementStatus.Incomplete]);
});
