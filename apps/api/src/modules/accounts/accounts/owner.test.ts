import { randomUUID } from "node:crypto";
import * as settings from "@touchline/contract/accounts/account-settings";
import { unlinkSignIn } from "@touchline/contract/accounts/partner-sign-in";
import { describe, expect, test } from "vitest";
import { browsersOf } from "../../../../test/browser.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, password } from "../../../../test/world.ts";

const world = aWorld();
const { tokensOf } = browsersOf(() => world.it.base);

const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");

let addresses = 0;
const anAddress = () => `owner.${++addresses}@example.org`;

/** Everything that asks for the password again, called with the token alone. */
const acts = (bearer: string, secret = password) => {
  const as = { proof: { password: secret } };
  return [
    () => ask(world.it.base, bearer, settings.askNewEmail, { body: { email: anAddress(), ...as } }),
    () => ask(world.it.base, bearer, settings.downloadOwnData, { body: as }),
    () => ask(world.it.base, bearer, settings.closeAccount, { body: as }),
    () => ask(world.it.base, bearer, settings.changePassword, { body: { password: "another good passphrase", ...as } }),
  ];
};

/** As one that was added in another browser. */
const aPasskeyOf = (sub: string) =>
  world.it.identityPool.query(
    `insert into identity.passkey (passkey_id, sub, credential_id, public_key, counter, transports, name, created_at)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, '', 0, '{}', 'Phone', now())`,
    [sub],
  );

async function mailsAbout(sub: string): Promise<string[]> {
  await world.it.backgroundWork.settled();
  const { rows } = await world.it.database.pool.query<{ kind: string }>(
    "select kind from account_mail where app_user_id = $1 order by account_mail_id",
    [sub],
  );
  return rows.map(({ kind }) => kind);
}

describe("what asks for the password once more", () => {
  test("refuses a session that showed a password alone, where the account has a second factor", async () => {
    const coach = await someone();
    const { access_token: bearer } = await tokensOf(coach);
    await aPasskeyOf(coach.appUserId);
    for (const act of acts(bearer)) {
      expect(await act()).toMatchObject({ status: 403, body: { reason: "showFirst" } });
    }
    const params = { id: randomUUID() };
    expect(await ask(world.it.base, bearer, unlinkSignIn, { params })).toMatchObject({
      status: 403,
      body: { reason: "showFirst" },
    });
    expect(await mailsAbout(coach.appUserId)).toEqual([]);
  });

  test("tells a person without a password how to get one", async () => {
    const coach = await someone();
    const { access_token: bearer } = await tokensOf(coach);
    await world.it.identityPool.query("update identity.account set password_hash = null where sub = $1", [
      coach.appUserId,
    ]);
    for (const act of acts(bearer)) {
      expect(await act()).toMatchObject({
        status: 409,
        body: { reason: "noPassword", message: expect.stringContaining("Forgot password?") },
      });
    }
  });

  test("says how long to wait after ten wrong ones, for the right one too", async () => {
    const { access_token: bearer } = await tokensOf(await someone());
    const [, wrong] = acts(bearer, "not the password");
    const [, right] = acts(bearer);
    for (let tries = 0; tries < 10; tries++) expect((await wrong?.())?.status).toBe(400);
    const refused = await right?.();
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/Try again in 1[45] minutes/) },
    });
  });
});

describe("an account whose address waits to be confirmed", () => {
  async function waiting(email = anAddress()) {
    const waitsAs = randomUUID();
    const made = await world.it.identity.createAccount({ email, password, emailConfirmed: false, waitsAs });
    return { sub: "sub" in made ? made.sub : "", waitsAs, email, bearer: await world.it.signIn(waitsAs) };
  }

  test("does what asks for its password, and nothing of it is written to the address", async () => {
    const { sub, waitsAs, bearer } = await waiting();
    const [askEmail] = acts(bearer, "another good passphrase");
    const body = { proof: { password }, password: "another good passphrase" };
    expect((await ask(world.it.base, bearer, settings.changePassword, { body })).status).toBe(204);
    const renewed = await world.it.signIn(waitsAs, "another good passphrase");
    expect((await askEmail?.())?.status).toBe(204);
    const ending = { body: { proof: { password: "another good passphrase" } } };
    expect((await ask(world.it.base, renewed, settings.closeAccount, ending)).status).toBe(204);
    // The link that went to the new address, and nothing else.
    expect(await mailsAbout(sub)).toEqual(["emailChange"]);
  });

  test("takes another address by its link, even if another account waits for it, which is told to use the other", async () => {
    const [hers, other] = [await waiting(), await waiting("wanted.by.two@example.org")];
    const body = { email: other.email, proof: { password } };
    expect((await ask(world.it.base, hers.bearer, settings.askNewEmail, { body })).status).toBe(204);
    expect(await mailsAbout(hers.sub)).toEqual(["emailChange"]);
    // The link is read by nobody but whom it was mailed to: here the next one, which takes its place.
    const emailChange = await world.it.identity.askEmail(hers.sub, other.email);
    const token = "asked" in emailChange ? (emailChange.asked?.token ?? "") : "";
    const confirmed = await ask(world.it.base, null, settings.confirmNewEmail, { body: { token } });
    expect(confirmed).toMatchObject({ status: 200, body: { email: other.email } });
    expect((await world.it.identity.accountByEmail(other.email))?.sub).toBe(hers.sub);
    expect(await mailsAbout(hers.sub)).toEqual(["emailChange"]);
    const late = await world.it.identity.issueLink("confirm", other.sub);
    expect(await world.it.identity.confirmEmail(late ?? "", { sub: other.sub })).toEqual({ problem: "taken" });
    expect(await world.it.identity.accountById(other.sub)).toMatchObject({ emailConfirmed: false });
  });
});
