import {
  cancelPartnerSync,
  changePartner,
  connectPartner,
  disconnectPartner,
  listPartners,
  syncPartner,
} from "@touchline/contract/integrations/partners";
import { addMember, deleteMembership } from "@touchline/contract/people/profiles";
import { getPrefillData } from "@touchline/contract/requirements/forms";
import { listByExternalId, updateProfile } from "@touchline/contract/requirements/profile-details";
import {
  answerImportRows,
  checkRosterImport,
  getRosterImport,
  listImportRows,
  startRosterImport,
  undoRosterImport,
} from "@touchline/contract/setup/imports";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SimulatedPartners, simulatePartners } from "../../../../test/partners.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
let partners: SimulatedPartners;
beforeAll(async () => {
  partners = await simulatePartners(world.it);
});
afterEach(async () => {
  world.it.clock.shift = 0;
  await partners.steer("DELETE", "faults");
});
afterAll(() => partners.close());

type Source = "LeagueApps" | "SportsEngine";

async function connected(source: Source = "LeagueApps", site: object = {}) {
  const vendor = source === "LeagueApps" ? "leagueapps" : "sportsengine";
  await partners.steer("PUT", `partners/${vendor}`, { people: 30, seed: "one", oddities: false, page: 7, ...site });
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const example = source === "LeagueApps" ? partners.leagueApps : partners.sportsEngine;
  const { partnerConnectionId } = await admin.call(connectPartner, {
    body: { source, ...example, pushCleared: false },
  });
  await world.it.drainJobs();
  return { org, admin, partnerConnectionId, vendor };
}

const connectionOf = async (admin: TestPerson) => {
  const { connections } = await admin.call(listPartners, {});
  const [one] = connections;
  if (!one) throw new Error("No connection");
  return one;
};

/** The import of the latest sync. */
async function latest(admin: TestPerson) {
  const [sync] = (await connectionOf(admin)).syncs;
  const roster = await admin.call(getRosterImport, { params: { id: sync?.rosterImportId ?? "" } });
  return { sync, roster };
}

/** Says what every word of the partner means, and starts the import. */
async function importAll(org: Organization, admin: TestPerson) {
  const { roster } = await latest(admin);
  const levels = Object.fromEntries(roster.unknownLevels.map(({ key }) => [key, org.levels.northTeam]));
  const labels = Object.fromEntries(
    roster.unknownLabels.map(({ key }) => [key, org.labelIds[key === "coach" ? "Head Coach" : "Volunteer"]]),
  ) as Record<string, string>;
  const { rosterImportId: id } = roster;
  await admin.call(checkRosterImport, { params: { id }, body: { ...roster.mapping, levels, labels } });
  await world.it.drainJobs();
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  return latest(admin);
}

async function syncNow(admin: TestPerson, review = false) {
  const { partnerConnectionId } = await connectionOf(admin);
  await admin.call(syncPartner, { params: { id: partnerConnectionId }, body: { review } });
  await world.it.drainJobs();
  return latest(admin);
}

const rowsOf = async (admin: TestPerson, id: string) =>
  (await admin.call(listImportRows, { params: { id }, query: { perPage: 500 } })).data;

const membershipsOf = (admin: TestPerson, externalId: string) =>
  admin.call(listByExternalId, { params: { externalId } });

const inDatabase = (org: Organization, text: string) =>
  world.it.tenancy.run(world.it.tenancy.found(org.organizationId), (db) => db.execute(text));

/** Gives a person, found by their ID at the partner, this status. */
async function standing(org: Organization, admin: TestPerson, externalId: string, status: string) {
  const { profileId } = (await membershipsOf(admin, externalId))[0] ?? {};
  await inDatabase(
    org,
    `UPDATE member_standing SET overall_status = '${status}' WHERE organization_id = '${org.organizationId}' AND profile_id = '${profileId}'`,
  );
}

/** Runs what is due by itself so many minutes from now. */
async function tendIn(minutes: number) {
  world.it.clock.shift = minutes * 60_000;
  await world.it.runSchedule("partners.tend");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}

/** Returns what the partner knows so many minutes from now of who is cleared. */
async function flagsAt(vendor: string, minutes = 0) {
  await tendIn(minutes);
  return (await partners.steer("GET", `partners/${vendor}`)).flags;
}

const reportPath = (vendor: string) => `/${vendor}/v2/sites/${partners.leagueApps.siteId}/members`;

describe.each(["LeagueApps", "SportsEngine"] as const)("a first sync with %s", (source) => {
  test("is shown before anything is written, then adds everybody once, with the partner's IDs", async () => {
    const { org, admin, vendor } = await connected(source);
    const before = await latest(admin);
    expect(before.sync).toMatchObject({ state: "review", registrations: 33, added: 0 });
    expect(before.roster).toMatchObject({ state: "checked", partner: source, written: 0 });
    expect(before.roster.fates.error).toBe(33);
    const after = await importAll(org, admin);
    expect(after.roster.state).toBe("done");
    const { added, present, open } = after.sync ?? {};
    expect({ added, present, open, state: after.sync?.state }).toEqual({
      added: 30,
      present: 3,
      open: 0,
      state: "done",
    });
    const site = await partners.steer("GET", `partners/${vendor}`);
    for (const { id } of site.people.slice(0, 3)) {
      const plas = await admin.call(listByExternalId, { params: { externalId: id } });
      expect(plas).toHaveLength(1);
    }
    // Reading everything once more changes nothing.
    const again = await syncNow(admin);
    expect(again.sync).toMatchObject({ state: "done", rowsRead: 0, rosterImportId: null });
  });

  test("continues after the partner was busy, cut the connection, or forgot the token", async () => {
    const { org, admin, vendor, partnerConnectionId } = await connected(source);
    await importAll(org, admin);
    await partners.steer("POST", `partners/${vendor}/changes`, { count: 8 });
    for (const fault of ["500", "drop", "429"]) await partners.fault(fault, vendor);
    // A token that the partner no longer accepts is replaced.
    await partners.simulator.advance(2 * 3_600_000);
    await admin.call(syncPartner, { params: { id: partnerConnectionId }, body: { review: false } });
    for (let minutes = 0; minutes < 5; minutes += 1) {
      world.it.clock.shift = minutes * 60_000;
      await world.it.drainJobs();
    }
    world.it.clock.shift = 0;
    expect(await connectionOf(admin)).toMatchObject({ problem: null, syncs: [{ state: "done", open: 0 }, {}] });
    // An answer that can't be read ends the sync, and the page says so.
    await partners.fault("malformed", vendor);
    await admin.call(syncPartner, { params: { id: partnerConnectionId }, body: { review: false } });
    await world.it.drainJobs();
    expect(await connectionOf(admin)).toMatchObject({ problem: "malformed", syncs: [{ state: "failed" }, {}, {}] });
  });
});

test("a sync by itself reads only what changed, and adds it without anybody's act", async () => {
  const { org, admin, vendor } = await connected();
  await importAll(org, admin);
  await partners.steer("POST", `partners/${vendor}/changes`, { count: 4 });
  await tendIn(16);
  const { sync } = await latest(admin);
  expect(sync).toMatchObject({ state: "done", rowsRead: 5, open: 0 });
  expect(sync?.added).toBeGreaterThan(0);
});

test("invalid rows at the partner are reported one by one, and don't affect others", async () => {
  const { org, admin } = await connected("LeagueApps", { people: 3, oddities: true });
  const { roster } = await importAll(org, admin);
  const rows = await rowsOf(admin, roster.rosterImportId);
  const messageOf = (name: string) => rows.find((row) => row.lastName.startsWith(name))?.message;
  expect(rows).toHaveLength(12);
  expect(messageOf("Row-900003")).toBe("The team “Circle A” is part of itself at LeagueApps. Correct it there.");
  expect(messageOf("Row-900004")).toContain("was deleted at LeagueApps");
  expect(messageOf("Row-900008")).toBe("LeagueApps doesn't list the team of this registration.");
  expect(messageOf("Row-900006")).toContain("This registration was canceled at LeagueApps.");
  expect(rows.map((row) => row.message)).toContain("A cell of this row has more than 1,000 characters.");
  expect(rows.filter((row) => row.fate === "error").every((row) => row.message !== "")).toBe(true);
  expect(roster.fates.create).toBe(4);
});

test("another name under a known ID, and another ID of a known person, are for somebody to decide", async () => {
  const { org, admin, vendor } = await connected();
  await importAll(org, admin);
  await partners.steer("PUT", `partners/${vendor}/people/100001`, { firstName: "Wilhelmina", lastName: "Quist" });
  const site = await partners.steer("GET", `partners/${vendor}`);
  const { id: _, updated: __, ...twin } = site.people.find((one: { id: string }) => one.id === "100002");
  await partners.steer("PUT", `partners/${vendor}/people/555555`, twin);
  await partners.steer("PUT", `partners/${vendor}/registrations/r555555`, { personId: "555555", placeId: "p1t0" });
  const { roster, sync } = await syncNow(admin);
  expect(sync).toMatchObject({ state: "done", added: 0, open: 2 });
  const rows = await rowsOf(admin, roster.rosterImportId);
  expect(rows.map((row) => [row.fate, row.like?.reasons])).toEqual([
    ["alike", ["sameId"]],
    ["alike", ["sameName", "otherId"]],
  ]);
  const { rosterImportId: id } = roster;
  await admin.call(answerImportRows, { params: { id }, body: { answer: "same", numbers: [2] } });
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  // Both IDs lead to the one person; the other row still waits, and comes again with the next sync.
  const [one, other] = await Promise.all(
    ["100002", "555555"].map((externalId) => admin.call(listByExternalId, { params: { externalId } })),
  );
  expect(one?.[0]?.profileId).toBe(other?.[0]?.profileId);
  const next = await syncNow(admin, true);
  expect(next.roster.fates).toMatchObject({ alike: 1, create: 0 });
});

test("what a sync added is removed again within seven days, and comes again only when somebody asks for it", async () => {
  const { org, admin } = await connected();
  const { roster } = await importAll(org, admin);
  const { rosterImportId: id } = roster;
  expect(roster.undoableUntil).not.toBeNull();
  await admin.call(undoRosterImport, { params: { id } });
  await world.it.drainJobs();
  expect((await latest(admin)).roster).toMatchObject({ undoableUntil: null });
  expect(await admin.call(listByExternalId, { params: { externalId: "100001" } })).toEqual([]);
  expect((await admin.ask(undoRosterImport, { params: { id } })).status).toBe(409);
  expect(await connectionOf(admin)).toMatchObject({ automatic: false, nextSyncAt: null });
  const next = await syncNow(admin, true);
  expect(next.sync).toMatchObject({ state: "review", registrations: 30 });
  expect(next.roster.fates).toMatchObject({ join: 30, create: 0 });
});

test("what a partner sent prefills a member's forms where the member has entered nothing, until it is disconnected", async () => {
  const { org, admin, partnerConnectionId } = await connected();
  await importAll(org, admin);
  const coach = await org.aMember("northTeam", "Head Coach");
  const [sent] = (
    await inDatabase(
      org,
      `UPDATE external_identity SET profile_id = '${coach.profileId}' WHERE (organization_id, external_id) IN (
         SELECT organization_id, external_id FROM partner_person WHERE organization_id = '${org.organizationId}'
           AND phone <> '' ORDER BY external_id LIMIT 1)
       RETURNING (SELECT phone FROM partner_person AS person WHERE person.organization_id = external_identity.organization_id
         AND person.external_id = external_identity.external_id) AS phone`,
    )
  ).rows as { phone: string }[];
  const prefill = () => coach.call(getPrefillData, { params: { id: coach.plaId } });
  expect(await prefill()).toMatchObject({ phone: sent?.phone, email: coach.email, dateOfBirth: "1985-04-12" });
  const contactInformation = { email: coach.email, address: "", city: "", phone: "206 555 0100", stateId: null };
  await coach.call(updateProfile, { params: { id: coach.profileId }, body: { contactInformation } });
  expect((await prefill()).phone).toBe("206 555 0100");
  const none = { ...contactInformation, phone: "" };
  await coach.call(updateProfile, { params: { id: coach.profileId }, body: { contactInformation: none } });
  expect((await prefill()).phone).toBe(sent?.phone);
  await admin.call(disconnectPartner, { params: { id: partnerConnectionId } });
  expect((await prefill()).phone).toBeUndefined();
});

test("the partner is sent who is cleared once, and again when that changes", async () => {
  const { org, admin, vendor, partnerConnectionId } = await connected();
  await importAll(org, admin);
  await admin.call(changePartner, {
    params: { id: partnerConnectionId },
    body: { automatic: true, pushCleared: true },
  });
  await standing(org, admin, "100001", "Cleared");
  // The report arrives, but its answer is cut: the same report goes out again, and is taken once.
  await partners.steer("POST", "faults", { fault: "malformed", vendor, path: reportPath(vendor) });
  await flagsAt(vendor);
  expect(await connectionOf(admin)).toMatchObject({ reportProblem: "malformed" });
  expect(await flagsAt(vendor, 61)).toMatchObject({
    "100001": { cleared: true, times: 1 },
    "100002": { cleared: false, times: 1 },
  });
  expect(await connectionOf(admin)).toMatchObject({ reportProblem: null });
  await standing(org, admin, "100001", "Incomplete");
  expect(await flagsAt(vendor)).toMatchObject({ "100001": { cleared: false, times: 2 }, "100002": { times: 1 } });
});

test("people who lost clearance while the partner was disconnected are reported when it is connected again", async () => {
  const { org, admin, vendor, partnerConnectionId } = await connected();
  await importAll(org, admin);
  const body = { automatic: false, pushCleared: true };
  await admin.call(changePartner, { params: { id: partnerConnectionId }, body });
  await standing(org, admin, "100001", "Cleared");
  expect(await flagsAt(vendor)).toMatchObject({ "100001": { cleared: true } });
  await admin.call(disconnectPartner, { params: { id: partnerConnectionId } });
  await standing(org, admin, "100001", "Incomplete");
  await admin.call(connectPartner, {
    body: { source: "LeagueApps", ...partners.leagueApps, pushCleared: true },
  });
  expect(await flagsAt(vendor)).toMatchObject({ "100001": { cleared: false } });
});

test("a report that the partner refuses is shown, and an hour later the partner hears what is true then", async () => {
  const { org, admin, vendor, partnerConnectionId } = await connected();
  await importAll(org, admin);
  const body = { automatic: false, pushCleared: true };
  await admin.call(changePartner, { params: { id: partnerConnectionId }, body });
  await standing(org, admin, "100001", "Cleared");
  // An ID that isn't one at LeagueApps has no report refused.
  const [{ profileId } = { profileId: "" }] = await membershipsOf(admin, "100002");
  await inDatabase(
    org,
    `INSERT INTO external_identity (organization_id, integration_source, site_id, external_id, profile_id, created_at)
      VALUES ('${org.organizationId}', 'LeagueApps', '${partners.leagueApps.siteId}', 'none of theirs', '${profileId}', now())`,
  );
  await partners.steer("POST", "faults", { fault: "422", vendor, path: reportPath(vendor) });
  expect(await flagsAt(vendor)).toEqual({});
  expect(await connectionOf(admin)).toMatchObject({ reportProblem: "refused", problem: null });
  expect(await flagsAt(vendor)).toEqual({});
  await standing(org, admin, "100001", "Incomplete");
  await standing(org, admin, "100002", "Cleared");
  expect(await flagsAt(vendor, 61)).toMatchObject({
    "100001": { cleared: false, times: 1 },
    "100002": { cleared: true, times: 1 },
  });
  expect(await connectionOf(admin)).toMatchObject({ reportProblem: null });
});

test("someone with two registrations who looks like a member waits in both, and is added once", async () => {
  const { org, admin, vendor } = await connected();
  await importAll(org, admin);
  const person = { firstName: "William", lastName: "Nunez", email: null, dateOfBirth: null };
  await admin.call(addMember, { body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, person } });
  await partners.steer("PUT", `partners/${vendor}/people/777777`, {
    ...{ firstName: "Bill", lastName: "Núñez", email: "bill@example.org", birthDate: "2000-01-01" },
  });
  for (const role of ["Coach", "Player"]) {
    const registration = { personId: "777777", placeId: "p1t0", role };
    await partners.steer("PUT", `partners/${vendor}/registrations/${role}`, registration);
  }
  await tendIn(16);
  const { sync, roster } = await latest(admin);
  expect(sync).toMatchObject({ state: "done", rowsRead: 3, added: 0, open: 2 });
  const { rosterImportId: id } = roster;
  await admin.call(answerImportRows, { params: { id }, body: { answer: "add", numbers: null } });
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  const rows = await rowsOf(admin, id);
  expect(rows.map((row) => [row.fate, row.message])).toEqual([
    ["create", expect.any(String)],
    ["create", expect.any(String)],
  ]);
  const memberships = await membershipsOf(admin, "777777");
  expect(memberships).toHaveLength(2);
  expect(new Set(memberships.map((one) => one.profileId)).size).toBe(1);
});

test("registrations of a canceled sync come with the next one, whether somebody starts it or not", async () => {
  const { org, admin, vendor, partnerConnectionId } = await connected();
  await importAll(org, admin);
  const canceled = async () => {
    await partners.steer("POST", `partners/${vendor}/changes`, { count: 1 });
    expect((await syncNow(admin, true)).sync).toMatchObject({ state: "review", registrations: 1 });
    await admin.call(cancelPartnerSync, { params: { id: partnerConnectionId } });
  };
  await canceled();
  expect((await syncNow(admin)).sync).toMatchObject({ state: "done", rowsRead: 0, added: 1 });
  await canceled();
  await tendIn(61);
  expect((await latest(admin)).sync).toMatchObject({ state: "done", rowsRead: 0, added: 1 });
});

test("syncs of a person who left run on behalf of the next person who starts one", async () => {
  const { org, admin, vendor } = await connected();
  await importAll(org, admin);
  const other = await org.aMember("root", "Administrator");
  await other.call(deleteMembership, { params: { id: admin.plaId } });
  await partners.steer("POST", `partners/${vendor}/changes`, { count: 1 });
  await tendIn(16);
  expect(await connectionOf(other)).toMatchObject({ syncs: [{ state: "failed", problem: "stopped" }, {}] });
  await syncNow(other);
  const { syncs } = await connectionOf(other);
  expect(syncs).toContainEqual(expect.objectContaining({ state: "done", rowsRead: 0, added: 1 }));
  await partners.steer("POST", `partners/${vendor}/changes`, { count: 1 });
  await tendIn(32);
  expect((await latest(other)).sync).toMatchObject({ state: "done", rowsRead: 2, added: 1 });
});

test("rows of an older import that are answered later change neither meanings nor what came since", async () => {
  const { org, admin, vendor } = await connected();
  await importAll(org, admin);
  await partners.steer("PUT", `partners/${vendor}/people/100001`, { firstName: "Wilhelmina", lastName: "Quist" });
  const older = await syncNow(admin);
  expect(older.sync).toMatchObject({ state: "done", open: 1 });
  // The same registration has another role now, and somebody new registered.
  await partners.steer("PUT", `partners/${vendor}/registrations/r100001`, { role: "Coach" });
  await partners.steer("POST", `partners/${vendor}/changes`, { count: 1 });
  const newer = await syncNow(admin, true);
  const { rosterImportId, mapping } = newer.roster;
  const labels = { ...mapping.labels, coach: org.labelIds.Volunteer as string };
  await admin.call(checkRosterImport, { params: { id: rosterImportId }, body: { ...mapping, labels } });
  await world.it.drainJobs();
  await admin.call(startRosterImport, { params: { id: rosterImportId }, body: { invite: false } });
  await world.it.drainJobs();
  const { rosterImportId: id } = older.roster;
  await admin.call(answerImportRows, { params: { id }, body: { answer: "same", numbers: null } });
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  const next = await syncNow(admin, true);
  expect(next.sync).toMatchObject({ state: "review", registrations: 1 });
  expect(next.roster.mapping.labels.coach).toBe(org.labelIds.Volunteer);
});

test("a webhook at the connection's own address starts a sync; at any other it is refused", async () => {
  const { org, admin, vendor } = await connected("SportsEngine");
  await importAll(org, admin);
  const { webhookUrl } = await connectionOf(admin);
  await partners.steer("POST", "webhooks", { vendor, url: webhookUrl });
  await partners.steer("PUT", `partners/${vendor}/registrations/new-1`, {
    personId: "100001",
    placeId: "p1t0",
    role: "Coach",
  });
  await partners.simulator.settle();
  // Those that come within five seconds count as one, so it is followed after them.
  world.it.clock.shift = 5_000;
  await world.it.runSchedule("partners.webhooks");
  await world.it.drainJobs();
  expect((await latest(admin)).sync).toMatchObject({ state: "done", rowsRead: 1, added: 1 });
  const guessed = await fetch(`${webhookUrl?.slice(0, -4)}AAAA`, { method: "POST", body: "{}" });
  expect(guessed.status).toBe(404);
});

test("credentials that the partner refuses connect nothing; disconnecting keeps people and their IDs", async () => {
  const { org, admin, partnerConnectionId } = await connected();
  await importAll(org, admin);
  const body = { source: "SportsEngine" as const, ...partners.sportsEngine, secret: "wrong", pushCleared: false };
  const refused = await admin.ask(connectPartner, { body });
  expect(refused.status).toBe(502);
  expect(JSON.stringify(refused.body)).toContain("doesn't accept these credentials");
  const manager = await org.aMember("north", "Club Director");
  expect((await manager.ask(listPartners, {})).status).toBe(403);
  await admin.call(disconnectPartner, { params: { id: partnerConnectionId } });
  expect((await admin.call(listPartners, {})).connections).toEqual([]);
  expect(await admin.call(listByExternalId, { params: { externalId: "100001" } })).toHaveLength(1);
});
