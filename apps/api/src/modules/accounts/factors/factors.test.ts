import type { AnyEndpoint, BodyInput } from "@touchline/contract";
import { changePassword, closeAccount } from "@touchline/contract/accounts/account-settings";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import * as contract from "@touchline/contract/accounts/second-factor";
import { refreshToken, secondFactorGrant, secondFactorNeeded } from "@touchline/contract/accounts/session";
import { listProfiles } from "@touchline/contract/people/profiles";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { anAuthenticator } from "../../../../test/authenticator.ts";
import { browsersOf } from "../../../../test/browser.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, type Organization, password, type TestPerson } from "../../../../test/world.ts";
import { newestAccountMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
const { aBrowser, tokensOf } = browsersOf(() => world.it.base);
const proof = { password };

const aPasskey = () => anAuthenticator({ origin: "http://127.0.0.1", rpId: "127.0.0.1" });

/** Adds a passkey to an account. @returns the result and the passkey. */
async function withPasskey(person: TestPerson) {
  const passkey = aPasskey();
  const { options } = await person.call(contract.beginPasskey, { body: { proof } });
  const response = passkey.create(options);
  const { recoveryCodes } = await person.call(contract.finishPasskey, { body: { response, name: "Phone" } });
  const { passkeys } = await person.call(contract.listSecondFactors);
  return { passkey, recoveryCodes: recoveryCodes ?? [], passkeyId: passkeys[0]?.passkeyId ?? "" };
}

/** Signs a person in again, signed in by the password and a recovery code. */
async function signedInWith(person: TestPerson, recoveryCode: string): Promise<string> {
  const { identity } = world.it;
  const first = await identity.token({ grant_type: "password", username: person.email, password });
  expect(first.body).toMatchObject({ error: "mfa_required" });
  const second = await identity.token({
    grant_type: secondFactorGrant,
    mfa_token: String(first.body.mfa_token),
    recovery_code: recoveryCode,
  });
  return String(second.body.access_token);
}

async function mailsTo(org: Organization, email: string) {
  const { tenancy, adapters } = world.it;
  const organizations = [tenancy.found(org.organizationId)];
  const mails = await tenancy.runShared((db) => newestAccountMails({ db, adapters }, organizations, 1000));
  return mails.filter((mail) => mail.to === email).map((mail) => mail.text);
}

describe("second factors of an account", () => {
  test("come with recovery codes, are listed, and each change is emailed to the owner", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const none = { passkeys: [], app: null, recoveryCodes: null, shown: false, demandedBy: [] };
    expect(await coach.call(contract.listSecondFactors)).toEqual(none);
    const { recoveryCodes, passkeyId } = await withPasskey(coach);
    expect(recoveryCodes).toHaveLength(10);
    await coach.call(contract.renamePasskey, { params: { id: passkeyId }, body: { name: " Old phone " } });
    const renewed = await coach.call(contract.renewRecoveryCodes, { body: { proof } });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await coach.call(contract.listSecondFactors)).toMatchObject({
      passkeys: [{ passkeyId, name: "Old phone", lastUsedAt: null }],
      recoveryCodes: { left: 10 },
    });
    await coach.call(contract.removePasskey, { params: { id: passkeyId }, body: { proof } });
    expect(await coach.call(contract.listSecondFactors)).toEqual(none);
    const mails = await mailsTo(org, coach.email);
    expect(mails).toHaveLength(3);
    const all = mails.join("\n");
    expect(all).toContain("“Phone” was added");
    expect(all).toContain("New recovery codes");
    expect(all).toContain("“Old phone” was removed");
    expect(all).not.toContain(recoveryCodes[0]);
  });

  test("require the password for every change, and belong to one account only", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const stranger = await org.aMember("root", "Administrator");
    const wrong = { proof: { password: "not this one" } };
    for (const endpoint of [
      contract.beginPasskey,
      contract.beginApp,
      contract.removeApp,
      contract.renewRecoveryCodes,
    ]) {
      expect(await coach.ask(endpoint, { body: wrong })).toMatchObject({ status: 400 });
    }
    const { passkeyId } = await withPasskey(coach);
    const params = { id: passkeyId };
    expect((await stranger.ask(contract.removePasskey, { params, body: { proof } })).status).toBe(404);
    expect((await stranger.ask(contract.renamePasskey, { params, body: { name: "Mine" } })).status).toBe(404);
    expect((await ask(world.it.base, null, contract.listSecondFactors)).status).toBe(401);
  });

  test("count as shown by the browser that added the first one, and by no other", async () => {
    const coach = await (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
    const [here, there] = [aBrowser(), aBrowser()];
    const [mine, other] = [await tokensOf(coach), await tokensOf(coach)];
    await here.signIn(mine);
    await there.signIn(other);
    const passkey = aPasskey();
    const as = <E extends AnyEndpoint>(tokens: { access_token: string }, endpoint: E, body: BodyInput<E>) =>
      ask(world.it.base, tokens.access_token, endpoint, { body });
    const { options } = (await as(mine, contract.beginPasskey, { proof })).body;
    await as(mine, contract.finishPasskey, { response: passkey.create(options), name: "Phone" });
    const tokenAt = async (browser: typeof here) =>
      (await browser.send("POST", refreshToken.path, { profileId: coach.profileId })).body as { access_token: string };
    expect(decodeJwt((await tokenAt(here)).access_token).amr).toEqual(["pwd", "mfa"]);
    const elsewhere = await tokenAt(there);
    expect(decodeJwt(elsewhere.access_token).amr).toEqual(["pwd"]);
    const refused = await as(elsewhere, contract.renewRecoveryCodes, { proof });
    expect(refused).toMatchObject({ status: 403, body: { reason: "showFirst" } });
  });
});

describe("an organization that requires a second factor for some roles", () => {
  const body = { roles: ["Admin" as const] };

  test("refuses who has not shown one from the next call on, and nobody of another role", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const look = { params: { id: org.organizationId } };
    expect(await admin.call(contract.getSecondFactorRoles)).toEqual({ roles: [] });
    await admin.call(contract.setSecondFactorRoles, { body });
    const refused = await admin.ask(selectOrganization, look);
    expect(refused).toMatchObject({ status: 403, body: { reason: secondFactorNeeded } });
    expect((await admin.ask(contract.setSecondFactorRoles, { body: { roles: [] } })).status).toBe(403);
    expect((await coach.ask(selectOrganization, look)).status).toBe(200);
    // What belongs to the account works on, so that one can be set up.
    expect((await admin.ask(listProfiles, { query: { AppUserId: admin.appUserId } })).status).toBe(200);
    const { recoveryCodes } = await withPasskey(admin);
    const token = await signedInWith(admin, recoveryCodes[0] ?? "");
    expect((await ask(world.it.base, token, selectOrganization, look)).status).toBe(200);
    expect((await ask(world.it.base, token, contract.getSecondFactorRoles)).body).toEqual(body);
    // The first session hasn't shown one and is still told so.
    expect((await admin.ask(selectOrganization, look)).status).toBe(403);
  });

  test("keeps the last one from being removed, and names itself", async () => {
    const org = await world.it.anOrganization("Rainier Rowing");
    const admin = await org.aMember("root", "Administrator");
    const { passkeyId } = await withPasskey(admin);
    await admin.call(contract.setSecondFactorRoles, { body });
    expect((await admin.call(contract.listSecondFactors)).demandedBy).toEqual(["Rainier Rowing"]);
    const refused = await admin.ask(contract.removePasskey, { params: { id: passkeyId }, body: { proof } });
    expect(refused).toMatchObject({
      status: 409,
      body: { reason: "last", message: expect.stringContaining("Rainier Rowing") },
    });
  });

  test("is configured by its Admins alone", async () => {
    const org = await world.it.anOrganization();
    for (const label of ["Club Director", "Head Coach"] as const) {
      const person = await org.aMember("root", label);
      expect((await person.ask(contract.getSecondFactorRoles)).status).toBe(403);
      expect((await person.ask(contract.setSecondFactorRoles, { body })).status).toBe(403);
    }
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    await other.call(contract.setSecondFactorRoles, { body });
    const admin = await org.aMember("root", "Administrator");
    expect(await admin.call(contract.getSecondFactorRoles)).toEqual({ roles: [] });
  });
});

test("an account without a password proves by a passkey that its owner is there: sets a password, and closes by it", async () => {
  const coach = await (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
  const { passkey } = await withPasskey(coach);
  await world.it.identityPool.query("update identity.account set password_hash = null where sub = $1", [
    coach.appUserId,
  ]);
  const assertion = async () => ({
    assertion: passkey.get((await coach.call(contract.passkeyProofOptions)).options),
  });
  const next = "the goalkeeper wears green";
  const byPassword = await coach.ask(changePassword, { body: { proof, password: next } });
  expect(byPassword).toMatchObject({ status: 409, body: { reason: "noPassword" } });
  const used = await assertion();
  expect((await coach.ask(changePassword, { body: { proof: used, password: next } })).status).toBe(204);
  expect((await coach.ask(closeAccount, { body: { proof: used } })).status).toBe(400);
  expect((await coach.ask(closeAccount, { body: { proof: await assertion() } })).status).toBe(204);
});

test("the passkey options on the login page are the same for everyone, except for the challenge", async () => {
  const first = await ask(world.it.base, null, contract.passkeySignInOptions);
  const second = await ask(world.it.base, null, contract.passkeySignInOptions);
  expect(first.status).toBe(200);
  expect(first.body.options).not.toHaveProperty("allowCredentials");
  expect({ ...first.body.options, challenge: "" }).toEqual({ ...second.body.options, challenge: "" });
  expect(first.body.options.challenge).not.toBe(second.body.options.challenge);
});
