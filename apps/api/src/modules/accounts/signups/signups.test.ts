import { randomUUID } from "node:crypto";
import type { BodyInput } from "@touchline/contract";
import {
  confirmEmail,
  correctOwnEmail,
  getOwnEmail,
  renewConfirmation,
  resendOwnConfirmation,
} from "@touchline/contract/accounts/accounts";
import { createSignupUrl, listSignupUrls, revokeSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { getNextStepFromToken, registerAccount } from "@touchline/contract/joining/invitations";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { listProfiles } from "@touchline/contract/people/profiles";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
const passphrase = "kick off at half past nine";
const day = 86_400_000;

let people = 0;
const anAddress = () => `walks.up.${++people}@example.org`;
const tokenOf = (path: string) => new URL(path, "http://any").searchParams.get("token") as string;

type Bounds = Pick<BodyInput<typeof createSignupUrl>, "endsOn" | "maxUses">;
const aUrl = (
  by: TestPerson,
  org: Organization,
  bounds: Bounds = {},
  at: LevelKey = "northTeam",
  label: LabelName = "Head Coach",
) => by.call(createSignupUrl, { body: { levelId: org.levels[at], labelId: org.labelIds[label], ...bounds } });

const step = (token: string, bearer: string | null = null) =>
  ask(world.it.base, bearer, getNextStepFromToken, { query: { token } });
type Registering = Partial<BodyInput<typeof registerAccount>>;
const signUp = (token: string, email: string, more: Registering = {}) =>
  ask(world.it.base, null, registerAccount, {
    body: { token, email, attempt: randomUUID(), password: passphrase, firstName: "Wanda", lastName: "Up", ...more },
  });
const joinAs = (bearer: string, token: string, more: Registering = {}) =>
  ask(world.it.base, bearer, registerAccount, { body: { token, ...more } });
const confirm = (token: string) => ask(world.it.base, null, confirmEmail, { body: { token, password: passphrase } });
const confirmLinks = (email: string) => world.it.linksTo(email, "/confirm-email");
const joinLinks = (email: string) => world.it.linksTo(email, "/signup");

async function setting(bounds: Bounds = {}) {
  const org = await world.it.anOrganization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const url = await aUrl(director, org, bounds);
  const members = async () => {
    const { data } = await director.call(listMembers, {
      params: { id: org.levels.north },
      query: { labels: [org.labelIds["Head Coach"]] },
    });
    return data.map(({ fullName, overallStatus, email, profileId, profileLevelAccessId }) => ({
      fullName,
      overallStatus,
      email,
      profileId,
      profileLevelAccessId,
    }));
  };
  return { org, director, url, token: tokenOf(url.path), members };
}

/** Somebody with an account of their own elsewhere. */
async function someoneElsewhere() {
  const other = await world.it.anOrganization("Another League");
  const coach = await other.aMember("southClub", "Volunteer");
  return { ...coach, bearer: await world.it.signIn(coach.email) };
}

describe("a sign-up URL", () => {
  test("is created by people who may add members there, for a label without a role, and is listed with those of the levels below", async () => {
    const { org, director, url } = await setting({ maxUses: 5 });
    expect(url).toMatchObject({ levelName: "northTeam", labelName: "Head Coach", state: "open", uses: 0, maxUses: 5 });
    const query = { perPage: 10 };
    const below = await director.call(listSignupUrls, { params: { id: org.levels.northClub }, query });
    expect(below.data.map((one) => one.path)).toEqual([url.path]);
    expect(below.pagination.totalRecords).toBe(1);
    const apart = await director.ask(listSignupUrls, { params: { id: org.levels.south }, query });
    expect(apart.status).toBe(403);
    const coach = await org.aMember("northTeam", "Head Coach");
    expect((await coach.ask(listSignupUrls, { params: { id: org.levels.northTeam }, query })).status).toBe(403);
    const body = { levelId: org.levels.northTeam, labelId: org.labelIds["Team Manager"] };
    expect(await director.ask(createSignupUrl, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "labelId" }] },
    });
    const past = { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, endsOn: "2020-01-01" };
    expect(await director.ask(createSignupUrl, { body: past })).toMatchObject({
      body: { errors: [{ path: "endsOn" }] },
    });
  });

  test("does not exist for another organization, and its token lies nowhere readable", async () => {
    const { url, token } = await setting();
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await stranger.ask(revokeSignupUrl, { params: { id: url.signupUrlId } })).status).toBe(404);
    const { rows } = await world.it.database.pool.query("SELECT signup_url_token::text AS text FROM signup_url_token");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.text.includes(token))).toBe(false);
    expect(world.it.logs.some((line) => line.includes(token))).toBe(false);
  });

  test("asks for an address first, and says who invites to what", async () => {
    const { token } = await setting();
    const { body, headers } = await step(token);
    expect(body).toEqual({
      mode: "signup-url",
      step: "ask-for-email",
      problem: null,
      renewable: false,
      invitation: null,
      signup: {
        organizationName: "Rainier Youth Soccer",
        organizationPhoto: null,
        levelName: "northTeam",
        labelName: "Head Coach",
        invitedBy: expect.stringContaining("Club-Director"),
        endsAt: null,
      },
    });
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("that is revoked, has ended or is full says so, lets nobody in, and names nothing", async () => {
    const revoked = await setting();
    await revoked.director.call(revokeSignupUrl, { params: { id: revoked.url.signupUrlId } });
    await revoked.director.call(revokeSignupUrl, { params: { id: revoked.url.signupUrlId } });
    const full = await setting({ maxUses: 1 });
    expect((await signUp(full.token, anAddress())).status).toBe(200);
    for (const [token, problem] of [
      [revoked.token, "revoked"],
      [full.token, "full"],
      ["made up", "unknown"],
    ] as const) {
      expect((await step(token)).body).toMatchObject({ step: "error", problem, signup: null });
      expect(await signUp(token, anAddress())).toMatchObject({ status: 409, body: { reason: problem } });
    }
    const { bearer } = await someoneElsewhere();
    expect(await joinAs(bearer, revoked.token, { firstName: "A", lastName: "B" })).toMatchObject({ status: 409 });
  });

  test("works through its last day in the organization's own time", async () => {
    const { token, url } = await setting({
      endsOn: new Date(world.it.clock.now().getTime() + 2 * day).toISOString().slice(0, 10),
    });
    const shift = new Date(url.endsAt as string).getTime() - Date.now();
    try {
      world.it.clock.shift = shift - 60_000;
      expect((await step(token)).body).toMatchObject({ step: "ask-for-email" });
      world.it.clock.shift = shift + 1000;
      expect((await step(token)).body).toMatchObject({ step: "error", problem: "ended" });
      expect(await signUp(token, anAddress())).toMatchObject({ status: 409, body: { reason: "ended" } });
    } finally {
      world.it.clock.shift = 0;
    }
  });
});

describe("somebody new", () => {
  test("joins at once, sees what is owed, and is confirmed by the mailed link", async () => {
    const { org, token, members } = await setting();
    await org.aDocument(await org.aMember("root", "Administrator"));
    const email = anAddress();
    const { status, body } = await signUp(token, email);
    expect({ status, body }).toMatchObject({ status: 200, body: { email, alreadyMember: false } });
    const [member] = await members();
    expect(member).toMatchObject({ fullName: "Wanda Up", overallStatus: "NotConfirmed", email });
    const bearer = await world.it.signIn(body.signInName as string, passphrase);
    const owed = await ask(world.it.base, bearer, listRequirements, {
      params: { plaId: member?.profileLevelAccessId ?? "" },
    });
    expect(owed.body.requirements).toHaveLength(1);
    expect((await ask(world.it.base, bearer, getOwnEmail)).body).toEqual({ email, confirmed: false });
    expect((await step(token, bearer)).body).toMatchObject({ step: "need-to-confirm-email" });

    const [link] = await confirmLinks(email);
    expect((await confirm(link as string)).status).toBe(204);
    expect(await members()).toMatchObject([{ overallStatus: "Incomplete" }]);
    expect((await ask(world.it.base, bearer, getOwnEmail)).body).toEqual({ email, confirmed: true });
    const again = await world.it.signIn(email.toUpperCase(), passphrase);
    const mine = await ask(world.it.base, again, listProfiles, { query: { AppUserId: body.appUserId } });
    expect(mine.body).toMatchObject([{ profileId: body.profileId }]);
    expect((await step(token, again)).body).toMatchObject({ step: "login" });
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "used" } });
  });

  test("gets the same answer whether or not the address has an account, and its owner is emailed", async () => {
    const { token } = await setting();
    const owner = await someoneElsewhere();
    const fresh = anAddress();
    const answers = [await signUp(token, owner.email), await signUp(token, fresh)];
    const seen = answers.map(({ status, body, headers }) => ({
      status,
      fields: Object.entries(body).map(([name, value]) => [name, typeof value]),
      headers: [...headers.keys()].filter((name) => name !== "date" && name !== "content-length").sort(),
    }));
    expect(seen[0]).toEqual(seen[1]);
    expect(await joinLinks(owner.email)).toEqual([token]);
    expect(await confirmLinks(owner.email)).toEqual([]);
    expect(await confirmLinks(fresh)).toHaveLength(1);
    expect(await joinLinks(fresh)).toEqual([]);
    // Neither can sign in by the address yet, both by what they were given, and both ask for the mail again as often.
    for (const [index, email] of [owner.email, fresh].entries()) {
      await expect(world.it.signIn(email, passphrase)).rejects.toThrow("sign-in failed");
      const bearer = await world.it.signIn(answers[index]?.body.signInName as string, passphrase);
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) {
        statuses.push((await ask(world.it.base, bearer, resendOwnConfirmation)).status);
        await world.it.backgroundWork.settled();
      }
      expect(statuses).toEqual([204, 204, 429, 429]);
    }
    expect(await world.it.signIn(owner.email)).toBeTruthy();
  });

  test("who sends the same attempt from many clients at once is one person with one membership", async () => {
    const { token, members, director, org } = await setting();
    const email = anAddress();
    const attempt = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(token, email, { attempt })));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.appUserId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.body.alreadyMember)).toHaveLength(1);
    expect(await members()).toHaveLength(1);
    const { data } = await director.call(listSignupUrls, {
      params: { id: org.levels.north },
      query: {},
    });
    expect(data).toMatchObject([{ uses: 1 }]);
    expect(await confirmLinks(email)).toHaveLength(1);
  });

  test("of many at once no more join than there is room for", async () => {
    const { token, members } = await setting({ maxUses: 3 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(token, anAddress())));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(9);
    expect(await members()).toHaveLength(3);
  });

  test("who tries one address again and again is told how long to wait", async () => {
    const { token } = await setting();
    const email = anAddress();
    for (let n = 0; n < 5; n++) expect((await signUp(token, email)).status).toBe(200);
    const refused = await signUp(token, email.toUpperCase());
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringMatching(/minutes/) } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
  });

  test("is refused a password that anybody would guess, and may try again", async () => {
    const { token, members } = await setting();
    const email = anAddress();
    const attempt = randomUUID();
    expect(await signUp(token, email, { attempt, password: "password123" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "password" }] },
    });
    expect(await members()).toEqual([]);
    expect((await signUp(token, email, { attempt })).status).toBe(200);
    expect(await members()).toHaveLength(1);
  });

  test("signs up a child, and is its guardian", async () => {
    const { token, members } = await setting();
    const email = anAddress();
    const child = { firstName: "Mina", lastName: "Up", dateOfBirth: "2016-03-01" };
    expect(await signUp(token, email, { child: { ...child, dateOfBirth: "1990-03-01" } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "child.dateOfBirth" }] },
    });
    const { body } = await signUp(token, email, { child });
    expect(await members()).toMatchObject([{ fullName: "Mina Up", overallStatus: "NotConfirmed", email: null }]);
    const bearer = await world.it.signIn(body.signInName as string, passphrase);
    const people = await ask(world.it.base, bearer, listProfiles, { query: { AppUserId: body.appUserId } });
    expect(people.body).toMatchObject([{ firstName: "Wanda" }, { firstName: "Mina", guarded: true }]);
    expect((await joinAs(bearer, token, { child })).body.alreadyMember).toBe(true);
    await confirm((await confirmLinks(email))[0] as string);
    expect(await members()).toMatchObject([{ overallStatus: "NoRequirements" }]);
  });
});

describe("an address that is not confirmed yet", () => {
  test("may be corrected once it turns out mistyped; the link sent to the first one is void", async () => {
    const { token, members } = await setting();
    const [mistyped, right] = [anAddress(), anAddress()];
    const { body } = await signUp(token, mistyped);
    const bearer = await world.it.signIn(body.signInName as string, passphrase);
    const [old] = await confirmLinks(mistyped);
    expect((await ask(world.it.base, bearer, correctOwnEmail, { body: { email: right } })).status).toBe(204);
    expect(await confirm(old as string)).toMatchObject({ status: 409, body: { reason: "used" } });
    expect(await members()).toMatchObject([{ email: right, overallStatus: "NotConfirmed" }]);
    expect((await confirm((await confirmLinks(right))[0] as string)).status).toBe(204);
    expect(await members()).toMatchObject([{ overallStatus: "NoRequirements" }]);
    const late = await ask(world.it.base, bearer, correctOwnEmail, { body: { email: mistyped } });
    expect(late).toMatchObject({ status: 409, body: { reason: "confirmed" } });
  });

  test("gets a new link in place of one that is void", async () => {
    const { token } = await setting();
    const email = anAddress();
    await signUp(token, email);
    const [first] = await confirmLinks(email);
    await world.it.identityPool.query(
      "UPDATE identity.mailed_token SET used_at = now() WHERE sub = (SELECT sub FROM identity.account WHERE email = $1)",
      [email],
    );
    expect((await confirm(first as string)).status).toBe(409);
    for (const link of [first as string, "made up"]) {
      expect((await ask(world.it.base, null, renewConfirmation, { body: { token: link } })).status).toBe(204);
    }
    const links = await confirmLinks(email);
    expect(links).toHaveLength(2);
    expect((await confirm(links[1] as string)).status).toBe(204);
  });

  test("belongs to the account that confirms it first; the other person is told to log in with that account", async () => {
    const { token } = await setting();
    const email = anAddress();
    await signUp(token, email);
    await signUp(token, email);
    const [one, two] = await confirmLinks(email);
    expect((await confirm(one as string)).status).toBe(204);
    expect(await confirm(two as string)).toMatchObject({ status: 409, body: { reason: "taken" } });
  });
});

describe("an address that somebody else signed up with", () => {
  const open = (token: string, more: object = {}, bearer: string | null = null) =>
    ask(world.it.base, bearer, confirmEmail, { body: { token, ...more } });
  const signedIn = (name: string, secret: string) =>
    world.it.identity.token({ grant_type: "password", username: name, password: secret });

  test("is confirmed with a new password by the owner of the mailbox; the stranger's is worth nothing from then on", async () => {
    const { token } = await setting();
    const email = anAddress();
    const { body } = await signUp(token, email);
    const stranger = await world.it.signIn(body.signInName as string, passphrase);
    const nextSecond = (Math.floor(Date.now() / 1_000) + 1) * 1_000;
    const [link] = await confirmLinks(email);
    const other = await someoneElsewhere();
    for (const bearer of [null, other.bearer]) {
      expect(await open(link as string, {}, bearer)).toMatchObject({ status: 409, body: { reason: "whose" } });
    }
    const guess = await open(link as string, { password: "is it this one?" });
    expect(guess).toMatchObject({ status: 400, body: { errors: [{ path: "password" }] } });
    const weak = await open(link as string, { newPassword: "password" });
    expect(weak).toMatchObject({ status: 400, body: { errors: [{ path: "newPassword" }] } });
    expect((await ask(world.it.base, stranger, getOwnEmail)).body).toEqual({ email, confirmed: false });
    // Tokens are dated by the second, and one of the second in which all ended may be the next sign-in's.
    await expect.poll(() => Date.now() >= nextSecond, { timeout: 2_000, interval: 20 }).toBe(true);
    expect((await open(link as string, { newPassword: "the goalkeeper wears green" })).status).toBe(204);
    expect((await ask(world.it.base, stranger, getOwnEmail)).status).toBe(401);
    expect((await signedIn(email, passphrase)).status).toBe(400);
    const hers = await world.it.signIn(email, "the goalkeeper wears green");
    expect((await ask(world.it.base, hers, getOwnEmail)).body).toEqual({ email, confirmed: true });
  });

  test("is confirmed in one step where its owner is signed in to that very account", async () => {
    const { token } = await setting();
    const email = anAddress();
    const { body } = await signUp(token, email);
    const bearer = await world.it.signIn(body.signInName as string, passphrase);
    const [link] = await confirmLinks(email);
    expect((await open(link as string, {}, bearer)).status).toBe(204);
    expect((await ask(world.it.base, bearer, getOwnEmail)).body).toEqual({ email, confirmed: true });
  });

  test("keeps its password where it is confirmed already: a new one is for who asks for a reset", async () => {
    const { token } = await setting();
    const email = anAddress();
    await signUp(token, email);
    const [link] = await confirmLinks(email);
    const client = new pg.Client({ connectionString: world.it.adminUrl });
    await client.connect();
    await client.query("UPDATE identity.account SET email_confirmed_at = now() WHERE email = $1", [email]);
    await client.end();
    expect((await open(link as string, { newPassword: "the goalkeeper wears green" })).status).not.toBe(204);
    expect((await signedIn(email, "the goalkeeper wears green")).status).toBe(400);
  });

  test("is not guessed: the link stays, the guesses end", async () => {
    const { token } = await setting();
    const email = anAddress();
    await signUp(token, email);
    const [link] = await confirmLinks(email);
    const guesses = [];
    for (let n = 0; n < 11; n++) guesses.push(await open(link as string, { password: `guess number ${n}` }));
    expect(guesses.at(-1)).toMatchObject({ status: 429 });
    expect((await open(link as string, { newPassword: "the goalkeeper wears green" })).status).toBe(204);
  });
});

describe("an account that nobody confirmed", () => {
  /** As the owner of the tables: the application cannot say when an account was made. */
  async function since(email: string, days: number) {
    const client = new pg.Client({ connectionString: world.it.adminUrl });
    await client.connect();
    await client.query("UPDATE identity.account SET created_at = now() - make_interval(days => $2) WHERE email = $1", [
      email,
      days,
    ]);
    await client.end();
  }
  const waits = async (email: string) => {
    const { rowCount } = await world.it.identityPool.query("SELECT FROM identity.account WHERE email = $1", [email]);
    return rowCount === 1;
  };

  test("is removed after thirty days, once nobody is signed in to it; the person it joined as stays with the organization", async () => {
    const { token, members } = await setting();
    const [signedIn, left, young, done] = [anAddress(), anAddress(), anAddress(), anAddress()];
    for (const email of [signedIn, left, young, done]) await signUp(token, email);
    const [link] = await confirmLinks(left);
    await confirm((await confirmLinks(done))[0] as string);
    for (const email of [signedIn, left, done]) await since(email, 31);
    await since(young, 29);
    await world.it.identityPool.query(
      "DELETE FROM identity.payload USING identity.account WHERE account_id = sub AND email = ANY($1)",
      [[left, young, done]],
    );
    const { rows } = await world.it.identityPool.query("SELECT sub FROM identity.account WHERE email = $1", [signedIn]);
    await world.it.identityPool.query(
      `INSERT INTO identity.payload (model, id, payload, account_id, expires_at)
       VALUES ('RefreshToken', $1, '{}', $2, now() + interval '1 day')`,
      [Buffer.from(signedIn), rows[0]?.sub],
    );
    await world.it.runSchedule("accounts.removeWaiting");
    expect([await waits(signedIn), await waits(left), await waits(young), await waits(done)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect((await members()).map((one) => one.email)).toEqual(expect.arrayContaining([signedIn, left, young, done]));
    const { rows: accounts } = await world.it.identityPool.query<{ sub: string; email: string }>(
      "SELECT sub, email FROM identity.account WHERE email = ANY($1)",
      [[signedIn, left, young, done]],
    );
    const { rows: owners } = await world.it.database.pool.query<{ sub: string }>(
      "SELECT app_user_id AS sub FROM profile_directory WHERE app_user_id = ANY($1)",
      [accounts.map((one) => one.sub)],
    );
    const held = accounts.filter(({ sub }) => owners.some((owner) => owner.sub === sub));
    expect(held.map((one) => one.email).sort()).toEqual([signedIn, young, done].sort());
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "unknown" } });
    await world.it.runSchedule("accounts.removeWaiting");
  });

  test("can't be confirmed once it was given up, even if the removal was interrupted, and the next run continues it", async () => {
    const { token } = await setting();
    const email = anAddress();
    await signUp(token, email);
    await since(email, 31);
    const [link] = await confirmLinks(email);
    const abandoned = await world.it.identity.giveUpWaiting();
    expect(abandoned).toHaveLength(1);
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "expired" } });
    await world.it.runSchedule("accounts.removeWaiting");
    expect(await waits(email)).toBe(false);
  });
});

describe("somebody with an account", () => {
  test("joins by signing in, keeps the profile of the organization, and once only", async () => {
    const { org, director, token, members } = await setting();
    const coach = await org.aMember("southClub", "Volunteer");
    const bearer = await world.it.signIn(coach.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => joinAs(bearer, token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.filter((answer) => !answer.body.alreadyMember)).toHaveLength(1);
    expect(await members()).toMatchObject([{ profileId: coach.profileId, overallStatus: "NoRequirements" }]);
    const { data } = await director.call(listSignupUrls, { params: { id: org.levels.north }, query: {} });
    expect(data).toMatchObject([{ uses: 1 }]);
  });

  test("from another organization gets one profile here, however many clients join at once", async () => {
    const { token, members } = await setting();
    const coach = await someoneElsewhere();
    expect(await joinAs(coach.bearer, token)).toMatchObject({ status: 400, body: { errors: [{ path: "firstName" }] } });
    const names = { firstName: "Vera", lastName: "Visitor" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => joinAs(coach.bearer, token, names)));
    expect(new Set(answers.map((answer) => answer.body.profileId)).size).toBe(1);
    expect(await members()).toMatchObject([{ fullName: "Vera Visitor", overallStatus: "NoRequirements" }]);
  });

  test("who signed up as new by mistake joins with the account, and the claim nobody could confirm goes", async () => {
    const { token, members } = await setting();
    const coach = await someoneElsewhere();
    await signUp(token, coach.email);
    expect(await members()).toMatchObject([{ overallStatus: "NotConfirmed" }]);
    expect((await joinAs(coach.bearer, token, { firstName: "Vera", lastName: "Visitor" })).status).toBe(200);
    expect(await members()).toMatchObject([{ fullName: "Vera Visitor", overallStatus: "NoRequirements" }]);
  });
});
