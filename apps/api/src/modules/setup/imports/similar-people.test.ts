import { addMember, listMemberships } from "@touchline/contract/people/profiles";
import {
  answerImportRows,
  checkRosterImport,
  deleteSavedMapping,
  fitSavedMapping,
  getRosterImport,
  listImportRows,
  listSavedMappings,
  renameSavedMapping,
  saveMapping,
  startRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { expect, test } from "vitest";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
const heading = "First name,Last name,Email,Team,Role";

async function check(by: TestPerson, text: string, changes = {}) {
  const { rosterImportId: id } = await by.call(uploadRoster, {
    body: {},
    files: [new File([text], "Pasted rows.txt", { type: "text/plain" })],
  });
  const { mapping } = await by.call(getRosterImport, { params: { id } });
  await by.call(checkRosterImport, { params: { id }, body: { ...mapping, ...changes } });
  return { id, ...(await by.call(getRosterImport, { params: { id } })) };
}

const rowsOf = async (by: TestPerson, id: string) => (await by.call(listImportRows, { params: { id } })).data;

async function run(by: TestPerson, id: string) {
  await by.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  return by.call(getRosterImport, { params: { id } });
}

const add = (org: Organization, by: TestPerson, at: LevelKey, firstName: string, lastName: string) =>
  by.call(addMember, {
    body: {
      levelId: org.levels[at],
      labelId: org.labelIds.Volunteer,
      person: { firstName, lastName, email: null, dateOfBirth: null },
    },
  });

const roster = `${heading}
Bill,Núñez,bill@example.org,northTeam,Volunteer
Pepe,Lopez,,northTeam,Volunteer
Kate,Ito,,northTeam,Volunteer
Eva,Neu,,northTeam,Volunteer
`;

test("rows that look like somebody wait; the same person joins, somebody else is added, the rest is left out", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const william = await add(org, admin, "southClub", "William", "Nunez");
  await add(org, admin, "southClub", "José", "López");
  await add(org, admin, "southClub", "Katherine", "Ito");
  const checked = await check(admin, roster);
  expect(checked.fates).toMatchObject({ create: 1, alike: 3, join: 0 });
  const rows = await rowsOf(admin, checked.id);
  expect(rows.map(({ number, fate, like }) => [number, fate, like?.name ?? null, like?.reasons ?? null])).toEqual([
    [2, "alike", "William Nunez", ["nickname"]],
    [3, "alike", "José López", ["nickname"]],
    [4, "alike", "Katherine Ito", ["nickname"]],
    [5, "create", null, null],
  ]);
  const answer = (numbers: number[] | null, said: "same" | "add" | null) =>
    admin.call(answerImportRows, { params: { id: checked.id }, body: { answer: said, numbers } });
  expect(await answer([2], "same")).toEqual({ rows: 1 });
  expect(await answer([5], "same")).toEqual({ rows: 0 });
  await answer([3], "same");
  await answer([3], null);
  await answer([3], "add");
  const done = await run(admin, checked.id);
  expect(done).toMatchObject({ state: "done", written: 3, fates: { alike: 1, create: 2, join: 1 } });
  const places = await admin.call(listMemberships, { params: { profileId: william.profileId } });
  expect(places.map((one) => one.levelName).sort()).toEqual(["northTeam", "southClub"]);
  // Unanswered rows can still be answered, and the import continues from there.
  expect(await answer(null, "same")).toEqual({ rows: 1 });
  expect(await run(admin, checked.id)).toMatchObject({ state: "done", written: 4, fates: { alike: 0 } });
});

test("nobody learns from a row of people whom they do not see", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const manager = await org.aMember("northTeam", "Team Manager");
  await add(org, admin, "southClub", "William", "Núñez");
  const checked = await check(manager, roster);
  expect(checked.fates).toMatchObject({ create: 4, alike: 0 });
});

test("a mapping is saved under a name, fits files whose columns stand elsewhere, is renamed and deleted", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const manager = await org.aMember("northTeam", "Team Manager");
  const first = await check(admin, "Vorname;Zuname;Gruppe\nAna;Lima;U12\n", {
    columns: { firstName: 0, lastName: 1, fullName: null, email: null, level: 2, label: null, minor: null },
    levels: { u12: org.levels.northTeam },
    labelId: org.labelIds.Volunteer,
  });
  expect(first.fates).toMatchObject({ create: 1 });
  const saved = await admin.call(saveMapping, { body: { rosterImportId: first.id, name: "The old system" } });
  const twice = await admin.ask(saveMapping, { body: { rosterImportId: first.id, name: "the  OLD system" } });
  expect(twice).toMatchObject({ status: 409, body: { reason: "nameTaken" } });

  const second = await check(manager, "Gruppe;Nr;Zuname;Vorname\nU12;7;Ruiz;Eva\n");
  const params = { id: second.id, mappingId: saved.rosterMappingId };
  const fitted = await manager.call(fitSavedMapping, { params });
  expect(fitted).toMatchObject({
    columns: { firstName: 3, lastName: 2, level: 0, email: null },
    levels: { u12: org.levels.northTeam },
    labelId: org.labelIds.Volunteer,
  });
  await manager.call(checkRosterImport, { params: { id: second.id }, body: fitted });
  expect((await manager.call(getRosterImport, { params: { id: second.id } })).fates).toMatchObject({ create: 1 });

  const id = saved.rosterMappingId;
  const foreign = await manager.ask(renameSavedMapping, { params: { id }, body: { name: "Mine" } });
  expect(foreign.status).toBe(403);
  await admin.call(renameSavedMapping, { params: { id }, body: { name: "Register 2025" } });
  expect((await manager.call(listSavedMappings)).map((one) => one.name)).toEqual(["Register 2025"]);
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await stranger.ask(deleteSavedMapping, { params: { id } })).status).toBe(404);
  await admin.call(deleteSavedMapping, { params: { id } });
  expect(await admin.call(listSavedMappings)).toEqual([]);
});
