import { confirmEmail, forgotPassword, resetPassword, sendEmailConfirmation } from "@touchline/contract/accounts";
import { listRequirements } from "@touchline/contract/requirements";
import { setActiveUserSession } from "@touchline/contract/session";
import { describe, expect, test } from "vitest";
import { ask } from "../../../test/http.ts";
import { aWorld, password } from "../../../test/world.ts";
import { addMember, createProfile } from "../profiles/actions.ts";

const world = aWorld();
const passphrase = "kick off at half past nine";

const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
const forgot = (email: string) => ask(world.it.base, null, forgotPassword, { body: { email } });
const reset = (token: string, secret = passphrase) =>
  ask(world.it.base, null, resetPassword, { body: { token, password: secret } });
const confirm = (token: string) => ask(world.it.base, null, confirmEmail, { body: { token } });
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

  test("is set anew by the mailed link, once; every session ends", async () => {
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

  test("of many who use the link at once exactly one sets it", async () => {
    const { email } = await someone();
    await forgot(email);
    const token = await resetLink(email);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `passphrase no. ${n}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array.from({ length: 19 }, () => 409)]);
  });

  test("that anybody would guess is refused, and the link stays good", async () => {
    const { email } = await someone();
    await forgot(email);
    const token = await resetLink(email);
    const refused = await reset(token, "password123");
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "password" }] } });
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
    return { email, status };
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

  test("is confirmed by a new password too: its link went to that address", async () => {
    const { email, status } = await unconfirmed();
    await forgot(email);
    await reset(await resetLink(email));
    expect(await status()).toBe("NoRequirements");
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
