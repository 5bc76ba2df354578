import { savePreferences } from "@touchline/contract/accounts/account-settings";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import {
  addChild,
  addGuardian,
  endGuardianship,
  endOwnGuardianship,
  getFamily,
  getMemberFamily,
  removeChild,
} from "@touchline/contract/joining/families";
import { completeDocument, declineRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { getReview, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { expect, test } from "vitest";
import { added, aFamilyOrganization, cardOf } from "../../../../test/families.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aPdf, aWorld } from "../../../../test/world.ts";

const world = aWorld();

test("a guardian adds a child where the family is, and its card says what is next", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  await org.asSystem(async () => undefined);
  const before = await parent.call(getFamily);
  expect(before).toMatchObject({
    mayGuard: true,
    children: [],
    places: [{ levelId: org.levels.northTeam, levelName: "northTeam", labelId: player, labelName: "Player" }],
  });
  const child = await added(parent, family);
  expect(await cardOf(parent, child.profileId)).toMatchObject({
    firstName: "Noa",
    hasLogin: false,
    overallStatus: "NoRequirements",
    owed: 0,
    done: 0,
    next: null,
    guardians: [{ profileId: parent.profileId, self: true }],
    invitation: null,
    removable: true,
  });
  const { contentId } = await org.aDocument(admin, { name: "Player agreement" });
  expect(contentId).toBeTruthy();
});

test("the card counts what is mandatory, and leads to the most urgent of it", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  const labelIds = { ...org.labelIds, Player: player };
  Object.assign(org.labelIds, labelIds);
  await org.aDocument(admin, { name: "Optional", labels: ["Player" as never], mandatory: false });
  await org.aDocument(admin, { name: "Later", labels: ["Player" as never] });
  await org.aDocument(admin, { name: "Overdue", labels: ["Player" as never], dueDate: "2020-01-01" });
  const { profileId, profileLevelAccessId } = await added(parent, family);
  const card = await cardOf(parent, profileId);
  expect(card).toMatchObject({ overallStatus: "Incomplete", owed: 2, done: 0, waits: 0, removable: true });
  expect(card?.next).toMatchObject({ name: "Overdue", profileLevelAccessId });
  expect(card?.reasons[0]).toMatchObject({ kind: "mandatoryOpen" });
  const submitted = await parent.ask(completeDocument, {
    params: { id: card?.next?.requirementId as string },
    body: { profileLevelAccessId },
    files: [aPdf()],
  });
  expect(submitted.status).toBe(200);
  expect(await cardOf(parent, profileId)).toMatchObject({ waits: 1, removable: false, next: { name: "Later" } });
  const query = { requirementId: card?.next?.requirementId as string, profileLevelAccessId };
  const review = await admin.call(getReview, { query });
  expect(review.submittedByName).toContain("Número");
  // Notes are visible to the person who submitted.
  expect(review.language).toBeNull();
  await parent.call(savePreferences, { body: { language: "es" } });
  expect((await admin.call(getReview, { query })).language).toBe("es");
  const { tabs } = await parent.call(selectOrganization, { params: { id: org.organizationId } });
  expect(tabs).toContain("Family");
});

test("the card leads to no optional requirement that the guardian declined", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  Object.assign(org.labelIds, { Player: player });
  await org.aDocument(admin, { name: "Optional", labels: ["Player" as never], mandatory: false });
  const { profileId, profileLevelAccessId } = await added(parent, family);
  const id = (await cardOf(parent, profileId))?.next?.requirementId as string;
  await parent.call(declineRequirement, { params: { id }, body: { profileLevelAccessId, declined: true } });
  expect(await cardOf(parent, profileId)).toMatchObject({ owed: 0, next: null });
});

test("the card says that the reviewer requested changes, until the guardian submits again", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  Object.assign(org.labelIds, { Player: player });
  await org.aDocument(admin, { name: "Player agreement", labels: ["Player" as never] });
  const { profileId, profileLevelAccessId } = await added(parent, family);
  const other = await added(parent, family, { firstName: "Ada" });
  const requirementId = (await cardOf(parent, profileId))?.next?.requirementId as string;
  expect(await cardOf(parent, profileId)).toMatchObject({ next: { changesRequested: false } });
  const submit = () =>
    parent.call(completeDocument, { params: { id: requirementId }, body: { profileLevelAccessId }, files: [aPdf()] });
  await submit();
  const returned = {
    requirementId,
    reviewDecision: "RejectedReset",
    reviewNotes: "The second page is missing.",
  } as const;
  await admin.call(reviewRequirement, { params: { plaId: profileLevelAccessId }, body: returned });
  expect(await cardOf(parent, profileId)).toMatchObject({ waits: 0, next: { requirementId, changesRequested: true } });
  expect(await cardOf(parent, other.profileId)).toMatchObject({ next: { changesRequested: false } });
  await submit();
  expect(await cardOf(parent, profileId)).toMatchObject({ waits: 1, next: null });
  await admin.call(reviewRequirement, {
    params: { plaId: profileLevelAccessId },
    body: { ...returned, reviewDecision: "Approved", reviewNotes: "" },
  });
  expect(await cardOf(parent, profileId)).toMatchObject({ done: 1, next: null });
});

test.each([
  ["2035-01-01", 400],
  ["1990-01-01", 400],
])("nobody adds somebody born on %s as a child", async (dateOfBirth, status) => {
  const { org, parent, player } = await aFamilyOrganization(world.it);
  const answer = await parent.ask(addChild, {
    body: { firstName: "Noa", lastName: "Little", dateOfBirth, levelId: org.levels.northTeam, labelId: player },
  });
  expect(answer.status).toBe(status);
});

test("a guardian gives only labels that are for children, and only where the family is", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent, player, parentLabel } = family;
  const put = (levelId: string, labelId: string) =>
    parent.ask(addChild, {
      body: { firstName: "Noa", lastName: "Little", dateOfBirth: "2015-05-05", levelId, labelId },
    });
  const answers = [
    await put(org.levels.northTeam, org.labelIds.Administrator),
    await put(org.levels.northTeam, parentLabel),
    await put(org.levels.southClub, player),
  ];
  expect(answers.map((one) => one.status)).toEqual([403, 403, 403]);
});

test("the same child is there once, however the name is written, also when it is added many times at once", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent, player } = family;
  const put = (firstName: string) =>
    parent.ask(addChild, {
      body: { firstName, lastName: "Núñez", dateOfBirth: "2015-05-05", levelId: org.levels.northTeam, labelId: player },
    });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => put(index % 2 ? "Zoë" : "ZOE ")));
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  expect(answers.filter((one) => one.status === 409)).toHaveLength(7);
  expect((await parent.call(getFamily)).children).toHaveLength(1);
});

test("a child added by mistake is removed, until something was sent in; one of an administrator's never", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  Object.assign(org.labelIds, { Player: player });
  await org.aDocument(admin, { labels: ["Player" as never] });
  const first = await added(parent, family);
  expect((await parent.ask(removeChild, { params: { profileId: first.profileId } })).status).toBe(204);
  expect((await parent.call(getFamily)).children).toEqual([]);
  expect((await parent.ask(removeChild, { params: { profileId: first.profileId } })).status).toBe(404);

  const again = await added(parent, family);
  await send(await owedBy({ ...parent, plaId: again.profileLevelAccessId }));
  const refused = await parent.ask(removeChild, { params: { profileId: again.profileId } });
  expect(refused).toMatchObject({ status: 409, body: { reason: "notRemovable" } });

  const { profileId } = await org.added(admin, "northTeam", "Volunteer");
  await org.asSystem((call) =>
    call.db.execute(`UPDATE profile SET date_of_birth = '2014-01-01'
    WHERE organization_id = '${org.organizationId}' AND profile_id = '${profileId}'`),
  );
  const body = { childProfileId: profileId, guardianProfileId: parent.profileId, reason: "Their parent." };
  await admin.call(addGuardian, { body });
  const rostered = await parent.ask(removeChild, { params: { profileId } });
  expect(rostered).toMatchObject({ status: 409, body: { reason: "notRemovable" } });
});

test("a stranger finds no child, whether it is in the organization or in another one", async () => {
  const family = await aFamilyOrganization(world.it);
  const other = await aFamilyOrganization(world.it);
  const { profileId } = await added(family.parent, family);
  for (const stranger of [await family.org.aMember("northTeam", "Head Coach"), other.parent, other.admin]) {
    expect((await stranger.ask(removeChild, { params: { profileId } })).status).toBe(404);
    expect((await stranger.ask(endOwnGuardianship, { params: { profileId } })).status).toBe(404);
  }
});

test("both guardians act, and of two submissions at once one meets a conflict", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player } = family;
  Object.assign(org.labelIds, { Player: player });
  await org.aDocument(admin, { labels: ["Player" as never] });
  const second = await org.aMember("south", "Volunteer");
  const { profileId, profileLevelAccessId } = await added(parent, family);
  await admin.call(addGuardian, {
    body: { childProfileId: profileId, guardianProfileId: second.profileId, reason: "The other parent." },
  });
  const { requirements } = await second.call(listRequirements, { params: { plaId: profileLevelAccessId } });
  const answers = await Promise.all(
    [parent, second].map((one) =>
      one.ask(completeDocument, {
        params: { id: requirements[0]?.requirementId as string },
        body: { profileLevelAccessId },
        files: [aPdf()],
      }),
    ),
  );
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
});

test("of twenty who become guardians at once never three do", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  const { profileId } = await added(parent, family);
  const people = [];
  for (let one = 0; one < 20; one += 1) people.push(await org.aMember("north", "Volunteer"));
  const answers = await Promise.all(
    people.map((one) =>
      admin.ask(addGuardian, {
        body: { childProfileId: profileId, guardianProfileId: one.profileId, reason: "Another parent." },
      }),
    ),
  );
  expect(answers.filter((one) => one.status === 204)).toHaveLength(1);
  expect(answers.filter((one) => one.status === 409)).toHaveLength(19);
  expect((await cardOf(parent, profileId))?.guardians).toHaveLength(2);
});

test("the database itself has no room for a third guardian", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  const { profileId } = await added(parent, family);
  const insert = (place: number) =>
    org.asSystem((call) =>
      call.db.execute(`INSERT INTO guardianship (organization_id, guardian_profile_id, child_profile_id, child_born, place, created_at)
        VALUES ('${org.organizationId}', '${admin.profileId}', '${profileId}', '2015-05-05', ${place}, now())`),
    );
  await expect(insert(1)).rejects.toThrow();
  await expect(insert(3)).rejects.toThrow();
});

test("one's own guardianship can end only if another continues, and the child is gone from the family at once", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  const { profileId, profileLevelAccessId } = await added(parent, family);
  const end = () => parent.ask(endOwnGuardianship, { params: { profileId } });
  expect(await end()).toMatchObject({ status: 409, body: { reason: "onlyGuardian" } });
  const second = await org.aMember("south", "Volunteer");
  const body = { childProfileId: profileId, guardianProfileId: second.profileId, reason: "The other parent." };
  await admin.call(addGuardian, { body });
  expect((await end()).status).toBe(204);
  expect((await parent.call(getFamily)).children).toEqual([]);
  expect((await parent.ask(listRequirements, { params: { plaId: profileLevelAccessId } })).status).toBe(403);
  const listed = await admin.call(getMemberFamily, { params: { id: profileLevelAccessId } });
  expect(listed.guardians.map((one) => [one.profileId, one.endedHow, one.addedReason])).toEqual([
    [second.profileId, null, "The other parent."],
    [parent.profileId, "ownWish", null],
  ]);
  await admin.call(endGuardianship, { body: { ...body, reason: "A court decided so." } });
  const then = await admin.call(getMemberFamily, { params: { id: profileLevelAccessId } });
  expect(then.guardians.find((one) => one.profileId === second.profileId)).toMatchObject({
    endedHow: "administrator",
    endedReason: "A court decided so.",
  });
  expect(then.guardians.every((one) => one.endedAt !== null)).toBe(true);
});

test("only who may change roles at every level of the child decides who guards it, and never about one's own", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  const { profileId, profileLevelAccessId } = await added(parent, family);
  const manager = await org.aMember("northTeam", "Team Manager");
  const director = await org.aMember("northTeam", "Club Director");
  const elsewhere = await org.aMember("south", "Club Director");
  const second = await org.aMember("north", "Volunteer");
  const body = { childProfileId: profileId, guardianProfileId: second.profileId, reason: "The other parent." };
  expect((await manager.ask(addGuardian, { body })).status).toBe(403);
  expect((await elsewhere.ask(addGuardian, { body })).status).toBe(403);
  expect((await elsewhere.ask(getMemberFamily, { params: { id: profileLevelAccessId } })).status).toBe(403);
  expect((await director.ask(addGuardian, { body: { ...body, reason: " " } })).status).toBe(400);
  const own = { ...body, guardianProfileId: director.profileId };
  expect(await director.ask(addGuardian, { body: own })).toMatchObject({
    status: 409,
    body: { reason: "ownGuardianship" },
  });
  await family.admin.call(addGuardian, { body: own });
  expect(await director.ask(endGuardianship, { body: own })).toMatchObject({
    status: 409,
    body: { reason: "guardedChild" },
  });
  // Nor once the guardianship is over.
  await family.admin.call(endGuardianship, { body: own });
  expect(await director.ask(addGuardian, { body })).toMatchObject({ status: 409, body: { reason: "onceGuarded" } });
  const seen = await manager.call(getMemberFamily, { params: { id: profileLevelAccessId } });
  expect(seen).toMatchObject({ minor: true, mayChange: false });
  expect(seen.guardians.every((one) => one.addedReason === null)).toBe(true);
});

test("one person can be guardian of at most 20 children, whoever adds them, and the family is read page by page", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  for (let n = 0; n < 19; n += 1) {
    await added(parent, family, {
      firstName: `Child ${n}`,
      dateOfBirth: `20${String(10 + (n % 10))}-01-0${1 + (n % 9)}`,
    });
  }
  const other = await org.aMember("northTeam", "Volunteer");
  const [first, second] = [
    await added(other, family, { lastName: "First" }),
    await added(other, family, { lastName: "Second" }),
  ];
  const give = (child: { profileId: string }) =>
    admin.ask(addGuardian, {
      body: { guardianProfileId: parent.profileId, childProfileId: child.profileId, reason: "They live together." },
    });
  expect((await give(first)).status).toBe(204);
  expect(await give(second)).toMatchObject({ status: 409, body: { reason: "tooManyChildren" } });

  const pages = await Promise.all([1, 2, 3].map((page) => parent.call(getFamily, { query: { page, perPage: 15 } })));
  expect(pages.map(({ children }) => children.length)).toEqual([15, 5, 0]);
  expect(pages[0]?.pagination).toEqual({ page: 1, perPage: 15, totalRecords: 20 });
  const children = pages.flatMap(({ children }) => children);
  expect(new Set(children.map((one) => one.profileId)).size).toBe(20);
  const born = children.map((one) => one.dateOfBirth ?? "");
  expect(born).toEqual([...born].sort());
});
