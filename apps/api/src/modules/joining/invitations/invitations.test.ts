import type { ResponseOf } from "@touchline/contract";
import {
  getActivation,
  getNextStepFromToken,
  registerAccount,
  renewInvitation,
  resendActivation,
} from "@touchline/contract/joining/invitations";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { addMember, deleteMembership, listProfiles } from "@touchline/contract/people/profiles";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { profile } from "../../../schema/people.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { addGuardian } from "../families/actions/guardians.ts";
import { invite } from "./actions/invite.ts";

const world = aWorld();
const passphrase = "kick off at half past nine";
const day = 86_400_000;

let people = 0;
const anAddress = () => `invited.${++people}@example.org`;

/** Adds somebody with an address, as an administrator does. */
const added = (by: TestPerson, org: Organization, email: string | null, at: LevelKey = "northTeam") =>
  by.call(addMember, {
    body: {
      levelId: org.levels[at],
      labelId: org.labelIds["Head Coach"],
      person: { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: null },
    },
  });

const step = (token: string) => ask(world.it.base, null, getNextStepFromToken, { query: { token } });
const register = (token: string, more: { password?: string; firstName?: string; lastName?: string } = {}) =>
  ask(world.it.base, null, registerAccount, { body: { token, password: passphrase, ...more } });
const registerAs = (bearer: string, token: string) => ask(world.it.base, bearer, registerAccount, { body: { token } });
/** The tokens of the links mailed to an address, the latest last. */
const mailedTo = (email: string) => world.it.linksTo(email, "/signup");
const linkTo = async (email: string) => (await mailedTo(email)).at(-1) as string;

async function statusOf(by: TestPerson, plaId: string): Promise<ResponseOf<typeof listRequirements>["overallStatus"]> {
  return (await by.call(listRequirements, { params: { plaId } })).overallStatus;
}

async function setting() {
  const org = await world.it.anOrganization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  return { org, admin };
}

describe("an invitation", () => {
  test("is mailed when a person with an address is added, and tells who invites to what", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const { profileLevelAccessId } = await added(admin, org, email);
    expect(await statusOf(admin, profileLevelAccessId)).toBe("NotActivated");
    const { body, headers } = await step(await linkTo(email));
    expect(body).toEqual({
      mode: "invitation",
      step: "full-signup-form",
      problem: null,
      renewable: false,
      invitation: {
        organizationName: "Rainier Youth Soccer",
        organizationPhoto: null,
        invitedBy: expect.stringContaining("Administrator"),
        firstName: "Ana",
        lastName: "Núñez",
        email,
        memberships: [{ labelName: "Head Coach", levelName: "northTeam" }],
        children: [],
        expiresAt: expect.any(String),
      },
      signup: null,
    });
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("becomes an account with a password: the person is activated, signs in, and sees what is owed", async () => {
    const { org, admin } = await setting();
    await org.aDocument(admin);
    const email = anAddress();
    const { profileId, profileLevelAccessId } = await added(admin, org, email);
    const taken = await register(await linkTo(email), { firstName: "Anna" });
    expect(taken).toMatchObject({ status: 200, body: { profileId, email } });
    expect(await statusOf(admin, profileLevelAccessId)).toBe("Incomplete");
    const token = await world.it.signIn(email, passphrase);
    const mine = await ask(world.it.base, token, listProfiles, { query: { AppUserId: taken.body.appUserId } });
    expect(mine.body).toMatchObject([{ profileId, firstName: "Anna", lastName: "Núñez" }]);
    const owed = await ask(world.it.base, token, listRequirements, { params: { plaId: profileLevelAccessId } });
    expect(owed.body.requirements).toHaveLength(1);
    const query = { search: "anna" };
    const found = await admin.call(listMembers, { params: { id: org.levels.root }, query });
    expect(found.data.map((one) => one.profileId)).toEqual([profileId]);
  });

  test("is not sent to whom has no address, nor twice while the first is good", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const { profileId } = await added(admin, org, email);
    await admin.call(addMember, {
      body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId },
    });
    expect(await mailedTo(email)).toHaveLength(1);
    const { body } = await step(await linkTo(email));
    expect(body.invitation?.memberships).toHaveLength(2);
    const child = await added(admin, org, null);
    const outcomes = await org.asSystem((call) => invite(call, [child.profileId, profileId]));
    expect(Object.fromEntries(outcomes)).toEqual({ [child.profileId]: "noEmail", [profileId]: "invited" });
  });

  test("with a password that anybody would guess is refused, and stays good", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await added(admin, org, email);
    const token = await linkTo(email);
    const refused = await register(token, { password: "password123" });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "password" }] } });
    expect(await register(token, { password: "" })).toMatchObject({ status: 400 });
    expect((await register(token)).status).toBe(200);
  });

  test("works once, however many try at once", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await added(admin, org, email);
    const token = await linkTo(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
    expect((await step(token)).body).toMatchObject({ step: "error", problem: "accepted", invitation: null });
    expect((await register(token)).body).toMatchObject({ code: "conflict", reason: "accepted" });
  });

  test("works once, however many accounts want it at once", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const { profileId } = await added(admin, org, email);
    const token = await linkTo(email);
    const takers = await Promise.all(Array.from({ length: 4 }, () => org.aMember("south", "Volunteer")));
    const bearers = await Promise.all(takers.map((one) => world.it.signIn(one.email)));
    const answers = await Promise.all(
      bearers.flatMap((bearer) => Array.from({ length: 5 }, () => registerAs(bearer, token))),
    );
    const [winner, ...others] = answers.filter((answer) => answer.status === 200);
    expect(others).toEqual([]);
    const { rows } = await world.it.database.pool.query(
      "SELECT app_user_id FROM profile_directory WHERE profile_id = $1",
      [profileId],
    );
    expect(rows).toEqual([{ app_user_id: winner?.body.appUserId }]);
  });

  test("runs out after 14 days; its holder asks for a new link, which goes to the same address", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await added(admin, org, email);
    const first = await linkTo(email);
    world.it.clock.shift = 14 * day + 1000;
    try {
      expect((await step(first)).body).toMatchObject({ step: "error", problem: "expired", renewable: true });
      expect((await register(first)).body).toMatchObject({ reason: "expired" });
      for (let n = 0; n < 3; n++) {
        expect((await ask(world.it.base, null, renewInvitation, { body: { token: first } })).status).toBe(204);
      }
      expect(await mailedTo(email)).toHaveLength(2);
      expect((await step(await linkTo(email))).body.step).toBe("full-signup-form");
    } finally {
      world.it.clock.shift = 0;
    }
  });

  test("says for thirty days that it ran out, and is forgotten after that", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await added(admin, org, email);
    const token = await linkTo(email);
    try {
      world.it.clock.shift = 43 * day;
      await world.it.runSchedule("invitations.forgetTokens");
      expect((await step(token)).body).toMatchObject({ step: "error", problem: "expired" });
      world.it.clock.shift = 45 * day;
      await world.it.runSchedule("invitations.forgetTokens");
      expect((await step(token)).body).toMatchObject({ step: "error", problem: "unknown" });
    } finally {
      world.it.clock.shift = 0;
    }
  });

  test("is void once the person's address is another", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const { profileId } = await added(admin, org, email);
    const token = await linkTo(email);
    await org.asSystem(({ db }) =>
      db
        .update(profile)
        .set({ email: anAddress() })
        .where(and(eq(profile.organizationId, org.organizationId), eq(profile.profileId, profileId))),
    );
    expect((await step(token)).body).toMatchObject({ step: "error", problem: "superseded", invitation: null });
    expect((await register(token)).status).toBe(409);
  });

  test("ends when the person leaves", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const { profileLevelAccessId } = await added(admin, org, email);
    const token = await linkTo(email);
    await admin.call(deleteMembership, { params: { id: profileLevelAccessId } });
    expect((await step(token)).body).toMatchObject({ step: "error", problem: "left", renewable: false });
    expect((await register(token)).body).toMatchObject({ reason: "left" });
    await ask(world.it.base, null, renewInvitation, { body: { token } });
    expect(await mailedTo(email)).toHaveLength(1);
  });

  test("is not guessed, and its token is kept nowhere", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await added(admin, org, email);
    const token = await linkTo(email);
    for (const guess of ["x", token.slice(0, -1), `${token}A`, token.toUpperCase()]) {
      expect((await step(guess)).body).toMatchObject({ step: "error", problem: "unknown", invitation: null });
      expect(await register(guess)).toMatchObject({ status: 409, body: { reason: "unknown" } });
      expect((await ask(world.it.base, null, renewInvitation, { body: { token: guess } })).status).toBe(204);
    }
    const { rows } = await world.it.database.pool.query(
      "SELECT encode(token_hash, 'escape') AS kept FROM invitation_token",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ kept }) => kept.includes(token))).toBe(false);
  });
});

describe("an address that has an account", () => {
  test("is asked to log in, and gets a second organization under the one account", async () => {
    const { org, admin } = await setting();
    const coach = await org.aMember("northTeam", "Head Coach");
    const other = await world.it.anOrganization("Another League");
    const elsewhere = await other.aMember("root", "Administrator");
    const { profileId } = await added(elsewhere, other, coach.email.toUpperCase());
    const token = await linkTo(coach.email.toUpperCase());
    expect((await step(token)).body.step).toBe("login");
    expect(await register(token)).toMatchObject({ status: 409, body: { reason: "accountExists" } });
    const bearer = await world.it.signIn(coach.email);
    expect(await registerAs(bearer, token)).toMatchObject({ status: 200, body: { appUserId: coach.appUserId } });
    const mine = await ask(world.it.base, bearer, listProfiles, { query: { AppUserId: coach.appUserId } });
    expect(mine.body.map((one) => one.organizationName).sort()).toEqual(["Another League", "Rainier Youth Soccer"]);
    expect(mine.body.map((one) => one.profileId)).toContain(profileId);
    expect(await statusOf(admin, coach.plaId)).toBe("NoRequirements");
  });

  test("that is not confirmed has to be, before anything is taken up with it", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await world.it.accounts.create({ email, password: passphrase, emailConfirmed: false });
    const { profileLevelAccessId } = await added(admin, org, email);
    const token = await linkTo(email);
    expect((await step(token)).body.step).toBe("need-to-confirm-email");
    const bearer = await world.it.signIn(email, passphrase);
    expect(await registerAs(bearer, token)).toMatchObject({ status: 409, body: { reason: "needToConfirmEmail" } });
    expect(await statusOf(admin, profileLevelAccessId)).toBe("NotActivated");
  });

  test("with a token that is not good, is not taken for nobody", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    await added(admin, org, email);
    const answer = await ask(world.it.base, "forged", registerAccount, {
      body: { token: await linkTo(email), password: passphrase },
    });
    expect(answer.status).toBe(401);
    expect((await step(await linkTo(email))).body.step).toBe("full-signup-form");
  });
});

test("a child without a login is activated with the guardian who is invited", async () => {
  const { org, admin } = await setting();
  const email = anAddress();
  const guardian = await added(admin, org, email);
  const child = await org.asSystem(async (call) => {
    const born = `${new Date().getFullYear() - 9}-06-01`;
    const profileId = await createProfile(
      call,
      { firstName: "Noa", lastName: "Núñez", email: null, dateOfBirth: born },
      null,
    );
    await addGuardianOf(call, profileId);
    return profileId;
    async function addGuardianOf(within: typeof call, childProfileId: string) {
      await addGuardian(within, { guardianProfileId: guardian.profileId, childProfileId });
    }
  });
  const { profileLevelAccessId } = await admin.call(addMember, {
    body: { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, profileId: child },
  });
  expect(await statusOf(admin, profileLevelAccessId)).toBe("NotActivated");
  const token = await linkTo(email);
  expect((await step(token)).body.invitation?.children).toEqual(["Noa"]);
  await register(token);
  expect(await statusOf(admin, profileLevelAccessId)).toBe("NoRequirements");
});

describe("sending an invitation again", () => {
  const resend = (by: TestPerson, ...profileLevelAccessIds: string[]) =>
    by.ask(resendActivation, { body: { profileLevelAccessIds } });

  test("replaces the link sent before, and not within the same minute", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const { profileLevelAccessId: pla } = await added(admin, org, email);
    const first = await linkTo(email);
    expect((await resend(admin, pla)).body.results).toEqual([{ profileLevelAccessId: pla, outcome: "justSent" }]);
    world.it.clock.shift = 61_000;
    try {
      expect((await resend(admin, pla)).body.results).toEqual([{ profileLevelAccessId: pla, outcome: "sent" }]);
    } finally {
      world.it.clock.shift = 0;
    }
    expect(await mailedTo(email)).toHaveLength(2);
    expect((await step(first)).body).toMatchObject({ step: "error", problem: "superseded", renewable: true });
    expect((await register(first)).body).toMatchObject({ reason: "superseded" });
    expect((await register(await linkTo(email))).status).toBe(200);
    expect((await resend(admin, pla)).body.results).toEqual([{ profileLevelAccessId: pla, outcome: "activated" }]);
    const activation = await admin.call(getActivation, { params: { id: pla } });
    expect(activation).toMatchObject({ sentTo: email, acceptedAt: expect.any(String) });
  });

  test("is for those who may add members there, and for their own organization", async () => {
    const { org, admin } = await setting();
    const { profileLevelAccessId: pla } = await added(admin, org, anAddress(), "southClub");
    const manager = await org.aMember("north", "Team Manager");
    const coach = await org.aMember("southClub", "Head Coach");
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await resend(manager, pla)).body).toMatchObject({ status: 403, reason: "outOfReach" });
    expect((await resend(coach, pla)).body).toMatchObject({ status: 403, reason: "role" });
    expect((await resend(stranger, pla)).status).toBe(404);
    expect((await stranger.ask(getActivation, { params: { id: pla } })).status).toBe(404);
    const near = await org.aMember("south", "Team Manager");
    expect((await resend(near, pla)).status).toBe(200);
  });

  test("all or nothing: one who is out of reach stops all", async () => {
    const { org, admin } = await setting();
    const email = anAddress();
    const near = await added(admin, org, email, "northTeam");
    const far = await added(admin, org, anAddress(), "southClub");
    const manager = await org.aMember("north", "Team Manager");
    world.it.clock.shift = 61_000;
    try {
      expect((await resend(manager, near.profileLevelAccessId, far.profileLevelAccessId)).status).toBe(403);
    } finally {
      world.it.clock.shift = 0;
    }
    expect(await mailedTo(email)).toHaveLength(1);
  });
});

test("inviting a hundred people takes as many statements as inviting one", async () => {
  const { org } = await setting();
  const counted = async (count: number) => {
    const ids = await org.asSystem(async (call) => {
      const made = [];
      for (let n = 0; n < count; n++) {
        const person = { firstName: "Ana", lastName: `No. ${n}`, email: anAddress(), dateOfBirth: null };
        made.push(await createProfile(call, person, null));
      }
      return made;
    });
    return world.it.statementsOf(async () => {
      const outcomes = await org.asSystem((call) => invite(call, ids));
      expect([...outcomes.values()].filter((outcome) => outcome === "sent")).toHaveLength(count);
    });
  };
  expect(await counted(100)).toBe(await counted(1));
});
