import {
  correctGuardianInvitation,
  endOwnGuardianship,
  getMemberFamily,
  inviteGuardian,
  revokeGuardianInvitation,
} from "@touchline/contract/joining/families";
import { getNextStepFromToken, registerAccount } from "@touchline/contract/joining/invitations";
import { getUndelivered, listUndelivered } from "@touchline/contract/messages/undelivered";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { addMember } from "@touchline/contract/people/profiles";
import { getTimeline, listMemberMails } from "@touchline/contract/reporting/timeline";
import { getWaiting } from "@touchline/contract/reporting/waiting";
import { getProfileDetails, updateProfile } from "@touchline/contract/requirements/profile-details";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { added, aFamilyOrganization, cardOf } from "../../../../test/families.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { ours } from "../../../database/tenancy.ts";
import { profile } from "../../../schema/people.ts";
import { openWorker } from "../../../worker.ts";
import { sendMail } from "../../messages/notifications/actions/send.ts";
import { sendAccountMail } from "../../messages/notifications/actions/send-account.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();

async function setting() {
  const org = await world.it.anOrganization();
  return { org, admin: await org.aMember("root", "Administrator") };
}

let number = 0;
const refusedAddress = () => `nobody.${++number}@refused.invalid`;

/** Adds a coach of the north's team with an address, and sends the invitation or not. */
async function invited(admin: TestPerson, org: Organization, email: string) {
  const person = { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: null };
  const body = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], person };
  const added = await admin.call(addMember, { body });
  await world.it.drainJobs();
  return added;
}

const onPerson = async (by: TestPerson, id: string) => (await by.call(getUndelivered, { params: { id } })).undelivered;
const listed = (by: TestPerson, id: string) => by.call(listUndelivered, { params: { id }, query: {} });
const count = async (by: TestPerson, id: string) => (await by.call(getWaiting, { params: { id } })).undelivered.count;

/** Changes somebody's address, as the page does. */
async function correct(by: TestPerson, profileId: string, email: string) {
  const { contactInformation } = await by.call(getProfileDetails, { params: { id: profileId } });
  return by.ask(updateProfile, {
    params: { id: profileId },
    body: { contactInformation: { ...contactInformation, email } },
  });
}

describe("an invitation that the mail server refuses", () => {
  test("shows on the person, in the list and under what needs attention, with the reason", async () => {
    const { org, admin } = await setting();
    const email = refusedAddress();
    const { profileId, profileLevelAccessId } = await invited(admin, org, email);
    const expected = { kind: "invitation", reason: "unknownAddress", email, hasLogin: false };
    expect(await onPerson(admin, profileLevelAccessId)).toMatchObject({
      ...expected,
      reply: "550 5.1.1 No such user here",
    });
    const { data, total, next } = await listed(admin, org.levels.root);
    expect([total, next]).toEqual([1, null]);
    const place = { labelName: "Head Coach", levelName: "northTeam", fullName: "Ana Núñez" };
    expect(data).toMatchObject([{ ...expected, ...place, profileId, profileLevelAccessId }]);
    expect(await count(admin, org.levels.root)).toBe(1);
    expect(await count(admin, org.levels.north)).toBe(1);
    expect(await count(admin, org.levels.south)).toBe(0);
    const mails = await admin.call(listMemberMails, { params: { id: profileLevelAccessId }, query: {} });
    expect(mails.data).toMatchObject([{ state: "Failed", reason: "unknownAddress" }]);
  });

  test("is tried once", async () => {
    const { org, admin } = await setting();
    await invited(admin, org, refusedAddress());
    world.it.clock.shift += 6 * 3_600_000;
    expect(await world.it.drainJobs()).toEqual([]);
    world.it.clock.shift = 0;
  });

  test("is sent again once the address is corrected, is in the history, and isn't listed as undelivered anymore", async () => {
    const { org, admin } = await setting();
    const { profileId, profileLevelAccessId } = await invited(admin, org, refusedAddress());
    const right = `ana.${++number}@clubs.example`;
    expect((await correct(admin, profileId, right)).status).toBe(200);
    expect(await onPerson(admin, profileLevelAccessId)).toBeNull();
    expect((await listed(admin, org.levels.root)).total).toBe(0);
    expect(await count(admin, org.levels.root)).toBe(0);
    await world.it.drainJobs();
    const [again] = await org.asSystem((call) => newestMails(call, 1));
    expect(again).toMatchObject({ kind: "invitation", to: right, sentAt: expect.any(Date) });
    const { data } = await admin.call(getTimeline, { params: { id: profileLevelAccessId }, query: {} });
    expect(JSON.stringify(data)).toContain("contact");
  });

  test("shows again where the corrected address is refused too", async () => {
    const { org, admin } = await setting();
    const { profileId, profileLevelAccessId } = await invited(admin, org, refusedAddress());
    const wrongAgain = refusedAddress();
    await correct(admin, profileId, wrongAgain);
    await world.it.drainJobs();
    expect(await onPerson(admin, profileLevelAccessId)).toMatchObject({ email: wrongAgain });
    expect((await listed(admin, org.levels.root)).total).toBe(1);
  });

  test("is shown to who sees the member and nobody else; the server's words to who could invite", async () => {
    const { org, admin } = await setting();
    const { profileLevelAccessId: id } = await invited(admin, org, refusedAddress());
    const south = await org.aMember("south", "Club Director");
    const north = await org.aMember("north", "Club Director");
    const coach = await org.aMember("northTeam", "Volunteer");
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await onPerson(north, id))?.reply).toMatch(/^550/);
    expect((await south.ask(getUndelivered, { params: { id } })).status).toBe(403);
    expect((await coach.ask(getUndelivered, { params: { id } })).status).toBe(403);
    expect((await other.ask(getUndelivered, { params: { id } })).status).toBe(404);
    const list = (by: TestPerson) => by.ask(listUndelivered, { params: { id: org.levels.north }, query: {} });
    expect((await list(north)).status).toBe(200);
    expect([(await list(south)).status, (await list(coach)).status, (await list(other)).status]).toEqual([
      403, 403, 404,
    ]);
    expect((await listed(south, org.levels.south)).data).toEqual([]);
  });
});

/** Changes the address of somebody's profile, whatever they log in with. */
const renamed = (org: Organization, { profileId }: TestPerson, email: string) =>
  org.asSystem((call) =>
    call.db
      .update(profile)
      .set({ email })
      .where(and(ours(profile, call), eq(profile.profileId, profileId))),
  );
const write = (org: Organization, { profileId }: TestPerson, to: string) =>
  org.asSystem((call) =>
    sendMail(call, { kind: "confirmEmail", to, profileId, fields: { firstName: "Ana", path: "/confirm/abc" } }),
  );

test("a mail that is taken ends it, and so does another address", async () => {
  const { org, admin } = await setting();
  const coach = await org.aMember("northTeam", "Head Coach");
  const gone = refusedAddress();
  await renamed(org, coach, gone.toUpperCase());
  await write(org, coach, gone);
  await world.it.drainJobs();
  expect(await onPerson(admin, coach.plaId)).toMatchObject({ kind: "confirmEmail", email: gone, hasLogin: true });
  // A mail to another address of theirs doesn't affect this one.
  await write(org, coach, coach.email);
  await world.it.drainJobs();
  expect(await onPerson(admin, coach.plaId)).toMatchObject({ email: gone });
  await renamed(org, coach, coach.email);
  expect(await onPerson(admin, coach.plaId)).toBeNull();
  await renamed(org, coach, gone);
  expect(await onPerson(admin, coach.plaId)).toMatchObject({ email: gone });
  const { adapters, identity, database, clock } = world.it;
  const taking = openWorker({
    ...{ pool: database.pool, identity, now: clock.now, log: { info: () => undefined, error: () => undefined } },
    adapters: { ...adapters, mail: { ...adapters.mail, send: async () => ({ kind: "sent" as const }) } },
  });
  await write(org, coach, gone);
  await taking.drainJobs();
  await taking.stop();
  expect(await onPerson(admin, coach.plaId)).toBeNull();
});

test("a mail that was put off for hours shows once it is given up", async () => {
  const { org, admin } = await setting();
  const email = `ana.${++number}@later.invalid`;
  const { profileLevelAccessId } = await invited(admin, org, email);
  expect(await onPerson(admin, profileLevelAccessId)).toBeNull();
  for (let round = 0; round < 12; round += 1) {
    world.it.clock.shift += 2 * 3_600_000;
    await world.it.drainJobs();
  }
  world.it.clock.shift = 0;
  expect(await onPerson(admin, profileLevelAccessId)).toMatchObject({ reason: "putOff", email });
});

test("a mail about an account that is refused shows with its person, and not what it was about", async () => {
  const { org, admin } = await setting();
  const coach = await org.aMember("northTeam", "Head Coach");
  const email = refusedAddress();
  await renamed(org, coach, email);
  const { adapters, clock, tenancy } = world.it;
  await tenancy.runShared((db) =>
    sendAccountMail(
      { db, now: clock.now(), adapters },
      { kind: "passwordReset", to: email, appUserId: coach.appUserId, fields: { minutes: 30, path: "/reset/abc" } },
    ),
  );
  await world.it.runSchedule("notifications.deliverAccountMail");
  expect(await onPerson(admin, coach.plaId)).toMatchObject({ kind: "account", hasLogin: true });
});

test("the list continues page by page and ends", async () => {
  const { org, admin } = await setting();
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await invited(admin, org, refusedAddress())).profileId);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call(listUndelivered, {
      params: { id: org.levels.root },
      query: { perPage: 2, ...(cursor && { cursor }) },
    });
    seen.push(...page.data.map((one) => one.profileId));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect([...seen].sort()).toEqual([...ids].sort());
  const answer = await admin.ask(listUndelivered, { params: { id: org.levels.root }, query: { cursor: "made-up" } });
  expect(answer.status).toBe(400);
});

describe("the invitation of a guardian who has no profile yet, refused by the mail server", () => {
  /** A parent invites a second guardian for a child, at an address that is rejected. */
  async function refusedGuardian() {
    const family = await aFamilyOrganization(world.it);
    const child = await added(family.parent, family);
    const email = refusedAddress();
    const invitation = await family.parent.call(inviteGuardian, {
      body: { firstName: "Pat", lastName: "Other", email, childProfileIds: [child.profileId] },
    });
    const link = (await world.it.linksTo(email, "/signup")).at(-1) as string;
    await world.it.drainJobs();
    const right = `pat.${++number}@clubs.example`;
    const correctBy = (by: TestPerson, id: string = invitation.guardianInvitationId, to: string = right) =>
      by.ask(correctGuardianInvitation, { params: { id }, body: { email: to } });
    return { ...family, child, email, invitation, link, right, correctBy };
  }

  test("shows on the child's card, on the child's page, in the list and under what needs attention", async () => {
    const { org, admin, parent, child, email, invitation } = await refusedGuardian();
    const undelivered = { reason: "unknownAddress", at: expect.any(String) };
    expect((await cardOf(parent, child.profileId))?.invitation).toMatchObject({ email, undelivered });
    const seen = await admin.call(getMemberFamily, { params: { id: child.profileLevelAccessId } });
    const { guardianInvitationId } = invitation;
    expect(seen.invitations).toMatchObject([{ guardianInvitationId, email, undelivered, mayCorrect: true }]);
    const { data, total } = await listed(admin, org.levels.root);
    expect(total).toBe(1);
    const { profileId, profileLevelAccessId } = child;
    expect(data).toMatchObject([
      {
        ...{ profileId, profileLevelAccessId, email, reason: "unknownAddress", kind: "guardianInvitation" },
        ...{ fullName: "Pat Other", guardianOf: "Noa Little", rowId: invitation.guardianInvitationId, hasLogin: false },
      },
    ]);
    expect([await count(admin, org.levels.north), await count(admin, org.levels.south)]).toEqual([1, 0]);
  });

  test("can be sent to another address by the child's guardian, and its first link stops working", async () => {
    const { org, admin, parent, child, link, right, correctBy } = await refusedGuardian();
    expect((await correctBy(parent)).status).toBe(200);
    await world.it.drainJobs();
    const invitation = (await cardOf(parent, child.profileId))?.invitation;
    expect(invitation).toMatchObject({ email: right, undelivered: null, mine: true, firstName: "Pat" });
    expect((await listed(admin, org.levels.root)).total).toBe(0);
    const token = (await world.it.linksTo(right, "/signup")).at(-1) as string;
    const step = async (one: string) =>
      (await ask(world.it.base, "", getNextStepFromToken, { query: { token: one } })).body;
    expect(await step(link)).toMatchObject({ step: "error" });
    expect(await step(token)).toMatchObject({ step: "full-signup-form", invitation: { children: ["Noa"] } });
    expect((await correctBy(parent, invitation?.guardianInvitationId)).body).toMatchObject({ reason: "delivered" });
  });

  test("goes to another address by an administrator of the child's levels, once, and by nobody else", async () => {
    const { org, admin, parent, child, invitation, right, correctBy } = await refusedGuardian();
    const stranger = await org.aMember("northTeam", "Volunteer");
    const south = await org.aMember("south", "Club Director");
    const manager = await org.aMember("north", "Team Manager");
    const elsewhere = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await correctBy(elsewhere)).status).toBe(404);
    for (const by of [stranger, south, manager]) expect((await correctBy(by)).status).toBe(403);
    const { invitations } = await manager.call(getMemberFamily, { params: { id: child.profileLevelAccessId } });
    expect(invitations).toMatchObject([{ mayCorrect: false }]);
    const answers = await Promise.all([admin, parent, admin].map((by) => correctBy(by)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
    expect((await cardOf(parent, child.profileId))?.invitation).toMatchObject({ email: right, mine: true });
    const again = await parent.ask(revokeGuardianInvitation, { params: { id: invitation.guardianInvitationId } });
    expect(again.status).toBe(409);
  });

  test("is corrected by nobody who guards the child no longer", async () => {
    const { admin, parent, child, invitation, right, correctBy } = await refusedGuardian();
    expect((await correctBy(admin)).status).toBe(200);
    const token = (await world.it.linksTo(right, "/signup")).at(-1) as string;
    const password = "kick off at half past nine";
    expect((await ask(world.it.base, "", registerAccount, { body: { token, password } })).status).toBe(200);
    await parent.call(endOwnGuardianship, { params: { profileId: child.profileId } });
    expect((await correctBy(parent)).status).not.toBe(200);
    expect((await correctBy(parent, invitation.guardianInvitationId)).status).not.toBe(200);
  });
});

test("a row of the members list says whether the person's email is refused", async () => {
  const { org, admin } = await setting();
  const { profileId } = await invited(admin, org, refusedAddress());
  const rows = async () => {
    const { data } = await admin.call(listMembers, { params: { id: org.levels.root }, query: {} });
    return Object.fromEntries(data.map((row) => [row.profileId, row.emailRefused]));
  };
  expect(await rows()).toEqual({ [admin.profileId]: false, [profileId]: true });
  await correct(admin, profileId, `ana.${++number}@clubs.example`);
  expect(await rows()).toEqual({ [admin.profileId]: false, [profileId]: false });
});
