import { listMembers } from "@touchline/contract/people/hierarchy";
import { getMember, getProfilePhoto, listProfiles } from "@touchline/contract/people/profiles";
import * as contract from "@touchline/contract/requirements/profile-details";
import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { ours } from "../../../database/tenancy.ts";
import { organization } from "../../../schema/accounts.ts";
import { profileEvent } from "../../../schema/people.ts";
import { externalIdentity, profileDetail } from "../../../schema/requirements.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { changePlace } from "../../people/profiles/queries/people.ts";

const world = aWorld();

const contact = {
  email: null,
  address: "Apt 4, 12 Øre Straße",
  city: "São Paulo",
  phone: "(206) 555-0142",
  stateId: "US-WA",
};
const aunt = { firstName: "Đorđe", lastName: "", email: null, relationship: "Uncle", phone: "+1 206 555 0143 x12" };

/** A child without a login, guarded by a parent. */
async function aFamily(org: Organization, dateOfBirth: string | null = `${new Date().getFullYear() - 9}-06-01`) {
  const parent = await org.aMember("northTeam", "Volunteer");
  const child = await org.asSystem(async (call) => {
    const profileId = await createProfile(
      call,
      { firstName: "Noa", lastName: "Little", email: null, dateOfBirth },
      null,
    );
    const { profileLevelAccessId: plaId } = await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      profileId,
    });
    if (dateOfBirth) await addGuardian(call, { guardianProfileId: parent.profileId, childProfileId: profileId });
    return { profileId, plaId };
  });
  return { parent, child };
}

const detailsOf = (by: TestPerson, id: string) => by.call(contract.getProfileDetails, { params: { id } });
const rename = (
  by: TestPerson,
  profileId: string,
  body: { firstName?: string; lastName?: string; dateOfBirth?: string | null },
) =>
  by.ask(contract.saveName, {
    body: { profileId, firstName: "Ana", lastName: "Núñez", dateOfBirth: "1985-04-12", ...body },
  });

/** What the history of a person says, unsealed. */
const historyOf = (org: Organization, profileId: string) =>
  org.asSystem(async (call) => {
    const [own] = await call.db.select().from(organization).where(ours(organization, call));
    const rows = await call.db
      .select()
      .from(profileEvent)
      .where(and(ours(profileEvent, call), eq(profileEvent.profileId, profileId)))
      .orderBy(asc(profileEvent.at), asc(profileEvent.profileEventId));
    return rows.map(({ kind, actorProfileId, profileEventId, sealedChange }) => ({
      kind,
      actorProfileId,
      change:
        sealedChange &&
        own &&
        JSON.parse(call.adapters.vault.open(own.wrappedKey, changePlace(call, profileEventId), sealedChange)),
    }));
  });

describe("contact information and emergency contacts", () => {
  test("are saved each by itself, in any script, lie sealed, and every change is kept with who made it", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const put = (body: object) => coach.call(contract.updateProfile, { params: { id: coach.profileId }, body });
    await put({ contactInformation: { ...contact, email: coach.email } });
    await put({ emergencyContacts: [aunt, { ...aunt, firstName: "李小龍", email: "li@example.org" }] });
    const saved = await put({});
    expect(saved).toEqual(await detailsOf(coach, coach.profileId));
    expect(saved.contactInformation).toEqual({ ...contact, email: coach.email });
    expect(saved.emergencyContacts.map((one) => [one.firstName, one.profileId])).toEqual([
      ["Đorđe", coach.profileId],
      ["李小龍", coach.profileId],
    ]);
    expect(saved).toMatchObject({ relation: "self", hasLogin: true, profileContactInformationId: expect.any(String) });
    const again = await put({
      emergencyContacts: saved.emergencyContacts,
      contactInformation: saved.contactInformation,
    });
    expect(again).toEqual(saved);
    expect(await historyOf(org, coach.profileId)).toMatchObject([
      { kind: "contact", actorProfileId: coach.profileId, change: { before: null, after: { city: "São Paulo" } } },
      { kind: "emergencyContacts", change: { before: null, after: [{ firstName: "Đorđe" }, { firstName: "李小龍" }] } },
    ]);
    const [row] = await org.asSystem((call) => call.db.select().from(profileDetail).where(ours(profileDetail, call)));
    expect(row?.sealedContact?.includes("Straße")).toBe(false);
    expect(row?.sealedEmergencyContacts?.includes("555")).toBe(false);
  });

  test("say what is wrong at the field that it is wrong in", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const mine = { ...contact, email: coach.email };
    const refused: [object, string][] = [
      [{ contactInformation: { ...mine, phone: "call me" } }, "contactInformation.phone"],
      [{ contactInformation: { ...mine, stateId: "US-ZZ" } }, "contactInformation.stateId"],
      [{ contactInformation: { ...mine, email: "nobody" } }, "contactInformation.email"],
      [{ contactInformation: { ...mine, city: "a\u202eb" } }, "contactInformation.city"],
      [{ emergencyContacts: [{ ...aunt, phone: "" }] }, "emergencyContacts.0.phone"],
      [{ emergencyContacts: [aunt, { ...aunt, firstName: " " }] }, "emergencyContacts.1.firstName"],
      [{ emergencyContacts: Array.from({ length: 6 }, () => aunt) }, "emergencyContacts"],
      [{ emergencyContacts: [{ ...aunt, profileId: org.organizationId }] }, "emergencyContacts.0.profileId"],
      [{ role: "Admin" }, "role"],
    ];
    for (const [body, path] of refused) {
      const answer = await coach.ask(contract.updateProfile, { params: { id: coach.profileId }, body });
      expect(answer, path).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
  });

  test("the address of a login is not changed here; that of a child is, by its guardian", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { parent, child } = await aFamily(org);
    const put = (by: TestPerson, id: string, email: string) =>
      by.ask(contract.updateProfile, { params: { id }, body: { contactInformation: { ...contact, email } } });
    for (const by of [parent, admin]) {
      const answer = await put(by, parent.profileId, "other@example.org");
      expect(answer).toMatchObject({ status: 409, body: { reason: "emailOfLogin" } });
    }
    const email = `noa.${org.organizationId}@example.org`;
    expect((await put(parent, child.profileId, email)).body.contactInformation.email).toBe(email);
    const found = await admin.call(listMembers, {
      params: { id: org.levels.root },
      query: { search: `noa.${org.organizationId}` },
    });
    expect(found.data.map((one) => one.profileId)).toEqual([child.profileId]);
  });
});

describe("who sees and changes whose details", () => {
  test("oneself, a guardian, and whoever may change roles there; a Manager reads contacts, a stranger nothing", async () => {
    const org = await world.it.anOrganization();
    const { parent, child } = await aFamily(org);
    const [director, accounts, manager, elsewhere, coach] = await Promise.all([
      org.aMember("northClub", "Club Director"),
      org.aMember("north", "Account Manager"),
      org.aMember("northClub", "Team Manager"),
      org.aMember("southClub", "Club Director"),
      org.aMember("northTeam", "Head Coach"),
    ]);
    const params = { id: child.profileId };
    const put = async (by: TestPerson) =>
      (await by.ask(contract.updateProfile, { params, body: { emergencyContacts: [aunt] } })).status;
    expect([await put(parent), await put(director), await put(accounts)]).toEqual([200, 200, 200]);
    expect(await put(manager)).toBe(403);
    expect([await put(elsewhere), await put(coach)]).toEqual([404, 404]);
    await parent.call(contract.saveCitizenship, {
      body: { profileId: child.profileId, country: "PT", otherCountry: "US" },
    });
    const citizenship = { country: "PT", otherCountry: "US" };
    expect(await detailsOf(director, child.profileId)).toMatchObject({ citizenship, relation: "other" });
    expect(await detailsOf(parent, child.profileId)).toMatchObject({ citizenship, relation: "guarded" });
    expect(await detailsOf(manager, child.profileId)).toMatchObject({
      citizenship: null,
      emergencyContacts: [{ firstName: "Đorđe" }],
      refusals: { edit: expect.stringMatching(/role/) },
    });
    const answers = { params, body: { answers: [{ conditionId: org.organizationId, answer: true }] } };
    expect((await manager.ask(contract.saveConditions, answers)).status).toBe(403);
    expect((await manager.ask(contract.listConditions, { params })).status).toBe(403);
  });

  test("nobody corrects whoever has a role above their own", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("northClub", "Administrator");
    const director = await org.aMember("north", "Club Director");
    const answer = await rename(director, admin.profileId, {});
    expect(answer).toMatchObject({ status: 403, body: { reason: "aboveOwnRole" } });
  });

  test("for another organization there is nobody: every call answers 404", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const foreign = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const params = { id: coach.profileId };
    const { profileId, plaId: profileLevelAccessId } = coach;
    const answers = { answers: [{ conditionId: profileId, answer: true }] };
    const responses = await Promise.all([
      foreign.ask(contract.getProfileDetails, { params }),
      foreign.ask(contract.updateProfile, { params, body: { photoData: null } }),
      foreign.ask(getProfilePhoto, { params: { ...params, photoId: profileId } }),
      rename(foreign, profileId, {}),
      foreign.ask(contract.saveCitizenship, { body: { profileId, country: "US" } }),
      foreign.ask(contract.setDateOfBirth, { params, body: { dateOfBirth: "2000-01-01", profileLevelAccessId } }),
      foreign.ask(contract.setUssfId, { params, body: { ussfId: "1234567890123456", profileLevelAccessId } }),
      foreign.ask(contract.listConditions, { params }),
      foreign.ask(contract.saveConditions, { params, body: answers }),
      foreign.ask(contract.updateConditions, { params, body: answers }),
      foreign.ask(contract.getPartner, { params: { profileLevelAccessId } }),
      foreign.ask(contract.listOwnMemberships, {
        query: { AppUserId: foreign.appUserId, OrganizationId: org.organizationId },
      }),
    ]);
    expect(responses.map((answer) => answer.status)).toEqual(responses.map(() => 404));
  });
});

describe("names and date of birth", () => {
  test("a new name is what lists sort by, searches find and the history keeps", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aMember("northTeam", "Volunteer");
    const lastName = "O’Zürich-Nguyễn Ωmega";
    const { body } = await rename(coach, coach.profileId, { firstName: "Żoë 🦊", lastName });
    expect(body).toMatchObject({ firstName: "Żoë 🦊", lastName, dateOfBirth: "1985-04-12" });
    const members = async (search: string) =>
      (await admin.call(listMembers, { params: { id: org.levels.northTeam }, query: { search, sortDir: "DESC" } }))
        .data;
    expect((await members("")).map((one) => one.profileId)[0]).toBe(coach.profileId);
    expect((await members("ozurich zoe")).map((one) => one.profileId)).toEqual([coach.profileId]);
    expect(await members("Número1 Head")).toEqual([]);
    expect(await historyOf(org, coach.profileId)).toMatchObject([
      {
        kind: "name",
        actorProfileId: coach.profileId,
        change: { before: { firstName: "Head-Coach" }, after: { lastName } },
      },
    ]);
  });

  test("a name of nothing, of hidden characters, and a date of birth that cannot be are refused", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { child } = await aFamily(org, null);
    const refused: [Parameters<typeof rename>[2], string][] = [
      [{ firstName: "   " }, "firstName"],
      [{ lastName: "Little\u202eelttiL" }, "lastName"],
      [{ dateOfBirth: "2999-01-01" }, "dateOfBirth"],
      [{ dateOfBirth: "1850-01-01" }, "dateOfBirth"],
      [{ dateOfBirth: "2001-02-29" }, "dateOfBirth"],
    ];
    for (const [change, path] of refused) {
      const answer = await rename(admin, child.profileId, { dateOfBirth: null, ...change });
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
  });

  test("a date of birth is given once by oneself or a guardian; an administrator corrects it, and never takes it away", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { parent, child } = await aFamily(org);
    const year = new Date().getFullYear();
    const own = await rename(parent, parent.profileId, { dateOfBirth: "1985-04-13" });
    expect(own).toMatchObject({ status: 403, body: { reason: "dateOfBirthKnown" } });
    const ofChild = await rename(parent, child.profileId, { dateOfBirth: `${year - 8}-06-01` });
    expect(ofChild).toMatchObject({ status: 403, body: { reason: "dateOfBirthKnown" } });
    expect((await detailsOf(parent, child.profileId)).refusals.dateOfBirth).toMatch(/administrator/);
    const params = { id: child.profileId };
    const body = { dateOfBirth: `${year - 8}-06-01`, profileLevelAccessId: child.plaId };
    const corrected = await admin.ask(contract.setDateOfBirth, { params, body });
    expect([corrected.status, corrected.body]).toEqual([204, ""]);
    const seen = await admin.call(getMember, { params: { id: child.plaId } });
    expect(seen.dateOfBirth).toBe(`${year - 8}-06-01`);
    expect((await rename(admin, child.profileId, { dateOfBirth: null })).status).toBe(400);
    const guardian = await rename(admin, parent.profileId, { dateOfBirth: `${year - 8}-06-01` });
    expect(guardian).toMatchObject({ status: 400, body: { message: "A guardian must be 18 or older." } });
  });

  test("set-date-of-birth wants a membership of that very person", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { child } = await aFamily(org, null);
    const set = async (profileLevelAccessId: string, dateOfBirth: string) => {
      const body = { dateOfBirth, profileLevelAccessId };
      return (await admin.ask(contract.setDateOfBirth, { params: { id: child.profileId }, body })).status;
    };
    expect(await set(admin.plaId, "2016-01-01")).toBe(404);
    expect(await set(child.plaId, "2999-01-01")).toBe(400);
    expect(await set(child.plaId, "2016-01-01")).toBe(204);
  });
});

describe("a U.S. Soccer ID", () => {
  test("is taken with spaces and dashes, answered 204, and read back as 16 digits; anything else is 400", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const set = (ussfId: string) =>
      coach.ask(contract.setUssfId, {
        params: { id: coach.profileId },
        body: { ussfId, profileLevelAccessId: coach.plaId },
      });
    const good = await set(" 1234-5678 9012–3456 ");
    expect([good.status, good.body]).toEqual([204, ""]);
    expect((await detailsOf(coach, coach.profileId)).ussfId).toBe("1234567890123456");
    for (const wrong of ["", "123456789012345", "12345678901234567", "1234 5678 9012 345a"]) {
      expect(await set(wrong), wrong).toMatchObject({ status: 400, body: { errors: [{ path: "ussfId" }] } });
    }
  });
});

describe("citizenship", () => {
  test("is one country or two different ones that exist", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const save = (country: string, otherCountry?: string) =>
      coach.ask(contract.saveCitizenship, {
        body: { profileId: coach.profileId, country, ...(otherCountry && { otherCountry }) },
      });
    expect((await save("CA")).body.citizenship).toEqual({ country: "CA", otherCountry: null });
    expect((await save("XX")).status).toBe(400);
    expect(await save("CA", "CA")).toMatchObject({ status: 400, body: { errors: [{ path: "otherCountry" }] } });
    expect((await detailsOf(coach, coach.profileId)).citizenship).toEqual({ country: "CA", otherCountry: null });
  });
});

describe("conditions", () => {
  test("every organization asks from the start; answers are saved once, then changed, and the ones before stay", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const params = { id: coach.profileId };
    const conditions = await coach.call(contract.listConditions, { params });
    expect(conditions.map((one) => [one.question, one.answer])).toEqual([
      ["Do you drive minors?", null],
      ["Do you spend more than 16 hours a month with minors?", null],
      ["Have you lived abroad in the last seven years?", null],
    ]);
    const [first, second] = conditions.map((one) => one.conditionId) as [string, string];
    const answered = (...some: [string, boolean][]) => ({
      params,
      body: { answers: some.map(([conditionId, answer]) => ({ conditionId, answer })) },
    });
    const saved = await coach.call(contract.saveConditions, answered([first, true], [second, false]));
    expect(saved.map((one) => one.answer)).toEqual([true, false, null]);
    const twice = await coach.ask(contract.saveConditions, answered([first, false]));
    expect(twice).toMatchObject({ status: 409, body: { reason: "answeredAlready" } });
    const changed = await coach.call(contract.updateConditions, answered([first, false]));
    expect(changed.map((one) => one.answer)).toEqual([false, false, null]);
    expect((await coach.ask(contract.updateConditions, answered([org.organizationId, true]))).status).toBe(404);
    const { rows } = await org.asSystem((call) =>
      call.db.execute(
        `SELECT count(*)::int AS n FROM condition_answer WHERE organization_id = '${org.organizationId}'`,
      ),
    );
    expect(rows).toEqual([{ n: 3 }]);
  });
});

describe("partners", () => {
  const link = (org: Organization, profileId: string, externalId: string, siteId = "site-1") =>
    org.asSystem((call) =>
      call.db.insert(externalIdentity).values({
        organizationId: call.organizationId,
        integrationSource: "LeagueApps",
        siteId,
        externalId,
        profileId,
        createdAt: call.now,
      }),
    );

  test("nobody comes from one at first, and 204 says so; who does is told with site and id", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const params = { profileLevelAccessId: coach.plaId };
    expect((await coach.ask(contract.getOwnPartner)).status).toBe(204);
    expect((await coach.ask(contract.getPartner, { params })).status).toBe(204);
    await link(org, coach.profileId, "la/77 é");
    const partner = { integrationSource: "LeagueApps", siteId: "site-1", externalId: "la/77 é" };
    expect(await coach.call(contract.getOwnPartner)).toEqual(partner);
    const director = await org.aMember("north", "Club Director");
    expect(await director.call(contract.getPartner, { params })).toEqual(partner);
    const stranger = await org.aMember("southClub", "Club Director");
    expect((await stranger.ask(contract.getPartner, { params })).status).toBe(403);
  });

  test("memberships are found by an external id as far as they are seen; an empty one is refused in the catalog's words", async () => {
    const org = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const elsewhere = await other.aMember("root", "Administrator");
    await link(org, coach.profileId, "77-é");
    await link(org, coach.profileId, "a/b", "site-2");
    const found = async (by: TestPerson, externalId: string) =>
      (await by.call(contract.listByExternalId, { params: { externalId } })).map((one) => one.profileLevelAccessId);
    const director = await org.aMember("north", "Club Director");
    const stranger = await org.aMember("southClub", "Club Director");
    expect(await found(coach, "77-é")).toEqual([coach.plaId]);
    expect(await found(director, "77-é")).toEqual([coach.plaId]);
    expect([await found(stranger, "77-é"), await found(elsewhere, "77-é"), await found(director, "78")]).toEqual([
      [],
      [],
      [],
    ]);
    expect((await director.call(contract.listByExternalIdInQuery, { query: { externalId: "a/b" } })).length).toBe(1);
    for (const externalId of ["", " "]) {
      const answer = await coach.ask(contract.listByExternalId, { params: { externalId } });
      expect(answer).toMatchObject({ status: 400, body: { message: "externalId is required" } });
    }
    const none = await coach.ask(contract.listByExternalIdInQuery);
    expect(none).toMatchObject({ status: 400, body: { message: "externalId is required" } });
  });

  test("an id of a site belongs to one person of an organization, and to another one's elsewhere", async () => {
    const org = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const [one, two] = [await org.aMember("north", "Head Coach"), await org.aMember("north", "Volunteer")];
    const there = await other.aMember("north", "Head Coach");
    await link(org, one.profileId, "5");
    await expect(link(org, two.profileId, "5")).rejects.toThrow();
    await link(other, there.profileId, "5");
    expect((await there.call(contract.getOwnPartner))?.externalId).toBe("5");
  });
});

test("an account's people in one organization come with their memberships; another account's are not found", async () => {
  const org = await world.it.anOrganization();
  const { parent, child } = await aFamily(org);
  const query = { AppUserId: parent.appUserId, OrganizationId: org.organizationId };
  const people = await parent.call(contract.listOwnMemberships, { query });
  expect(people.map((one) => [one.profileId, one.guarded, one.profileLevelAccesses[0]?.profileLevelAccessId])).toEqual([
    [parent.profileId, false, parent.plaId],
    [child.profileId, true, child.plaId],
  ]);
  const other = await org.aMember("root", "Administrator");
  expect((await other.ask(contract.listOwnMemberships, { query })).status).toBe(404);
  expect(
    (await parent.call(listProfiles, { query: { AppUserId: parent.appUserId } })).map((one) => one.photoId),
  ).toEqual([null, null]);
});

test("states are listed by country: the United States with territories, Canada's provinces", async () => {
  const coach = await (await world.it.anOrganization()).aMember("north", "Head Coach");
  const us = await coach.call(contract.listStates, { query: { country: "US" } });
  const ca = await coach.call(contract.listStates, { query: { country: "CA" } });
  const all = await coach.call(contract.listStates);
  expect([us.length, ca.length, all.length]).toEqual([57, 13, 70]);
  expect(us).toContainEqual({ stateId: "US-DC", country: "US", name: "District of Columbia" });
  expect(ca).toContainEqual({ stateId: "CA-NL", country: "CA", name: "Newfoundland and Labrador" });
  expect(new Set(all.map((one) => one.stateId)).size).toBe(70);
});
