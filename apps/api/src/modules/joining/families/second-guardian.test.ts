import { savePreferences } from "@touchline/contract/accounts/account-settings";
import { addGuardian, getFamily, inviteGuardian, revokeGuardianInvitation } from "@touchline/contract/joining/families";
import { getNextStepFromToken, registerAccount, renewInvitation } from "@touchline/contract/joining/invitations";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { expect, test } from "vitest";
import { added, aFamilyOrganization, cardOf, type FamilyOrganization } from "../../../../test/families.ts";
import { ask } from "../../../../test/http.ts";
import { aPdf, aWorld, password } from "../../../../test/world.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
const nobody = "";

const invited = (family: FamilyOrganization, childProfileIds: string[], email: string) =>
  family.parent.call(inviteGuardian, { body: { firstName: "Pat", lastName: "Other", email, childProfileIds } });

async function linkOf(email: string): Promise<string> {
  const token = (await world.it.linksTo(email, "/signup")).at(-1);
  if (!token) throw new Error(`no link was mailed to ${email}`);
  return token;
}
const step = async (token: string) =>
  (await ask(world.it.base, nobody, getNextStepFromToken, { query: { token } })).body;
const register = (token: string, bearer = nobody) =>
  ask(world.it.base, bearer, registerAccount, { body: bearer === nobody ? { token, password } : { token } });

test("somebody new accepts, has a profile beside the child, and acts for it", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent, player, parentLabel } = family;
  Object.assign(org.labelIds, { Player: player, Parent: parentLabel });
  await org.aDocument(admin, { labels: ["Player" as never] });
  const mother = await org.aMember("northTeam", "Parent" as never);
  const { profileId, profileLevelAccessId } = await added(mother, family);
  const email = `pat.${org.organizationId}@example.org`;
  await mother.call(inviteGuardian, {
    body: { firstName: "Pat", lastName: "Other", email, childProfileIds: [profileId] },
  });
  expect((await cardOf(mother, profileId))?.invitation).toMatchObject({ email, mine: true });
  const token = await linkOf(email);
  expect(await step(token)).toMatchObject({
    mode: "invitation",
    step: "full-signup-form",
    invitation: { firstName: "Pat", children: ["Noa"], memberships: [], email },
  });
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(token)));
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  const card = await cardOf(mother, profileId);
  expect(card?.guardians.map((one) => one.firstName)).toEqual([expect.any(String), "Pat"]);
  expect(card?.invitation).toBeNull();
  const bearer = await world.it.signIn(email);
  const theirs = (await ask(world.it.base, bearer, getFamily)).body;
  expect(theirs.children.map((one) => one.firstName)).toEqual(["Noa"]);
  const { requirements } = (
    await ask(world.it.base, bearer, listRequirements, { params: { plaId: profileLevelAccessId } })
  ).body;
  const sent = await ask(world.it.base, bearer, completeDocument, {
    params: { id: requirements[0]?.requirementId as string },
    body: { profileLevelAccessId },
    files: [aPdf()],
  });
  expect(sent.status).toBe(200);
  expect(await step(token)).toMatchObject({ step: "error", problem: "accepted", renewable: false });
  expect(parent).toBeTruthy();
});

test("who has a profile here already becomes a guardian with it; others' accounts show in nothing", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  const coach = await org.aMember("northTeam", "Head Coach");
  const first = await added(parent, family);
  const second = await added(parent, family, { firstName: "Ida", dateOfBirth: "2012-02-29" });
  const toKnown = await invited(family, [first.profileId, second.profileId], coach.email.toUpperCase());
  expect(Object.keys(toKnown).sort()).toEqual(["expiresAt", "guardianInvitationId"]);
  const token = await linkOf(coach.email.toUpperCase());
  expect(await step(token)).toMatchObject({ step: "login" });
  const bearer = await world.it.signIn(coach.email);
  expect(await register(token, bearer)).toMatchObject({ status: 200, body: { profileId: coach.profileId } });
  expect((await coach.call(getFamily)).children.map((one) => one.firstName).sort()).toEqual(["Ida", "Noa"]);
});

test("is sent in the language that the owner of the address chose, otherwise in that of the inviting person", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  const coach = await org.aMember("northTeam", "Head Coach");
  const [first, second] = [await added(parent, family), await added(parent, family, { firstName: "Ida" })];
  await coach.call(savePreferences, { body: { language: "es" } });
  await invited(family, [first.profileId], coach.email);
  await parent.call(savePreferences, { body: { language: "es" } });
  await invited(family, [second.profileId], `pat.${org.organizationId}@example.org`);
  const mails = await org.asSystem((call) => newestMails(call, 10));
  expect(mails.map((mail) => /lang="es"/.test(mail.html))).toEqual([true, true]);
});

test("a guardian who invites and withdraws again and again is told to wait", async () => {
  const family = await aFamilyOrganization(world.it);
  const { profileId } = await added(family.parent, family);
  for (let n = 0; n < 10; n += 1) {
    const { guardianInvitationId } = await invited(family, [profileId], `pat.${n}@example.org`);
    await family.parent.call(revokeGuardianInvitation, { params: { id: guardianInvitationId } });
  }
  const body = { firstName: "Pat", lastName: "Other", email: "pat.11@example.org", childProfileIds: [profileId] };
  expect((await family.parent.ask(inviteGuardian, { body })).status).toBe(429);
});

test("one invitation of a child is open at a time, and taking it back stops its link", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  const { profileId } = await added(parent, family);
  const email = `pat.${org.organizationId}@example.org`;
  const body = { firstName: "Pat", lastName: "Other", email, childProfileIds: [profileId] };
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, one) =>
      parent.ask(inviteGuardian, { body: { ...body, email: one % 2 ? email : `other.${email}` } }),
    ),
  );
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  expect(answers.filter((one) => one.status === 409)).toHaveLength(4);
  const open = (await cardOf(parent, profileId))?.invitation;
  const token = await linkOf(open?.email ?? "");
  const params = { id: open?.guardianInvitationId as string };
  const stranger = await org.aMember("northTeam", "Head Coach");
  expect((await stranger.ask(revokeGuardianInvitation, { params })).status).toBe(404);
  expect((await parent.ask(revokeGuardianInvitation, { params })).status).toBe(204);
  expect(await step(token)).toMatchObject({ step: "error", problem: "left", invitation: null });
  expect(await register(token)).toMatchObject({ status: 409, body: { reason: "left" } });
  expect((await parent.ask(inviteGuardian, { body })).status).toBe(200);
});

test("an invitation expires after 14 days, and can't be renewed by its holder", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  const { profileId } = await added(parent, family);
  const email = `pat.${org.organizationId}@example.org`;
  await invited(family, [profileId], email);
  const token = await linkOf(email);
  world.it.clock.shift += 14 * 86_400_000 + 1000;
  try {
    expect(await step(token)).toMatchObject({ step: "error", problem: "expired", renewable: false });
    expect((await register(token)).status).toBe(409);
    await ask(world.it.base, nobody, renewInvitation, { body: { token } });
    expect(await world.it.linksTo(email, "/signup")).toHaveLength(1);
  } finally {
    world.it.clock.shift = 0;
  }
});

test("no one is invited for other people's children, by their own address, or as a third guardian, and a late one is told so", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  const { profileId } = await added(parent, family);
  const email = `pat.${org.organizationId}@example.org`;
  const body = { firstName: "Pat", lastName: "Other", email, childProfileIds: [profileId] };
  const coach = await org.aMember("northTeam", "Head Coach");
  expect((await coach.ask(inviteGuardian, { body })).status).toBe(404);
  expect((await parent.ask(inviteGuardian, { body: { ...body, email: parent.email } })).status).toBe(400);
  await invited(family, [profileId], email);
  const token = await linkOf(email);
  await admin.call(addGuardian, {
    body: { childProfileId: profileId, guardianProfileId: coach.profileId, reason: "Is the other parent." },
  });
  expect(await register(token)).toMatchObject({ status: 409, body: { reason: "twoGuardians" } });
  expect(await parent.ask(inviteGuardian, { body })).toMatchObject({ status: 409, body: { reason: "twoGuardians" } });
  expect((await cardOf(parent, profileId))?.guardians).toHaveLength(2);
});
