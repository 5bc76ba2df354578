import { listLabels } from "@touchline/contract/accounts/organizations";
import { createSignupUrl, listSignupUrls } from "@touchline/contract/accounts/signup-urls";
import { assignContent, listContentAssignments } from "@touchline/contract/library/content-assignments";
import * as contract from "@touchline/contract/library/labels";
import { getDashboardInfo } from "@touchline/contract/people/hierarchy";
import { addMember, changeRole, getMember, listMemberships } from "@touchline/contract/people/profiles";
import { getTask, listTaskItems } from "@touchline/contract/tasks/tasks";
import { describe, expect, test } from "vitest";
import { aWorld, type LabelName, type Organization, type TestPerson } from "../../../../test/world.ts";
import { changeRole as changeRoleVerb } from "../../people/profiles/actions/memberships.ts";
import { createLabel } from "./actions/add.ts";

const world = aWorld();
const plain = { role: "Individual", givenBy: "Manager", forFamily: null } as const;

const named = async (by: TestPerson, name: string) => {
  const found = (await by.call(contract.listLabelDetails)).find((one) => one.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const remove = (by: TestPerson, org: Organization, from: LabelName, to: LabelName | null) =>
  by.ask(contract.deleteLabel, {
    params: { id: org.labelIds[from] },
    body: { moveTo: to === null ? null : org.labelIds[to] },
  });
const carry = (by: TestPerson, org: Organization, label: LabelName, fields: object, members?: number) =>
  by.ask(contract.changeLabel, {
    params: { id: org.labelIds[label] },
    body: { name: label, ...plain, ...fields, ...(members === undefined ? {} : { members }) },
  });

describe("the labels of an organization", () => {
  test("are made, renamed and listed with how many have them, by an Admin alone", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const director = await org.aMember("root", "Club Director");
    const { labelId } = await admin.call(contract.addLabel, { body: { name: "Goalkeeper Coach", ...plain } });
    await admin.call(addMember, {
      body: {
        levelId: org.levels.northTeam,
        labelId,
        person: { firstName: "Ana", lastName: "Ruiz", email: null, dateOfBirth: null },
      },
    });
    await admin.call(contract.changeLabel, { params: { id: labelId }, body: { name: "Keeper Coach", ...plain } });
    expect(await named(admin, "Keeper Coach")).toEqual({
      labelId,
      name: "Keeper Coach",
      ...plain,
      members: 1,
      assignments: 0,
      signupUrls: 0,
      own: false,
      leaving: false,
    });
    const dashboard = await admin.call(getDashboardInfo, { params: { id: org.levels.root } });
    const counted = dashboard.labels.find((one) => one.labelId === labelId);
    expect(Object.values(counted?.overall ?? {}).reduce((a, b) => a + b, 0)).toBe(1);
    for (const refused of [
      await director.ask(contract.listLabelDetails),
      await director.ask(contract.getLabel, { params: { id: labelId } }),
      await director.ask(contract.addLabel, { body: { name: "Mine", ...plain } }),
      await director.ask(contract.changeLabel, { params: { id: labelId }, body: { name: "Mine", ...plain } }),
      await director.ask(contract.deleteLabel, { params: { id: labelId }, body: { moveTo: null } }),
    ]) {
      expect(refused.status).toBe(403);
    }
  });

  test("bear each name once, however it is written, and a name is free again once its label is deleted", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const add = (name: string) => admin.ask(contract.addLabel, { body: { name, ...plain } });
    expect((await add(" head  coach".trim().replace("  ", " "))).body.reason).toBe("nameTaken");
    expect((await carry(admin, org, "Volunteer", { name: "Head Coach" })).body.reason).toBe("nameTaken");
    expect((await remove(admin, org, "Head Coach", null)).status).toBe(200);
    expect((await add("Head Coach")).status).toBe(200);
    expect((await add("Bad\u202eName")).status).toBe(400);
  });

  test("of another organization do not exist", async () => {
    const [org, other] = [await world.it.anOrganization(), await world.it.anOrganization("Other")];
    const stranger = await other.aMember("root", "Administrator");
    const params = { id: org.labelIds.Volunteer };
    const body = { name: "Mine", ...plain };
    expect((await stranger.ask(contract.getLabel, { params })).status).toBe(404);
    expect((await stranger.ask(contract.changeLabel, { params, body })).status).toBe(404);
    expect((await stranger.ask(contract.deleteLabel, { params, body: { moveTo: null } })).status).toBe(404);
    const query = { levelId: other.levels.root };
    expect((await stranger.ask(contract.countLabelMembers, { params, query })).status).toBe(404);
    const moveTo = other.labelIds.Volunteer;
    const admin = await org.aMember("root", "Administrator");
    await org.aMember("root", "Volunteer");
    expect((await admin.ask(contract.deleteLabel, { params, body: { moveTo } })).status).toBe(404);
  });
});

describe("what a label carries", () => {
  test("applies at once to everyone who has it, after the Admin was shown how many that are", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("north", "Head Coach");
    await org.aMember("south", "Head Coach");
    const lead = { role: "Director", givenBy: "Director" };
    const answer = await carry(admin, org, "Head Coach", lead);
    expect([answer.status, answer.body.reason]).toEqual([409, "moreMembers"]);
    expect((await carry(admin, org, "Head Coach", lead, 1)).status).toBe(409);
    expect((await coach.ask(getDashboardInfo, { params: { id: org.levels.northTeam } })).status).toBe(403);
    expect((await carry(admin, org, "Head Coach", lead, 2)).body).toMatchObject({ members: 2 });
    expect((await coach.ask(getDashboardInfo, { params: { id: org.levels.northTeam } })).status).toBe(200);
    expect((await coach.ask(getDashboardInfo, { params: { id: org.levels.south } })).status).toBe(403);
    expect((await carry(admin, org, "Head Coach", {}, 2)).status).toBe(200);
    expect((await coach.ask(getDashboardInfo, { params: { id: org.levels.northTeam } })).status).toBe(403);
  });

  test("is changed by nobody for themselves, and never leaves an organization without an Admin", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const own = await carry(admin, org, "Administrator", { role: "Director", givenBy: "Director" }, 1);
    expect([own.status, own.body.reason]).toEqual([409, "ownLabel"]);
    expect((await remove(admin, org, "Administrator", "Volunteer")).body.reason).toBe("ownLabel");
    // Platform operators can't remove the permissions of the only Admin either.
    const platform = await org.asSystem((call) => createLabel(call, { name: "Platform", role: "AnkoredAdmin" }));
    const support = await org.aMember("root", "Volunteer");
    await org.asSystem((call) => changeRoleVerb(call, { profileLevelAccessId: support.plaId, newLabelId: platform }));
    const only = await carry(support, org, "Administrator", { role: "Director", givenBy: "Director" }, 1);
    expect([only.status, only.body.reason]).toEqual([409, "onlyAdmin"]);
    expect((await remove(support, org, "Administrator", "Volunteer")).body.reason).toBe("onlyAdmin");
    // With a second Admin, by another label,
    const { labelId } = await admin.call(contract.addLabel, {
      body: { name: "President", role: "Admin", givenBy: "Admin", forFamily: null },
    });
    const second = await org.aMember("root", "Volunteer");
    await admin.call(changeRole, { query: { profileLevelAccessId: second.plaId, newLabelId: labelId } });
    // either can change the other's, but not both.
    const demote = await carry(second, org, "Administrator", { role: "Director", givenBy: "Director" }, 1);
    expect(demote.status).toBe(200);
    expect((await admin.ask(contract.listLabelDetails)).status).toBe(403);
    expect((await remove(second, org, "Administrator", "Volunteer")).status).toBe(200);
  });

  test("is never more than the Admin's own, nor for guardians to give when it is more than an Individual's", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const platform = { role: "AnkoredAdmin" as never, givenBy: "Admin" };
    expect((await carry(admin, org, "Volunteer", platform, 0)).status).toBe(400);
    expect((await carry(admin, org, "Volunteer", { forFamily: "child" })).status).toBe(200);
    expect(
      (await carry(admin, org, "Volunteer", { role: "Manager", givenBy: "Director", forFamily: "child" }, 0)).status,
    ).toBe(400);
    expect((await carry(admin, org, "Team Manager", { role: "Manager", givenBy: "Manager" })).status).toBe(400);
    expect((await carry(admin, org, "Administrator", { role: "Admin", givenBy: "Director" })).status).toBe(400);
  });
});

describe("who may hand a label out", () => {
  test("is checked wherever a person gets it: added, changed, or by a sign-up link", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const [director, manager] = [
      await org.aMember("north", "Club Director"),
      await org.aMember("north", "Team Manager"),
    ];
    const volunteer = await org.aMember("northTeam", "Volunteer");
    const levelId = org.levels.northTeam;
    const labelId = org.labelIds["Head Coach"];
    let count = 0;
    const add = (by: TestPerson) =>
      by.ask(addMember, {
        body: {
          levelId,
          labelId,
          person: { firstName: "Ana", lastName: `Ruiz${++count}`, email: null, dateOfBirth: null },
        },
      });
    const link = (by: TestPerson) =>
      by.ask(createSignupUrl, { body: { levelId, labelId, endsOn: null, maxUses: null } });
    expect((await add(manager)).status).toBe(200);
    expect((await link(manager)).status).toBe(200);
    expect((await carry(admin, org, "Head Coach", { givenBy: "Director" })).status).toBe(200);
    for (const refused of [await add(manager), await link(manager)]) {
      expect([refused.status, refused.body.reason]).toEqual([403, "notAGiver"]);
    }
    expect((await add(director)).status).toBe(200);
    expect((await link(director)).status).toBe(200);
    expect((await carry(admin, org, "Head Coach", { givenBy: "Admin" })).status).toBe(200);
    const relabelled = await director.ask(changeRole, {
      query: { profileLevelAccessId: volunteer.plaId, newLabelId: labelId },
    });
    expect([relabelled.status, relabelled.body.reason]).toEqual([403, "notAGiver"]);
    expect((await add(director)).body.reason).toBe("notAGiver");
    expect((await add(admin)).status).toBe(200);
    const labels = await manager.call(listLabels);
    expect(labels.find((one) => one.labelId === labelId)?.givenBy).toBe("Admin");
  });
});

describe("a label that is deleted", () => {
  test("gives everybody who had it another, with what is owed, and keeps its name in history", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const both = await org.aMember("southClub", "Head Coach");
    await admin.call(addMember, {
      body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId: both.profileId },
    });
    const agreement = await org.aDocument(admin, { labels: ["Head Coach"], name: "Coach agreement" });
    await org.aDocument(admin, { labels: ["Head Coach", "Volunteer"], name: "Conduct" });
    await org.aDocument(admin, { labels: ["Volunteer"], name: "Volunteer agreement" });
    await admin.call(createSignupUrl, {
      body: { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], endsOn: null, maxUses: null },
    });
    expect(await named(admin, "Head Coach")).toMatchObject({ members: 2, assignments: 2, signupUrls: 1 });
    expect((await remove(admin, org, "Head Coach", null)).status).toBe(400);
    expect((await remove(admin, org, "Head Coach", "Head Coach")).status).toBe(400);
    const { taskId } = (await remove(admin, org, "Head Coach", "Volunteer")).body;
    expect(await named(admin, "Head Coach")).toMatchObject({ members: 2, leaving: true });
    // It can't be assigned anymore, while people who have it still owe its requirements.
    expect((await admin.call(listLabels)).map((one) => one.name)).not.toContain("Head Coach");
    const late = await admin.ask(addMember, {
      body: { levelId: org.levels.root, labelId: org.labelIds["Head Coach"], profileId: coach.profileId },
    });
    expect(late.status).toBe(404);
    const [url] = (await admin.call(listSignupUrls, { params: { id: org.levels.root } })).data;
    expect(url).toMatchObject({ state: "revoked", labelName: "Head Coach" });
    const before = await admin.call(getMember, { params: { id: coach.plaId } });
    expect(before.requirements.map((one) => one.name).sort()).toEqual(["Coach agreement", "Conduct"]);

    await world.it.drainJobs();
    const params = { id: taskId as string };
    expect(await admin.call(getTask, { params })).toMatchObject({ state: "done", done: 2, skipped: 0 });
    const items = (await admin.call(listTaskItems, { params })).data;
    expect(items.map((one) => one.reason).sort()).toEqual(["", "Already had the other role at this level."]);
    const after = await admin.call(getMember, { params: { id: coach.plaId } });
    expect(after.membership.labelName).toBe("Volunteer");
    expect(after.requirements.map((one) => one.name).sort()).toEqual(["Conduct", "Volunteer agreement"]);
    const collapsed = await admin.call(listMemberships, { params: { profileId: both.profileId } });
    expect(collapsed.map((one) => one.labelName)).toEqual(["Volunteer"]);
    expect((await admin.call(contract.listLabelDetails)).map((one) => one.name)).not.toContain("Head Coach");
    expect(await admin.call(listContentAssignments, { params: { id: agreement.contentId } })).toEqual([]);
    expect((await remove(admin, org, "Head Coach", "Volunteer")).status).toBe(404);
  });

  test("continues where its task was interrupted", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const other = await org.aMember("root", "Administrator");
    await org.aMember("northTeam", "Head Coach");
    await remove(admin, org, "Head Coach", "Volunteer");
    // The person who started it isn't an Admin anymore.
    await other.call(changeRole, { query: { profileLevelAccessId: admin.plaId, newLabelId: org.labelIds.Volunteer } });
    await world.it.drainJobs({ failures: "told" });
    expect(await named(other, "Head Coach")).toMatchObject({ members: 1, leaving: true });
    const { taskId } = (await remove(other, org, "Head Coach", "Team Manager")).body;
    await world.it.drainJobs({ failures: "told" });
    expect(await other.call(getTask, { params: { id: taskId as string } })).toMatchObject({ state: "done", done: 1 });
    expect((await other.call(contract.listLabelDetails)).map((one) => one.name)).not.toContain("Head Coach");
  });
});

describe("what a label asks for", () => {
  test("is shown with how many it reaches, and an assignment's effect is counted before it is made", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aMember("northTeam", "Head Coach");
    await org.aMember("northClub", "Head Coach");
    await org.aMember("southClub", "Head Coach");
    const id = org.labelIds["Head Coach"];
    const at = async (place: "root" | "north" | "northClub", includeBelow: boolean) =>
      (
        await admin.call(contract.countLabelMembers, {
          params: { id },
          query: { levelId: org.levels[place], includeBelow: includeBelow ? "true" : "false" },
        })
      ).members;
    expect([await at("root", true), await at("north", true), await at("northClub", true)]).toEqual([3, 2, 2]);
    expect([await at("root", false), await at("northClub", false)]).toEqual([0, 1]);
    const { contentId } = await org.aDocument(admin, { at: "north", labels: ["Head Coach", "Volunteer"] });
    const { assigned } = await admin.call(contract.getLabel, { params: { id } });
    expect(assigned).toEqual([
      expect.objectContaining({ contentId, levelName: "north", includeBelow: true, members: 2, otherLabels: 1 }),
    ]);
    // Removed through the assignment itself.
    const [present] = await admin.call(listContentAssignments, { params: { id: contentId } });
    const { levelName: _, createdAt: __, ...rest } = present as NonNullable<typeof present>;
    await admin.call(assignContent, {
      params: { id: contentId },
      body: { contentAssignments: [{ ...rest, labelIds: rest.labelIds.filter((one) => one !== id) }] },
    });
    expect((await admin.call(contract.getLabel, { params: { id } })).assigned).toEqual([]);
  });
});
