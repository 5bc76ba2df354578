import {
  askNewEmail,
  changePassword,
  confirmNewEmail,
  endAccountSession,
  endSessions,
  forgetNewEmail,
  getAccount,
  listSessions,
} from "@touchline/contract/accounts/account-settings";
import { forgotPassword, resetPassword } from "@touchline/contract/accounts/accounts";
import { getActiveUserSession } from "@touchline/contract/accounts/session";
import { listLevelRoles } from "@touchline/contract/people/profiles";
import { describe, expect, test } from "vitest";
import { browsersOf } from "../../../../test/browser.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, password } from "../../../../test/world.ts";
import { newestAccountMails } from "../../messages/notifications/queries/mail-history.ts";
import { deviceWords, networkOf } from "../sessions/actions/device.ts";

const world = aWorld();
const { aBrowser, tokensOf } = browsersOf(() => world.it.base);
const passphrase = "kick off at half past nine";

const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** Signs in by a browser; what it holds, and what the account may do with its token. */
async function signedIn(person: { email: string }, userAgent = firefox) {
  const browser = aBrowser();
  const tokens = await tokensOf(person);
  await browser.send(
    "POST",
    "/api/active-user-session-set",
    {
      token: tokens.access_token,
      refresh_token: tokens.refresh_token,
      authTime: Date.now(),
      roles: [],
      remember: true,
    },
    { "user-agent": userAgent },
  );
  return {
    browser,
    token: tokens.access_token,
    /** Whether its access token is taken, and its cookie still leads to a session. */
    async lives() {
      const taken = (await ask(world.it.base, tokens.access_token, listLevelRoles)).status === 200;
      const kept = (await browser.send("GET", getActiveUserSession.path)).body !== null;
      return { taken, kept };
    },
  };
}
const both = { taken: true, kept: true };
const neither = { taken: false, kept: false };

/** Subjects of the mails about an account, by address, the oldest first. */
async function mailsTo(address: string, organizationId: string) {
  await world.it.backgroundWork.settled();
  const mails = await world.it.tenancy.runShared((db) =>
    newestAccountMails({ db, adapters: world.it.adapters }, [organizationId], 1000),
  );
  return mails
    .filter((mail) => mail.to === address)
    .toReversed()
    .map((mail) => mail.subject);
}

async function signInWith(email: string, secret: string) {
  return world.it.signIn(email, secret).then(
    () => true,
    () => false,
  );
}

test("a browser is named in a few words, without versions, and a network without the end of its address", () => {
  const words = [
    firefox,
    iphone,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36 Edg/138.0",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    "curl/8.5.0",
    "",
  ].map(deviceWords);
  expect(words).toEqual([
    "Firefox on Windows",
    "Safari on iPhone",
    "Edge on Mac",
    "Samsung Internet on Android",
    null,
    null,
  ]);
  expect(["203.0.113.77", "::ffff:203.0.113.77", "2001:db8:1:2::3", "nonsense"].map(networkOf)).toEqual([
    "203.0.113.x",
    "203.0.113.x",
    "2001:db8:1::",
    null,
  ]);
});

describe("where an account is signed in", () => {
  test("is listed with the device in words, this one marked, and nobody else's", async () => {
    const person = await someone();
    const here = await signedIn(person);
    await signedIn(person, iphone);
    await signedIn(await someone());
    const { body } = await ask(world.it.base, here.token, listSessions);
    expect(body.map(({ device, network, current }) => ({ device, network, current }))).toEqual([
      { device: "Safari on iPhone", network: "127.0.0.x", current: false },
      { device: "Firefox on Windows", network: "127.0.0.x", current: true },
    ]);
    const { rows } = await world.it.database.pool.query("SELECT sealed_device FROM web_session");
    expect(rows.some((row) => row.sealed_device.includes("Firefox"))).toBe(false);
  });

  test("can be ended one by one, from another browser, at once", async () => {
    const person = await someone();
    const here = await signedIn(person);
    const phone = await signedIn(person, iphone);
    const { body } = await ask(world.it.base, here.token, listSessions);
    const sessionId = body.find((one) => !one.current)?.sessionId as string;
    expect((await ask(world.it.base, here.token, endAccountSession, { params: { sessionId } })).status).toBe(204);
    expect([await here.lives(), await phone.lives()]).toEqual([both, neither]);
    expect((await ask(world.it.base, here.token, listSessions)).body).toHaveLength(1);
    expect((await ask(world.it.base, here.token, endAccountSession, { params: { sessionId } })).status).toBe(404);
  });

  test("cannot be ended by anybody else", async () => {
    const [hers, his] = [await signedIn(await someone()), await signedIn(await someone())];
    const [session] = (await ask(world.it.base, hers.token, listSessions)).body;
    const params = { sessionId: session?.sessionId as string };
    expect((await ask(world.it.base, his.token, endAccountSession, { params })).status).toBe(404);
    expect(await hers.lives()).toEqual(both);
  });

  test("can be ended everywhere else, also where there is no browser, and everywhere", async () => {
    const person = await someone();
    const here = await signedIn(person);
    const phone = await signedIn(person, iphone);
    const bare = await world.it.signIn(person.email);
    await ask(world.it.base, here.token, endSessions, { body: { which: "others" } });
    expect([await here.lives(), await phone.lives()]).toEqual([both, neither]);
    expect((await ask(world.it.base, bare, listLevelRoles)).status).toBe(401);
    await ask(world.it.base, here.token, endSessions, { body: { which: "all" } });
    expect((await here.lives()).kept).toBe(false);
  });

  test("shows when it was seen last, as its tokens are renewed", async () => {
    const person = await someone();
    const here = await signedIn(person);
    await world.it.database.pool.query(
      "UPDATE web_session SET last_seen_at = now() - interval '1 day', access_expires_at = now() WHERE app_user_id = $1",
      [person.appUserId],
    );
    const reloaded = await here.browser.send("GET", getActiveUserSession.path, undefined, { "user-agent": iphone });
    const { body } = await ask(world.it.base, reloaded.body.token, listSessions);
    expect(body).toMatchObject([{ device: "Safari on iPhone", current: true }]);
    expect(Date.now() - Date.parse(body[0]?.lastSeenAt as string)).toBeLessThan(3_600_000);
  });
});

describe("a new password with the present one", () => {
  const change = (token: string, currentPassword: string, next = passphrase) =>
    ask(world.it.base, token, changePassword, { body: { proof: { password: currentPassword }, password: next } });

  test("ends every other session, lets this one renew, and sends an email", async () => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("northTeam", "Head Coach");
    const [here, phone] = [await signedIn(person), await signedIn(person, iphone)];
    expect((await change(here.token, password)).status).toBe(204);
    expect([await here.lives(), await phone.lives()]).toEqual([both, neither]);
    await world.it.database.pool.query("UPDATE web_session SET access_expires_at = now() WHERE app_user_id = $1", [
      person.appUserId,
    ]);
    const renewed = await here.browser.send("GET", getActiveUserSession.path);
    expect((await ask(world.it.base, renewed.body.token, listLevelRoles)).status).toBe(200);
    expect([await signInWith(person.email, password), await signInWith(person.email, passphrase)]).toEqual([
      false,
      true,
    ]);
    expect(await mailsTo(person.email, org.organizationId)).toEqual(["Your password was changed"]);
  });

  test("is refused without the present one, and for one that is easy to guess", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    expect(await change(token, "not my password")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "proof" }] },
    });
    expect(await change(token, password, "12345678")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "password", message: expect.stringMatching(/too common/) }] },
    });
    expect(await signInWith(person.email, password)).toBe(true);
  });

  test("after ten wrong ones has to wait, as signing in has; the answer says how long", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    for (let n = 0; n < 10; n++) expect((await change(token, `wrong ${n}`)).status).toBe(400);
    const refused = await change(token, password);
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/Try again in 1[45] minutes/) },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
    expect(await signInWith(person.email, password)).toBe(false);
  });
});

describe("another address", () => {
  const wish = (token: string, email: string, currentPassword = password) =>
    ask(world.it.base, token, askNewEmail, { body: { email, proof: { password: currentPassword } } });
  const linksTo = (email: string) => world.it.linksTo(email, "/account/confirm-email");
  const confirm = (link: string, token: string | null = null) =>
    ask(world.it.base, token, confirmNewEmail, { body: { token: link } });
  const another = (email: string) => `new.${email}`;

  test("changes once the link that went there is opened, and the previous address is notified before and after", async () => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("northTeam", "Head Coach");
    const [here, phone] = [await signedIn(person), await signedIn(person, iphone)];
    const email = another(person.email);
    expect((await wish(here.token, email)).status).toBe(204);
    const waiting = await ask(world.it.base, here.token, getAccount);
    expect(waiting.body).toMatchObject({ email: person.email, awaited: { email } });
    const [link] = await linksTo(email);
    expect(await confirm(link as string, here.token)).toMatchObject({ status: 200, body: { email } });
    expect([await here.lives(), await phone.lives()]).toEqual([both, neither]);
    expect((await ask(world.it.base, here.token, getAccount)).body).toMatchObject({ email, awaited: null });
    expect([await signInWith(person.email, password), await signInWith(email, password)]).toEqual([false, true]);
    expect(await mailsTo(person.email, org.organizationId)).toEqual([
      "Your email address is about to change",
      "Your email address was changed",
    ]);
    expect(await mailsTo(email, org.organizationId)).toEqual(["Confirm your new email address"]);
  });

  test("ends every session when the link is opened where nobody is signed in, or somebody else", async () => {
    const person = await someone();
    const stranger = await signedIn(await someone());
    const here = await signedIn(person);
    await wish(here.token, another(person.email));
    const [link] = await linksTo(another(person.email));
    expect((await confirm(link as string, stranger.token)).status).toBe(200);
    expect((await here.lives()).kept).toBe(false);
    expect(await stranger.lives()).toEqual(both);
  });

  test("reaches the profiles that had the one before, and no other", async () => {
    const [one, two] = [await world.it.anOrganization(), await world.it.anOrganization()];
    const person = await one.aMember("northTeam", "Head Coach");
    const second = await two.aMember("northTeam", "Head Coach", person);
    const addressIn = async (org: typeof one, profileId: string) => {
      const { rows } = await org.asSystem(({ db, organizationId }) =>
        db.execute<{ email: string }>(
          `SELECT email FROM profile WHERE organization_id = '${organizationId}' AND profile_id = '${profileId}'`,
        ),
      );
      return rows[0]?.email;
    };
    await two.asSystem(({ db, organizationId }) =>
      db.execute(
        `UPDATE profile SET email = 'office.${person.email}' WHERE organization_id = '${organizationId}' AND profile_id = '${second.profileId}'`,
      ),
    );
    const { token } = await signedIn(person);
    await wish(token, another(person.email));
    const [link] = await linksTo(another(person.email));
    await confirm(link as string, token);
    expect(await addressIn(one, person.profileId)).toBe(another(person.email));
    expect(await addressIn(two, second.profileId)).toBe(`office.${person.email}`);
  });

  test("that somebody else has is answered the same, and told to the mailbox alone", async () => {
    const [hers, his] = [await world.it.anOrganization(), await world.it.anOrganization()];
    const her = await hers.aMember("northTeam", "Head Coach");
    const him = await his.aMember("northTeam", "Head Coach");
    const { token } = await signedIn(her);
    const [taken, free] = [await wish(token, him.email), await wish(token, another(her.email))];
    const seen = ({ status, body, headers }: typeof taken) => ({
      status,
      body,
      headers: [...headers.keys()].filter((name) => name !== "date").sort(),
    });
    expect(seen(taken)).toEqual(seen(free));
    expect(await linksTo(him.email)).toEqual([]);
    expect(await mailsTo(him.email, hers.organizationId)).toEqual([
      "This email address already has a Touchline account",
    ]);
    await wish(token, him.email);
    expect((await ask(world.it.base, token, getAccount)).body.awaited).toMatchObject({ email: him.email });
  });

  test("that somebody took in between is refused to the holder of the link", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    const email = another(person.email);
    await wish(token, email);
    await world.it.accounts.create({ email, password });
    const [link] = await linksTo(email);
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "taken" } });
    expect((await ask(world.it.base, token, getAccount)).body.email).toBe(person.email);
  });

  test("of two that are asked for at once one is left, and its link alone works", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    const emails = [`one.${person.email}`, `two.${person.email}`];
    expect((await Promise.all(emails.map((email) => wish(token, email)))).map((one) => one.status)).toEqual([204, 204]);
    const awaited = (await ask(world.it.base, token, getAccount)).body.awaited?.email as string;
    const other = emails.find((email) => email !== awaited) as string;
    const [loser] = await linksTo(other);
    expect(await confirm(loser as string)).toMatchObject({ status: 409, body: { reason: "used" } });
    const [winner] = await linksTo(awaited);
    expect(await confirm(winner as string)).toMatchObject({ status: 200, body: { email: awaited } });
  });

  test("is changed exactly once by twenty who open the link at the same time", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    const email = another(person.email);
    await wish(token, email);
    const [link] = await linksTo(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(link as string)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.reason === "used")).toHaveLength(19);
    const { rows } = await world.it.database.pool.query("SELECT done_at FROM account_change WHERE app_user_id = $1", [
      person.appUserId,
    ]);
    expect(rows.every((row) => row.done_at !== null)).toBe(true);
  });

  test("needs the password, and can be taken back", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    const email = another(person.email);
    expect((await wish(token, email, "not my password")).status).toBe(400);
    expect(await linksTo(email)).toEqual([]);
    await wish(token, email);
    await ask(world.it.base, token, forgetNewEmail);
    expect((await ask(world.it.base, token, getAccount)).body.awaited).toBeNull();
    const [link] = await linksTo(email);
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "used" } });
  });

  test("is stopped by a new password, as the mail to the present one says", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    const email = another(person.email);
    await wish(token, email);
    await ask(world.it.base, null, forgotPassword, { body: { email: person.email } });
    const [reset] = await world.it.linksTo(person.email, "/reset-password");
    await ask(world.it.base, null, resetPassword, { body: { token: reset as string, password: passphrase } });
    const [link] = await linksTo(email);
    expect(await confirm(link as string)).toMatchObject({ status: 409, body: { reason: "used" } });
  });

  test("voids the links that went to the one before", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    await ask(world.it.base, null, forgotPassword, { body: { email: person.email } });
    const [reset] = await world.it.linksTo(person.email, "/reset-password");
    await wish(token, another(person.email));
    const [link] = await linksTo(another(person.email));
    await confirm(link as string);
    const late = await ask(world.it.base, null, resetPassword, {
      body: { token: reset as string, password: passphrase },
    });
    expect(late).toMatchObject({ status: 409, body: { reason: "used" } });
  });

  test("reaches the profiles also when only the identity service came to know of it", async () => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("northTeam", "Head Coach");
    const { token } = await signedIn(person);
    const email = another(person.email);
    await wish(token, email);
    const [link] = await linksTo(email);
    await confirm(link as string);
    // As when the process ends right after the identity service has answered.
    await org.asSystem(({ db, organizationId }) =>
      db.execute(
        `UPDATE profile SET email = '${person.email}' WHERE organization_id = '${organizationId}' AND profile_id = '${person.profileId}'`,
      ),
    );
    await world.it.database.pool.query(
      "UPDATE account_change SET done_at = NULL, begun_at = now() - interval '1 hour' WHERE app_user_id = $1",
      [person.appUserId],
    );
    await world.it.runSchedule("accounts.finishChanges");
    const { rows } = await org.asSystem(({ db, organizationId }) =>
      db.execute(
        `SELECT FROM profile WHERE organization_id = '${organizationId}' AND profile_id = '${person.profileId}' AND email = '${email}'`,
      ),
    );
    expect(rows).toHaveLength(1);
  });

  test("counts as confirmed, also when the one before never was", async () => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("northTeam", "Head Coach");
    await world.it.identityPool.query("UPDATE identity.account SET email_confirmed_at = NULL WHERE sub = $1", [
      person.appUserId,
    ]);
    await org.asSystem(({ db, organizationId }) =>
      db.execute(
        `UPDATE profile SET confirmed_at = NULL WHERE organization_id = '${organizationId}' AND profile_id = '${person.profileId}'`,
      ),
    );
    const { token } = await signedIn(person);
    await wish(token, another(person.email));
    const [link] = await linksTo(another(person.email));
    await confirm(link as string, token);
    expect((await ask(world.it.base, token, getAccount)).body.emailConfirmed).toBe(true);
    const { rows } = await org.asSystem(({ db, organizationId }) =>
      db.execute(
        `SELECT FROM profile WHERE organization_id = '${organizationId}' AND profile_id = '${person.profileId}' AND confirmed_at IS NOT NULL`,
      ),
    );
    expect(rows).toHaveLength(1);
  });

  test("is asked for three times an hour at most", async () => {
    const person = await someone();
    const { token } = await signedIn(person);
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await wish(token, `${n}.${person.email}`)).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
  });
});
