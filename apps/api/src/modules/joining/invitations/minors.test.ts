import { addGuardian } from "@touchline/contract/joining/families";
import {
  getNextStepFromToken,
  registerAccount,
  renewInvitation,
  resendActivation,
} from "@touchline/contract/joining/invitations";
import { addMember } from "@touchline/contract/people/profiles";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { getProfileDetails, saveName, updateProfile } from "@touchline/contract/requirements/profile-details";
import { getTask, listTaskItems } from "@touchline/contract/tasks/tasks";
import { expect, test } from "vitest";
import { bornYearsAgo } from "../../../../test/families.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { invitationLink, invite } from "./actions/invite.ts";
import { remindInvited } from "./actions/remind.ts";

const world = aWorld();
const password = "kick off at half past nine";

let number = 0;
const anAddress = (name = "mia") => `${name}.${++number}@minors.example.org`;
const born = (years: number, daysUntil = 0) => bornYearsAgo(world.it.clock.now(), years, daysUntil);
const linksTo = (email: string) => world.it.linksTo(email, "/signup");

/** An administrator, and what adds somebody at the northern team with an address and a date of birth. */
async function setting() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const place = { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer };
  const added = (email: string | null, dateOfBirth: string | null) =>
    admin.call(addMember, { body: { ...place, person: { firstName: "Mia", lastName: "Núñez", email, dateOfBirth } } });
  return { org, admin, place, added };
}

const resend = async (by: TestPerson, profileLevelAccessId: string) => {
  const { results } = await by.call(resendActivation, { body: { profileLevelAccessIds: [profileLevelAccessId] } });
  return results[0]?.outcome;
};

/** Makes a person the guardian of a child. */
const guarded = (by: TestPerson, childProfileId: string, guardianProfileId: string) =>
  by.call(addGuardian, { body: { childProfileId, guardianProfileId, reason: "The mother." } });

test("an added person under 18 isn't invited; the day before the birthday counts, the birthday doesn't", async () => {
  const { added } = await setting();
  const [child, almost, adult, unknown] = [anAddress(), anAddress(), anAddress(), anAddress()];
  expect((await added(child, born(12))).invitation).toBe("minor");
  expect((await added(almost, born(18, 1))).invitation).toBe("minor");
  expect((await added(adult, born(18))).invitation).toBe("sent");
  expect((await added(unknown, null)).invitation).toBe("sent");
  const mailed = await Promise.all([child, almost, adult, unknown].map(linksTo));
  expect(mailed.map((links) => links.length)).toEqual([0, 0, 1, 1]);
});

test("asked to invite a minor, the guardian is invited, and without one the answer says that there is none", async () => {
  const { admin, added } = await setting();
  const [mias, mothers] = [anAddress(), anAddress("mother")];
  const child = await added(mias, born(12));
  expect(await resend(admin, child.profileLevelAccessId)).toBe("minor");
  const mother = await added(mothers, null);
  await guarded(admin, child.profileId, mother.profileId);
  world.it.clock.shift += 120_000;
  expect(await resend(admin, child.profileLevelAccessId)).toBe("guardianSent");
  expect(await resend(admin, child.profileLevelAccessId)).toBe("justSent");
  expect([(await linksTo(mias)).length, (await linksTo(mothers)).length]).toEqual([0, 2]);
  const token = (await linksTo(mothers)).at(-1) as string;
  expect((await ask(world.it.base, "", registerAccount, { body: { token, password } })).status).toBe(200);
  expect(await resend(admin, child.profileLevelAccessId)).toBe("guardianActivated");
  world.it.clock.shift = 0;
});

test("in bulk each minor is skipped with what to do, or the guardian is invited", async () => {
  const { org, admin, added } = await setting();
  const [mias, noas, mothers] = [anAddress(), anAddress("noa"), anAddress("mother")];
  const [mia, noa, mother] = [await added(mias, born(12)), await added(noas, born(9)), await added(mothers, null)];
  await guarded(admin, noa.profileId, mother.profileId);
  world.it.clock.shift += 120_000;
  const members = [mia.profileLevelAccessId, noa.profileLevelAccessId];
  const { taskId } = await admin.call(startMemberTask, {
    params: { id: org.levels.root },
    body: { selection: { profileLevelAccessIds: members }, act: { kind: "members.resendActivation" } },
  });
  await world.it.drainJobs();
  world.it.clock.shift = 0;
  expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({ state: "done", done: 1, skipped: 1 });
  const { data } = await admin.call(listTaskItems, { params: { id: taskId }, query: {} });
  expect(data.map((item) => item.reason)).toContain("Is under 18. Add a guardian to invite.");
  const mailed = await Promise.all([mias, noas, mothers].map(linksTo));
  expect(mailed.map((links) => links.length)).toEqual([0, 0, 2]);
});

test("a minor who is put at another level is not invited there either", async () => {
  const { org, admin, added } = await setting();
  const email = anAddress();
  const { profileId } = await added(email, born(12));
  const body = { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId };
  expect((await admin.call(addMember, { body })).invitation).toBe("minor");
  expect(await linksTo(email)).toEqual([]);
});

test("nothing that invites by itself invites a minor: a corrected address, a link to pass on, a reminder, a new link", async () => {
  const { org, admin, added } = await setting();
  const [wrong, right] = [`mia.${++number}@refused.invalid`, anAddress()];
  const { profileId } = await added(wrong, null);
  await world.it.drainJobs();
  const token = (await linksTo(wrong)).at(-1) as string;
  await birth(admin, profileId, born(12));
  const { contactInformation } = await admin.call(getProfileDetails, { params: { id: profileId } });
  const corrected = {
    params: { id: profileId },
    body: { contactInformation: { ...contactInformation, email: right } },
  };
  expect((await admin.ask(updateProfile, corrected)).status).toBe(200);
  await ask(world.it.base, null, renewInvitation, { body: { token } });
  await org.asSystem(async (call) => {
    expect((await invite(call, [profileId])).get(profileId)).toBe("minor");
    expect(await invitationLink(call, profileId)).toBeNull();
    expect(await remindInvited(call, [profileId], { isDue: () => true, keyOf: () => `again:${profileId}` })).toBe(0);
  });
  expect([(await linksTo(wrong)).length, (await linksTo(right)).length]).toEqual([1, 0]);
});

/** An administrator gives somebody a date of birth. */
const birth = (by: TestPerson, profileId: string, dateOfBirth: string) =>
  by.call(saveName, { body: { profileId, firstName: "Mia", lastName: "Núñez", dateOfBirth } });

test("a link that was mailed before makes no account for whoever is a minor by a later correction", async () => {
  const { org, admin, added } = await setting();
  const email = anAddress();
  const { profileId } = await added(email, null);
  const token = (await linksTo(email)).at(-1) as string;
  await birth(admin, profileId, born(12));
  const step = async () => (await ask(world.it.base, "", getNextStepFromToken, { query: { token } })).body;
  expect(await step()).toMatchObject({ step: "error", problem: "minor", renewable: false });
  expect(await ask(world.it.base, "", registerAccount, { body: { token, password } })).toMatchObject({
    status: 409,
    body: { reason: "minor" },
  });
  expect(await accountOf(org, profileId)).toBeNull();
});

async function accountOf(org: Organization, profileId: string): Promise<string | null> {
  const { rows } = await world.it.database.pool.query(
    "SELECT app_user_id FROM profile_directory WHERE organization_id = $1 AND profile_id = $2",
    [org.organizationId, profileId],
  );
  return rows[0].app_user_id;
}
