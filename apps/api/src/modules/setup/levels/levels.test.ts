import { createSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { getDashboardInfo, getNavigation, listMembers } from "@touchline/contract/people/hierarchy";
import { addMember, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import { completeWithoutUpload } from "@touchline/contract/reviews/reviews";
import {
  addLevel,
  changeLevel,
  deleteLevel,
  getLevel,
  getLevelLogo,
  listLevelsFollowing,
  moveLevel,
  previewMove,
  setLevelLogo,
} from "@touchline/contract/setup/levels";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawnTree } from "../../../../test/tree.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { miscounted } from "../../compliance/standing/actions/recount.ts";

const world = aWorld();

const at = (org: Organization, place: LevelKey) => ({ params: { id: org.levels[place] } });
const to = (org: Organization, place: LevelKey) => ({ body: { parentId: org.levels[place] } });

async function auditOf(org: Organization, action: string) {
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute<{ subject_id: string; actor_profile_id: string; facts: object }>(sql`
      SELECT subject_id, actor_profile_id, facts FROM audit_event
      WHERE organization_id = ${organizationId} AND action = ${action} AND actor = 'person' ORDER BY audit_event_id`),
  );
  return rows;
}

test("a level is added in its place among its siblings, renamed into another place, and both are written down", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const parentId = org.levels.northClub;
  const added = await admin.call(addLevel, { body: { parentId, name: " Élan ", kind: "Team" } });
  expect(added).toEqual({
    levelId: added.levelId,
    parentId,
    name: "Élan",
    kind: "Team",
    depth: 3,
    logoId: null,
    members: 0,
    levelsBelow: 0,
    following: null,
  });
  const before = ["north", "  northClub", "    Élan", "    northTeam", "    otherTeam", "south", "  southClub"];
  expect(await drawnTree(org)).toEqual(before);
  await admin.call(changeLevel, { ...at(org, "northClub"), body: { name: "northClub", kind: "Club" } });
  await admin.call(changeLevel, { params: { id: added.levelId }, body: { name: "Zebras", kind: "Squad" } });
  expect(await drawnTree(org)).toEqual(before.filter((name) => !/Élan/.test(name)).toSpliced(4, 0, "    Zebras"));
  await admin.call(changeLevel, { ...at(org, "north"), body: { name: "Upper", kind: "Region" } });
  expect((await drawnTree(org)).slice(0, 3)).toEqual(["south", "  southClub", "Upper"]);
  expect(await auditOf(org, "level.added")).toMatchObject([
    { subject_id: added.levelId, actor_profile_id: admin.profileId, facts: { parentId } },
  ]);
  expect((await auditOf(org, "level.renamed")).map((one) => one.subject_id)).toEqual([added.levelId, org.levels.north]);
});

test("siblings have different names; the same name elsewhere is nobody's business", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const parentId = org.levels.northClub;
  const refused = await admin.ask(addLevel, { body: { parentId, name: "NORTHTEAM", kind: "Team" } });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "northClub already has a level with this name. Choose another name." },
  });
  const renamed = { body: { name: "otherteam", kind: "Team" } };
  expect((await admin.ask(changeLevel, { ...at(org, "northTeam"), ...renamed })).status).toBe(409);
  const { levelId } = await admin.call(addLevel, {
    body: { parentId: org.levels.southClub, name: "northTeam", kind: "Team" },
  });
  expect((await admin.ask(moveLevel, { params: { id: levelId }, body: { parentId } })).status).toBe(409);
  const hidden = { parentId, name: "North\u202Eklub", kind: "Team" };
  expect((await admin.ask(addLevel, { body: hidden })).status).toBe(400);
});

test("a level moves with everything below it; counts, lists and duties follow at once, and moving back undoes it", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aMember("northClub", "Volunteer");
  await org.aDocument(admin, { at: "north", name: "Northern rules" });
  await org.aDocument(admin, { at: "south", name: "Southern rules" });
  await org.aDocument(admin, { at: "northTeam", name: "Team rules" });
  await world.it.drainJobs();
  const owed = async () => {
    const { data } = await admin.call(listMembers, { params: { id: org.levels.root } });
    return data.find((row) => row.profileLevelAccessId === coach.plaId)?.owed;
  };
  expect(await owed()).toBe(2);
  const moved = await admin.call(moveLevel, { ...at(org, "northClub"), ...to(org, "southClub") });
  expect(moved).toMatchObject({
    parentId: org.levels.southClub,
    depth: 3,
    members: 2,
    levelsBelow: 2,
    following: null,
  });
  expect(await drawnTree(org)).toEqual([
    "north",
    "south",
    "  southClub",
    "    northClub",
    "      northTeam",
    "      otherTeam",
  ]);
  expect(await owed()).toBe(2);
  const names = async (place: LevelKey) =>
    (await admin.call(getDashboardInfo, { params: { id: org.levels[place] } })).requirements.map((one) => one.name);
  expect((await names("south")).sort()).toEqual(["Southern rules", "Team rules"]);
  expect(await names("north")).toEqual([]);
  expect((await admin.call(getLevel, at(org, "south"))).members).toBe(2);
  expect((await admin.call(getLevel, at(org, "north"))).members).toBe(0);
  expect(await org.asSystem(miscounted)).toEqual([]);
  await world.it.drainJobs();
  expect(await org.asSystem(miscounted)).toEqual([]);
  await admin.call(moveLevel, { ...at(org, "northClub"), ...to(org, "north") });
  expect((await names("north")).sort()).toEqual(["Northern rules", "Team rules"]);
  expect(await org.asSystem(miscounted)).toEqual([]);
  expect(await auditOf(org, "level.moved")).toMatchObject([
    { facts: { from: org.levels.north, to: org.levels.southClub, levels: 3 } },
    { facts: { from: org.levels.southClub, to: org.levels.north, levels: 3 } },
  ]);
  // To where it is already, nothing is done.
  await admin.call(moveLevel, { ...at(org, "northClub"), ...to(org, "north") });
  expect(await auditOf(org, "level.moved")).toHaveLength(2);
});

test("the effect of a move is shown before: new and dropped requirements, for how many people, and who wouldn't be cleared anymore", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const [one, two] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("otherTeam", "Head Coach")];
  await org.aMember("northTeam", "Volunteer");
  await org.aDocument(admin, { at: "root", name: "For all" });
  await org.aDocument(admin, { at: "north", name: "Northern rules", mandatory: false });
  const southern = await org.aDocument(admin, { at: "south", name: "Southern rules" });
  await org.aDocument(admin, { at: "south", name: "Advice", mandatory: false });
  await org.aDocument(admin, { at: "south", name: "Not inherited", includeBelow: false });
  // Owed inside what moves, it is neither new nor gone.
  await org.aDocument(admin, { at: "northTeam", name: "Own rules" });
  const everybody = await admin.call(previewMove, {
    ...at(org, "northClub"),
    query: { parentId: org.levels.south },
  });
  expect(everybody).toMatchObject({
    levels: 3,
    memberships: 3,
    people: 3,
    newlyOwed: [
      { name: "Advice", mandatory: false, people: 2 },
      { contentId: southern.contentId, name: "Southern rules", type: 0, mandatory: true, people: 2 },
    ],
    noLongerOwed: [{ name: "Northern rules", mandatory: false, people: 2 }],
    losingClearance: { memberships: 0, some: [] },
  });
  // Nobody is cleared yet: each owes a thing. Who has done everything would lose it.
  const member = await admin.call(getMember, { params: { id: two.plaId } });
  for (const { requirementId } of member.requirements) {
    await admin.call(completeWithoutUpload, {
      params: { plaId: two.plaId },
      body: { requirementId, date: "2026-01-10", reason: "On paper." },
    });
  }
  const after = await admin.call(previewMove, { ...at(org, "northClub"), query: { parentId: org.levels.south } });
  expect(after.losingClearance).toMatchObject({
    memberships: 1,
    some: [{ profileLevelAccessId: two.plaId, levelName: "otherTeam", overallStatus: "Cleared" }],
  });
  await admin.call(moveLevel, { ...at(org, "northClub"), ...to(org, "south") });
  const now = await admin.call(listMembers, { params: { id: org.levels.northClub } });
  expect(now.data.find((row) => row.profileLevelAccessId === two.plaId)?.overallStatus).toBe("Incomplete");
  expect(now.data.find((row) => row.profileLevelAccessId === one.plaId)?.owed).toBe(4);
});

test("nobody moves or deletes what is beyond their reach, nor takes the level they look after from those above", async () => {
  const org = await world.it.anOrganization();
  const elsewhere = await world.it.anOrganization();
  const director = await org.aMember("northClub", "Club Director");
  const manager = await org.aMember("root", "Team Manager");
  const move = (who: TestPerson, what: LevelKey, where: LevelKey) =>
    who.ask(moveLevel, { ...at(org, what), ...to(org, where) });
  const preview = (who: TestPerson, what: LevelKey, where: LevelKey) =>
    who.ask(previewMove, { ...at(org, what), query: { parentId: org.levels[where] } });
  const refused: [LevelKey, LevelKey][] = [
    // Out of reach: what moves, where it is, where it goes.
    ["southClub", "northClub"],
    ["northTeam", "southClub"],
    ["northTeam", "north"],
    ["northClub", "south"],
    ["northClub", "northTeam"],
  ];
  for (const [what, where] of refused) {
    expect((await move(director, what, where)).status).toBe(403);
    expect((await preview(director, what, where)).status).toBe(403);
  }
  expect((await move(director, "northTeam", "otherTeam")).status).toBe(200);
  expect((await director.ask(deleteLevel, at(org, "northClub"))).status).toBe(403);
  expect((await director.ask(deleteLevel, at(org, "southClub"))).status).toBe(403);
  expect((await director.ask(deleteLevel, at(org, "northTeam"))).status).toBe(204);
  const named = { name: "Ours", kind: "Club" };
  expect((await director.ask(changeLevel, { ...at(org, "northClub"), body: named })).status).toBe(200);
  expect((await director.ask(changeLevel, { ...at(org, "north"), body: named })).status).toBe(403);
  const add = (who: TestPerson, where: LevelKey) =>
    who.ask(addLevel, { body: { parentId: org.levels[where], name: "New", kind: "Team" } });
  expect((await add(director, "northClub")).status).toBe(200);
  expect((await add(director, "south")).status).toBe(403);
  for (const answer of [await add(manager, "northClub"), await move(manager, "otherTeam", "southClub")]) {
    expect(answer).toMatchObject({ status: 403, body: { reason: "role" } });
  }
  expect((await manager.ask(deleteLevel, at(org, "otherTeam"))).status).toBe(403);
  expect((await manager.ask(listLevelsFollowing, {})).status).toBe(403);
  const foreign = { params: { id: elsewhere.levels.north } };
  expect((await director.ask(moveLevel, { ...foreign, ...to(org, "northClub") })).status).toBe(404);
  expect((await director.ask(getLevel, foreign)).status).toBe(404);
  expect((await director.ask(getLevel, at(org, "south"))).status).toBe(403);
});

test("the organization itself stays where it is, and nothing comes to lie below itself", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const reasons = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as { reason?: string }).reason];
  };
  expect(await reasons(admin.ask(moveLevel, { ...at(org, "root"), ...to(org, "north") }))).toEqual([409, "root"]);
  expect(await reasons(admin.ask(deleteLevel, at(org, "root")))).toEqual([409, "root"]);
  expect(await reasons(admin.ask(changeLevel, { ...at(org, "root"), body: { name: "X", kind: "Y" } }))).toEqual([
    409,
    "root",
  ]);
  for (const place of ["north", "northTeam"] as const) {
    expect(await reasons(admin.ask(moveLevel, { ...at(org, "north"), ...to(org, place) }))).toEqual([
      409,
      "belowItself",
    ]);
  }
});

test("a level with members is not deleted: the answer says how many there are; without them it goes, and history names it", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aMember("northClub", "Volunteer");
  const { contentId } = await org.aDocument(admin, { at: "northTeam", name: "Team rules" });
  await admin.call(createSignupUrl, {
    body: { levelId: org.levels.otherTeam, labelId: org.labelIds.Volunteer, endsOn: null, maxUses: null },
  });
  const refused = await admin.ask(deleteLevel, at(org, "northClub"));
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: "northClub and its sublevels have 2 members. Move or remove them first, then delete the level.",
      reason: "hasMembers",
    },
  });
  expect((await admin.ask(deleteLevel, at(org, "northTeam"))).body).toMatchObject({
    message: "northTeam has 1 member. Move or remove them first, then delete the level.",
  });
  await admin.call(deleteMembership, { params: { id: coach.plaId } });
  // What is pending of it is counted above once it has gone.
  expect((await admin.ask(deleteLevel, at(org, "northTeam"))).status).toBe(204);
  expect((await admin.ask(deleteLevel, at(org, "northTeam"))).status).toBe(404);
  expect((await admin.ask(getLevel, at(org, "northTeam"))).status).toBe(404);
  expect((await admin.ask(deleteLevel, at(org, "otherTeam"))).status).toBe(204);
  expect(await drawnTree(org)).toEqual(["north", "  northClub", "south", "  southClub"]);
  expect(await org.asSystem(miscounted)).toEqual([]);
  await admin.call(moveLevel, { ...at(org, "northClub"), ...to(org, "south") });
  await world.it.drainJobs();
  expect(await org.asSystem(miscounted)).toEqual([]);
  expect((await admin.call(getLevel, at(org, "south"))).members).toBe(1);
  const kept = await org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute(sql`
      SELECT (SELECT level_id FROM content WHERE organization_id = ${organizationId} AND content_id = ${contentId}) AS kept_at,
        (SELECT count(*)::int FROM content_assignment WHERE organization_id = ${organizationId} AND ended_at IS NULL) AS assigned,
        (SELECT count(*)::int FROM signup_url WHERE organization_id = ${organizationId} AND revoked_at IS NULL) AS urls,
        (SELECT name FROM level WHERE organization_id = ${organizationId} AND level_id = ${org.levels.northTeam}) AS name`);
    return rows[0];
  });
  expect(kept).toEqual({ kept_at: org.levels.northClub, assigned: 0, urls: 0, name: "northTeam" });
  expect((await auditOf(org, "level.deleted")).map((one) => one.subject_id)).toEqual([
    org.levels.northTeam,
    org.levels.otherTeam,
  ]);
  const joining = await admin.ask(addMember, {
    body: {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      person: { firstName: "Ana", lastName: "Late", email: null, dateOfBirth: null },
    },
  });
  expect(joining.status).toBe(404);
  const names = (await admin.call(getNavigation, at(org, "root"))).map((one) => one.name);
  expect(names).toEqual(["Cascade Youth Soccer", "north", "south", "northClub", "southClub"]);
});

test("levels below go with the one above them, each of which is written down", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  expect((await admin.ask(deleteLevel, at(org, "north"))).status).toBe(204);
  expect(await drawnTree(org)).toEqual(["south", "  southClub"]);
  const deleted = await auditOf(org, "level.deleted");
  expect(deleted).toHaveLength(4);
  expect(deleted.filter(({ facts }) => "with" in facts)).toHaveLength(3);
});

test("a logo is re-encoded, shown to everyone in the organization, replaced, and removed", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const wide = await sharp({ create: { width: 60, height: 20, channels: 4, background: "#00ff00" } })
    .png()
    .toBuffer();
  const body = { logoData: wide.toString("base64"), logoExtension: "png" as const };
  expect((await coach.ask(setLevelLogo, { ...at(org, "north"), body })).status).toBe(403);
  const { logoId } = await admin.call(setLevelLogo, { ...at(org, "north"), body });
  const logo = await coach.ask(getLevelLogo, { params: { id: org.levels.north, logoId: logoId as string } });
  expect(logo.status).toBe(200);
  const again = await admin.call(setLevelLogo, { ...at(org, "north"), body });
  expect(again.logoId).not.toBe(logoId);
  expect((await coach.ask(getLevelLogo, { params: { id: org.levels.north, logoId: logoId as string } })).status).toBe(
    404,
  );
  const bad = { logoData: Buffer.from("no image").toString("base64") };
  expect((await admin.ask(setLevelLogo, { ...at(org, "north"), body: bad })).status).toBe(415);
  expect((await admin.call(setLevelLogo, { ...at(org, "north"), body: { logoData: null } })).logoId).toBeNull();
  expect(await auditOf(org, "level.logoChanged")).toHaveLength(3);
});
