import {
  closeAccount,
  getAccount,
  previewClosing,
  renameAccount,
  savePreferences,
} from "@touchline/contract/accounts/account-settings";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { listProfiles } from "@touchline/contract/people/profiles";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { execute } from "../../../../test/full-disk.ts";
import { aWorld, type Organization, password, type TestPerson } from "../../../../test/world.ts";
import { ours } from "../../../database/tenancy.ts";
import { profileEvent } from "../../../schema/people.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { mailResets } from "../../messages/notifications/actions/about-submission.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { activateProfile, createProfile } from "../../people/profiles/actions/people.ts";

const world = aWorld();

const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
const signsIn = (email: string) =>
  world.it.signIn(email).then(
    () => true,
    () => false,
  );
const named = (firstName: string, lastName: string) => ({ firstName, lastName });
const namesOf = async (person: TestPerson) =>
  (await person.call(getAccount)).people.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

/** A child without a login, of this guardian. */
async function aChildOf(org: Organization, guardian: TestPerson) {
  return org.asSystem(async (call) => {
    const birth = `${new Date().getFullYear() - 9}-06-01`;
    const child = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: birth };
    const childProfileId = await createProfile(call, child, null);
    const at = { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer };
    const { profileLevelAccessId: plaId } = await addMember(call, { ...at, profileId: childProfileId });
    await addGuardian(call, { guardianProfileId: guardian.profileId, childProfileId });
    return { childProfileId, plaId };
  });
}

describe("the name", () => {
  /** Somebody of two organizations, and who sees them there. */
  async function ofTwo() {
    const [one, two] = [await world.it.anOrganization("First Club"), await world.it.anOrganization("Second Club")];
    const person = await one.aMember("northTeam", "Head Coach");
    const second = await two.aMember("northTeam", "Head Coach", person);
    return { one, two, person, second };
  }

  test("is changed in every organization at once; lists and search know it", async () => {
    const { one, person } = await ofTwo();
    const admin = await one.aMember("root", "Administrator");
    const body = named("Ana María", "Núñez-Ødegård");
    expect(await person.call(renameAccount, { body })).toEqual({ renamed: 2 });
    expect(await namesOf(person)).toEqual(["Ana María Núñez-Ødegård", "Ana María Núñez-Ødegård"]);
    const found = await admin.call(listMembers, {
      params: { id: one.levels.root },
      query: { search: "odegard" },
    });
    expect(found.data).toMatchObject([{ fullName: expect.stringMatching(/Ødegård/) }]);
  });

  test("comes with the user id, a date of birth and the profiles by organization", async () => {
    const { person, second } = await ofTwo();
    const account = await person.call(getAccount);
    expect(account).toMatchObject({ id: person.appUserId, email: person.email, dateOfBirth: "1985-04-12" });
    expect([account.firstName, account.lastName]).toEqual([account.people[0]?.firstName, account.people[0]?.lastName]);
    expect(account.profilesByOrganization.map((one) => [one.organizationName, one.profiles.length])).toEqual([
      [account.people[0]?.organizationName, 1],
      ["Second Club", 1],
    ]);
    expect(account.profilesByOrganization[1]?.profiles[0]).toMatchObject({
      profileId: second.profileId,
      guarded: false,
    });
  });

  test("is changed in one organization where that is what is wanted", async () => {
    const { person, second } = await ofTwo();
    await person.call(renameAccount, { body: { ...named("Anne", "Nunez"), profileId: second.profileId } });
    const { people } = await person.call(getAccount);
    expect(people.filter((one) => one.lastName === "Nunez").map((one) => one.organizationName)).toEqual([
      "Second Club",
    ]);
  });

  test("is refused where it would be shown otherwise than it is stored", async () => {
    const her = await someone();
    const answer = await her.ask(renameAccount, { body: named("Ana\u202e", "Sol") });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "firstName" }] } });
    expect(await namesOf(her)).not.toContain("Ana\u202e Sol");
  });

  test("of somebody else is nobody's to change", async () => {
    const [her, him] = [await someone(), await someone()];
    const answer = await her.ask(renameAccount, { body: { ...named("Not", "Yours"), profileId: him.profileId } });
    expect(answer.status).toBe(404);
    expect(await namesOf(him)).not.toContain("Not Yours");
  });

  test("of two that are given at once is the same everywhere in the end", async () => {
    const { person } = await ofTwo();
    const names = ["Alba", "Berta", "Carla", "Dora"];
    await Promise.all(names.map((first) => person.call(renameAccount, { body: named(first, "Sol") })));
    const [here, there] = await namesOf(person);
    expect(here).toBe(there);
  });

  test("that was cut off between two organizations reaches the other later", async () => {
    const { one, person } = await ofTwo();
    await person.call(renameAccount, { body: named("Ana", "Sol") });
    await one.asSystem(({ db, organizationId }) =>
      db.execute(
        `UPDATE profile SET first_name = 'Before' WHERE organization_id = '${organizationId}' AND profile_id = '${person.profileId}'`,
      ),
    );
    await world.it.database.pool.query(
      "UPDATE account_change SET done_at = NULL, begun_at = now() - interval '1 hour' WHERE app_user_id = $1",
      [person.appUserId],
    );
    await world.it.runSchedule("accounts.finishChanges");
    expect(await namesOf(person)).toEqual(["Ana Sol", "Ana Sol"]);
  });

  test("that is finished later doesn't undo what was saved on the profile's own page in the meantime", async () => {
    const { person } = await ofTwo();
    await person.call(renameAccount, { body: named("Ana", "Sol") });
    await person.call(saveName, {
      body: { profileId: person.profileId, ...named("Anna", "Sol"), dateOfBirth: "1985-04-12" },
    });
    await world.it.database.pool.query(
      "UPDATE account_change SET done_at = NULL, begun_at = begun_at - interval '1 hour' WHERE app_user_id = $1",
      [person.appUserId],
    );
    await world.it.runSchedule("accounts.finishChanges");
    expect((await namesOf(person)).sort()).toEqual(["Ana Sol", "Anna Sol"]);
  });

  test("is kept in the history of the person, with the one before", async () => {
    const { one, person } = await ofTwo();
    await person.call(renameAccount, { body: named("Ana", "Sol") });
    const kinds = await one.asSystem((call) =>
      call.db
        .select({ kind: profileEvent.kind, by: profileEvent.actingAs, sealed: profileEvent.sealedChange })
        .from(profileEvent)
        .where(and(ours(profileEvent, call), eq(profileEvent.profileId, person.profileId))),
    );
    expect(kinds).toMatchObject([{ kind: "name", by: "system:account", sealed: expect.any(Buffer) }]);
  });
});

describe("preferences", () => {
  const mailsOf = (org: Organization) => org.asSystem((call) => newestMails(call, 100));
  const sendReminder = (org: Organization, profileId: string, key: string) =>
    org.asSystem((call) =>
      mailResets(call, [
        { profileId, requirementName: "Agreement", notes: "Page 2, please.", path: "/requirements/1", key },
      ]),
    );

  test("are as usual until something is chosen; what is not given stays", async () => {
    const person = await someone();
    expect((await person.call(getAccount)).preferences).toEqual({
      language: "en",
      scheme: null,
      muted: [],
      digest: "weekly",
    });
    await person.call(savePreferences, { body: { scheme: "dark" } });
    expect(await person.call(savePreferences, { body: { language: "es" } })).toEqual({
      language: "es",
      scheme: "dark",
      muted: [],
      digest: "weekly",
    });
    expect(await person.call(savePreferences, { body: { digest: "daily" } })).toMatchObject({
      language: "es",
      digest: "daily",
    });
    expect((await person.call(getAccount)).preferences).toMatchObject({ language: "es", scheme: "dark" });
  });

  test("say in which language an organization's mails are written", async () => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("northTeam", "Head Coach");
    await person.call(savePreferences, { body: { language: "es" } });
    await sendReminder(org, person.profileId, "1");
    expect((await mailsOf(org)).map((mail) => mail.subject)).toEqual(["Agreement: vuelve a enviarlo, por favor"]);
  });

  test("keep mails away that are not wanted, and nobody else's", async () => {
    const org = await world.it.anOrganization();
    const [without, withThem] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("root", "Volunteer")];
    await without.call(savePreferences, { body: { muted: ["decisions"] } });
    await sendReminder(org, without.profileId, "1");
    await sendReminder(org, withThem.profileId, "2");
    expect((await mailsOf(org)).map((mail) => mail.to)).toEqual([withThem.email]);
  });

  test("know no other values", async () => {
    const person = await someone();
    expect((await person.ask(savePreferences, { body: { language: "xx" } as never })).status).toBe(400);
    expect((await person.ask(savePreferences, { body: { muted: ["security"] } as never })).status).toBe(400);
    expect((await person.ask(savePreferences, { body: { digest: "hourly" } as never })).status).toBe(400);
  });
});

describe("closing the account", () => {
  const close = (person: TestPerson, more: { leavesChildren?: boolean; proof?: { password: string } } = {}) =>
    person.ask(closeAccount, { body: { proof: { password }, ...more } });

  test("ends the login; the organization keeps the member, not activated", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const person = await org.aMember("northTeam", "Head Coach");
    expect(await person.call(previewClosing)).toEqual({
      organizations: ["Cascade Youth Soccer"],
      onlyAdminOf: [],
      childrenAlone: [],
    });
    expect((await close(person)).status).toBe(204);
    expect(await signsIn(person.email)).toBe(false);
    expect((await person.ask(getAccount)).status).toBe(401);
    const { overallStatus } = await admin.call(listRequirements, { params: { plaId: person.plaId } });
    expect(overallStatus).toBe("NotActivated");
    const { rows } = await world.it.database.pool.query(
      "SELECT kind, sealed_recipient FROM account_mail WHERE app_user_id = $1",
      [person.appUserId],
    );
    expect(rows.map((row) => row.kind)).toEqual(["accountClosed"]);
  });

  test("needs the password", async () => {
    const person = await someone();
    expect((await close(person, { proof: { password: "not my password" } })).status).toBe(400);
    expect(await signsIn(person.email)).toBe(true);
  });

  test("is refused to the only Admin, and says who could become one", async () => {
    const org = await world.it.anOrganization("Rainier Soccer");
    const admin = await org.aMember("root", "Administrator");
    const director = await org.aMember("north", "Club Director");
    const refused = await close(admin);
    const detail = expect.stringMatching(/only Admin of Rainier Soccer.*Club-Director/);
    expect(refused).toMatchObject({ status: 409, body: { reason: "onlyAdmin", detail } });
    expect((await admin.call(previewClosing)).onlyAdminOf).toHaveLength(1);
    expect((await close(director)).status).toBe(204);
    await org.aMember("root", "Administrator");
    expect((await close(admin)).status).toBe(204);
  });

  test("by two Admins at once leaves one of them", async () => {
    const org = await world.it.anOrganization();
    const admins = [await org.aMember("root", "Administrator"), await org.aMember("root", "Administrator")];
    const statuses = (await Promise.all(admins.map((admin) => close(admin)))).map((one) => one.status);
    expect(statuses.sort()).toEqual([204, 409]);
    const left = await Promise.all(admins.map((admin) => signsIn(admin.email)));
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  test("asks if a child would be left without a guardian, and continues if that is confirmed", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const parent = await org.aMember("northTeam", "Volunteer");
    const { plaId } = await aChildOf(org, parent);
    expect((await parent.call(previewClosing)).childrenAlone).toMatchObject([{ name: "Noa Little" }]);
    expect(await close(parent)).toMatchObject({ status: 409, body: { reason: "childrenAlone" } });
    expect((await close(parent, { leavesChildren: true })).status).toBe(204);
    const { overallStatus } = await admin.call(listRequirements, { params: { plaId } });
    expect(overallStatus).toBe("NotActivated");
  });

  test("asks nothing where another guardian can act for the child", async () => {
    const org = await world.it.anOrganization();
    const [mother, father] = [await org.aMember("northTeam", "Volunteer"), await org.aMember("northTeam", "Volunteer")];
    const { childProfileId } = await aChildOf(org, mother);
    await org.asSystem((call) => addGuardian(call, { guardianProfileId: father.profileId, childProfileId }));
    expect((await mother.call(previewClosing)).childrenAlone).toEqual([]);
    expect((await close(mother)).status).toBe(204);
    expect(await father.call(listProfiles, { query: { AppUserId: father.appUserId } })).toHaveLength(2);
  });

  test("waits for an invitation that is just taken up with it, and lets that profile go too", async () => {
    const [org, person] = [await world.it.anOrganization(), await someone()];
    const { profileId } = await org.anInvited("northTeam", "Volunteer", person.email);
    const [taken, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const taking = org.asSystem(async (call) => {
      await activateProfile(call, profileId, person.appUserId, null);
      taken.resolve();
      await closing.promise;
    });
    await taken.promise;
    const closed = close(person);
    const waits = `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect
      .poll(async () => (await world.it.database.pool.query(waits)).rows[0].waiting, { timeout: 20_000 })
      .toBe(1);
    closing.resolve();
    await taking;
    expect((await closed).status).toBe(204);
    expect(await world.it.tenancy.profilesOfAccount(person.appUserId)).toEqual([]);
  });

  test("once begun lets nobody take up anything with the account", async () => {
    const [org, person] = [await world.it.anOrganization(), await someone()];
    const { profileId } = await org.anInvited("northTeam", "Volunteer", person.email);
    await close(person);
    const late = org.asSystem((call) => activateProfile(call, profileId, person.appUserId, null));
    await expect(late).rejects.toMatchObject({ reason: "accountClosed" });
  });

  test("leaves the address free for another account", async () => {
    const person = await someone();
    await close(person);
    await expect(world.it.accounts.create({ email: person.email, password })).resolves.toMatchObject({});
  });

  test("that was cut off between two organizations is resumed, and told of once", async () => {
    const [here, there] = [await world.it.anOrganization(), await world.it.anOrganization()];
    const person = await here.aMember("northTeam", "Head Coach");
    const { profileId } = await there.anInvited("northTeam", "Volunteer", person.email);
    await there.asSystem((call) => activateProfile(call, profileId, person.appUserId, null));
    const held = async () =>
      (await world.it.tenancy.profilesOfAccount(person.appUserId)).map((one) => one.organizationId);
    expect((await held()).length).toBe(2);
    // The process ends as the second organization is left, whichever comes first.
    const [, second = ""] = await held();
    await execute(
      world.it.adminUrl,
      `CREATE FUNCTION ended() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The process has ended.'; END $$`,
      `CREATE TRIGGER ended BEFORE UPDATE ON profile FOR EACH ROW
       WHEN (NEW.organization_id = '${second}' AND NEW.app_user_id IS NULL) EXECUTE FUNCTION ended()`,
    );
    try {
      expect((await close(person)).status).toBe(500);
    } finally {
      await execute(world.it.adminUrl, "DROP TRIGGER ended ON profile", "DROP FUNCTION ended()");
    }
    expect(await held()).toEqual([second]);
    // Nobody takes anything up with it meanwhile, and five minutes later it goes on by itself.
    const { profileId: late } = await here.anInvited("northTeam", "Volunteer", person.email);
    const taking = here.asSystem((call) => activateProfile(call, late, person.appUserId, null));
    await expect(taking).rejects.toMatchObject({ reason: "accountClosed" });
    world.it.clock.shift = 6 * 60_000;
    await world.it.runSchedule("accounts.finishChanges");
    await world.it.runSchedule("accounts.finishChanges");
    world.it.clock.shift = 0;
    expect(await held()).toEqual([]);
    expect(await signsIn(person.email)).toBe(false);
    const { rows } = await world.it.database.pool.query("SELECT kind FROM account_mail WHERE app_user_id = $1", [
      person.appUserId,
    ]);
    expect(rows.map((row) => row.kind)).toEqual(["accountClosed"]);
  });

  test("that was cut off is finished later", async () => {
    const person = await someone();
    await close(person);
    // As when the process ended before the login went: the change is still written down.
    await world.it.identityPool.query(
      `INSERT INTO identity.account (sub, email, email_key, user_name, password_hash)
       VALUES ($1, $2, $2, $2, 'gone')`,
      [person.appUserId, person.email],
    );
    await world.it.database.pool.query(
      "UPDATE account_change SET done_at = NULL, begun_at = now() - interval '1 hour' WHERE app_user_id = $1",
      [person.appUserId],
    );
    await world.it.runSchedule("accounts.finishChanges");
    expect(await world.it.identity.accountById(person.appUserId)).toBeNull();
  });
});
