import {
  checkPasswordLink,
  confirmEmail,
  forgotPassword,
  resetPassword,
  sendEmailConfirmation,
} from "@touchline/contract/accounts/accounts";
import { setActiveUserSession } from "@touchline/contract/accounts/session";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, password } from "../../../../test/world.ts";
import { lockPeople } from "../../compliance/standing/actions/lock-people.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { confirmProfile, createProfile } from "../../people/profiles/actions/people.ts";

const world = aWorld();
const passphrase = "kick off at half past nine";

const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
const forgot = (email: string) => ask(world.it.base, null, forgotPassword, { body: { email } });
const reset = (token: string, secret = passphrase) =>
  ask(world.it.base, null, resetPassword, { body: { token, password: secret } });
const confirm = (token: string) => ask(world.it.base, null, confirmEmail, { body: { token, password } });
const resetLink = async (email: string) => (await world.it.linksTo(email, "/reset-password")).at(-1) as string;

async function tokensOf(email: string, secret = password) {
  const answer = await fetch(`${world.it.base}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: "password",
      username: email,
      password: secret,
    }),
  });
  return (await answer.json()) as { access_token: string; refresh_token: string };
}

describe("a forgotten password", () => {
  test("is answered the same for an address with an account, without one, and after many wishes", async () => {
    const { email } = await someone();
    const answers = [await forgot(email), await forgot(`nobody.${email}`)];
    for (let n = 0; n < 5; n++) answers.push(await forgot(email));
    const seen = answers.map(({ status, body, headers }) => ({
      status,
      body,
      headers: [...headers.keys()].filter((name) => name !== "date").sort(),
    }));
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.status).toBe(204);
    expect(await world.it.linksTo(email, "/reset-password")).toHaveLength(3);
    expect(await world.it.linksTo(`nobody.${email}`, "/reset-password")).toEqual([]);
  });

  test("is reset by the emailed link once, and every session ends", async () => {
    const { email, appUserId } = await someone();
    const tokens = await tokensOf(email);
    const session = await ask(world.it.base, null, setActiveUserSession, {
      body: {
        token: tokens.access_token,
        refresh_token: tokens.refresh_token,
        authTime: Date.now(),
        roles: [],
        remember: true,
      },
    });
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] as string;
    await forgot(email);
    const token = await resetLink(email);
    expect((await reset(token)).status).toBe(204);
    const after = await fetch(`${world.it.base}/api/active-user-session`, { headers: { cookie } });
    expect(await after.json()).toBeNull();
    const { rows } = await world.it.database.pool.query("SELECT FROM web_session WHERE app_user_id = $1", [appUserId]);
    expect(rows).toEqual([]);
    expect((await tokensOf(email)).access_token).toBeUndefined();
    expect((await tokensOf(email, passphrase)).access_token).toBeDefined();
    expect(await reset(token, "yet another passphrase")).toMatchObject({ status: 409, body: { reason: "used" } });
  });

  test("says at once that its link is dead, and asking uses nothing up", async () => {
    const { email } = await someone();
    await forgot(email);
    const token = await resetLink(email);
    const look = async (of: string) =>
      (await ask(world.it.base, null, checkPasswordLink, { query: { token: of } })).body as { problem: string | null };
    expect(await look(token)).toEqual({ problem: null, message: null });
    expect(await look(token)).toEqual({ problem: null, message: null });
    expect((await reset(token)).status).toBe(204);
    expect(await look(token)).toMatchObject({ problem: "used", message: expect.stringMatching(/already used/) });
    expect(await look("nothing-of-ours")).toMatchObject({ problem: "unknown" });
  });

  test("of many who use the link at once exactly one sets it", async () => {
    const { email } = await someone();
    await forgot(email);
    const token = await resetLink(email);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `passphrase no. ${n}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array.from({ length: 19 }, () => 409)]);
  });

  test("that anybody would guess, or that is too long, is refused, and the link stays good", async () => {
    const { email } = await someone();
    await forgot(email);
    const token = await resetLink(email);
    const refused = await reset(token, "password123");
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "password" }] } });
    expect(await reset(token, "kick off ".repeat(29))).toMatchObject({
      status: 400,
      body: { errors: [{ path: "password", message: "Use at most 256 characters." }] },
    });
    expect((await reset(token)).status).toBe(204);
  });

  test("is not set by a link that was made up", async () => {
    const { email } = await someone();
    await forgot(email);
    const token = await resetLink(email);
    for (const guess of ["x", token.slice(1), `${token}A`]) {
      expect(await reset(guess)).toMatchObject({ status: 409, body: { reason: "unknown" } });
    }
  });
});

describe("an address that is not confirmed", () => {
  async function unconfirmed() {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const email = `unconfirmed.${org.organizationId}@example.org`;
    const { sub } = await world.it.accounts.create({ email, password, emailConfirmed: false });
    const { profileLevelAccessId: plaId } = await org.asSystem(async (call) => {
      const person = { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: null };
      const account = { appUserId: sub, activatedAt: call.now, confirmedAt: null };
      const profileId = await createProfile(call, person, account);
      return addMember(call, { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId });
    });
    const status = async () => (await admin.call(listRequirements, { params: { plaId } })).overallStatus;
    return { org, email, status };
  }

  test("is confirmed by a mailed link, and the person's memberships with it", async () => {
    const { email, status } = await unconfirmed();
    expect(await status()).toBe("NotConfirmed");
    await ask(world.it.base, null, sendEmailConfirmation, { body: { email: email } });
    const [token] = await world.it.linksTo(email, "/confirm-email");
    expect((await confirm(token as string)).status).toBe(204);
    expect(await status()).toBe("NoRequirements");
    expect(await confirm(token as string)).toMatchObject({ status: 409, body: { reason: "used" } });
  });

  test("is confirmed by each of many links once, however many use them at once", async () => {
    const { identity } = world.it;
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const email = `once.${crypto.randomUUID()}@example.org`;
        const made = await identity.createAccount({ email, password: passphrase, emailConfirmed: false });
        return { email, token: (await identity.issueLink("confirm", "sub" in made ? made.sub : "")) as string };
      }),
    );
    for (const { email, token } of tokens) {
      const bearer = (await tokensOf(email, passphrase)).access_token;
      const opened = () => ask(world.it.base, bearer, confirmEmail, { body: { token } });
      const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await opened()).status));
      expect(statuses.sort()).toEqual([204, ...Array.from({ length: 19 }, () => 409)]);
    }
  }, 120_000);

  test("is confirmed by a new password too: its link went to that address", async () => {
    const { email, status } = await unconfirmed();
    await forgot(email);
    await reset(await resetLink(email));
    expect(await status()).toBe("NoRequirements");
  });

  test("is confirmed at the next sign-in when only the identity service came to know of it", async () => {
    const [byLink, byPassword] = [await unconfirmed(), await unconfirmed()];
    await ask(world.it.base, null, sendEmailConfirmation, { body: { email: byLink.email } });
    const [link] = await world.it.linksTo(byLink.email, "/confirm-email");
    await forgot(byPassword.email);
    // As when the process ends right after the identity service has answered.
    await world.it.identity.confirmEmail(link as string, { newPassword: password });
    await world.it.identity.resetPassword(await resetLink(byPassword.email), passphrase);
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "used" } });
    expect([await byLink.status(), await byPassword.status()]).toEqual(["NotConfirmed", "NotConfirmed"]);
    await tokensOf(byLink.email);
    await tokensOf(byPassword.email, passphrase);
    expect([await byLink.status(), await byPassword.status()]).toEqual(["NoRequirements", "NoRequirements"]);
  });

  test("is confirmed by asking for another link, too, when the identity service has known it all along", async () => {
    const { email, status } = await unconfirmed();
    await ask(world.it.base, null, sendEmailConfirmation, { body: { email } });
    const [link] = await world.it.linksTo(email, "/confirm-email");
    await world.it.identity.confirmEmail(link as string, { newPassword: password });
    await ask(world.it.base, null, sendEmailConfirmation, { body: { email } });
    await world.it.backgroundWork.settled();
    expect(await status()).toBe("NoRequirements");
  });

  test("does not count as confirmed by signing in alone", async () => {
    const { email, status } = await unconfirmed();
    expect((await tokensOf(email)).access_token).toBeDefined();
    expect(await status()).toBe("NotConfirmed");
  });

  test("takes a parent and their children in the order in which everybody takes people", async () => {
    const { org, email } = await unconfirmed();
    const { sub } = (await world.it.identity.accountByEmail(email)) as { sub: string };
    const family = await org.asSystem(async (call) => {
      const parent = { firstName: "Ana", lastName: "Mother", email, dateOfBirth: null };
      const account = { appUserId: sub, activatedAt: call.now, confirmedAt: null };
      const born = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2017-06-01" };
      // Made first, so that its id sorts before the parent's.
      const childProfileId = await createProfile(call, born, null);
      const at = { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer };
      await addMember(call, { ...at, profileId: childProfileId });
      const guardianProfileId = await createProfile(call, parent, account);
      await addMember(call, { ...at, profileId: guardianProfileId });
      await addGuardian(call, { guardianProfileId, childProfileId });
      return { childProfileId, guardianProfileId };
    });
    let confirmed: Promise<void> | undefined;
    await org.asSystem(async (call) => {
      await lockPeople(call, [family.childProfileId]);
      confirmed = org.asSystem((other) => confirmProfile(other, family.guardianProfileId));
      await expect
        .poll(async () => {
          const { rows } = await world.it.database.pool.query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0",
          );
          return rows.length;
        })
        .toBe(1);
      // The waiting one holds no lock that is needed next.
      await call.db.execute(sql`SELECT FROM profile WHERE organization_id = ${call.organizationId}
        AND profile_id = ${family.guardianProfileId} FOR NO KEY UPDATE NOWAIT`);
    });
    await confirmed;
  });

  test("is not told from one that is, or from one that nobody has", async () => {
    const { email: waiting } = await unconfirmed();
    const { email } = await someone();
    const answers = [];
    for (const address of [waiting, email, `nobody.${email}`]) {
      answers.push(await ask(world.it.base, null, sendEmailConfirmation, { body: { email: address } }));
    }
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 204, body: "" })),
    );
    expect(await world.it.linksTo(email, "/confirm-email")).toEqual([]);
  });
});
