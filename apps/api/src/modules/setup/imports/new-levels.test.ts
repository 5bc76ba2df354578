import {
  checkRosterImport,
  getRosterImport,
  listImportRows,
  type RosterMapping,
  startRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { addLevel } from "@touchline/contract/setup/levels";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { writeRoster } from "./jobs.ts";

const world = aWorld();
const heading = "First name,Last name,Email,Team,Role";

async function upload(by: TestPerson, text: string) {
  const { rosterImportId: id } = await by.call(uploadRoster, {
    body: {},
    files: [new File([text], "roster.csv", { type: "text/csv" })],
  });
  const { mapping } = await by.call(getRosterImport, { params: { id } });
  return { id, mapping };
}

async function check(by: TestPerson, id: string, mapping: RosterMapping) {
  await by.call(checkRosterImport, { params: { id }, body: mapping });
  return by.call(getRosterImport, { params: { id } });
}

const rowsOf = async (by: TestPerson, id: string) => (await by.call(listImportRows, { params: { id } })).data;

async function run(by: TestPerson, id: string) {
  await by.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  return by.call(getRosterImport, { params: { id } });
}

/** The levels below one that the tree has, with how many people are there. */
async function below(org: Organization, parentId: string) {
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ name: string; kind: string; members: number }>(sql`
      SELECT level.name, level.kind, (SELECT count(*)::int FROM profile_level_access AS pla
        WHERE pla.organization_id = ${call.organizationId} AND pla.level_id = level.level_id) AS members
      FROM level WHERE level.organization_id = ${call.organizationId} AND level.parent_id = ${parentId}
        AND level.archived_at IS NULL ORDER BY level.name`),
  );
  return rows;
}

const file = `${heading}
Ana,Lima,ana@example.org,U9 Girls,Volunteer
Bea,Lima,bea@example.org,u9 girls,Volunteer
Cid,Lima,cid@example.org,northClub / U10 Boys,Volunteer
Dan,Lima,dan@example.org,northTeam,Volunteer
`;

test("missing teams are created once for all their rows, where the importer says, before the people are added", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id, mapping } = await upload(admin, file);
  const result = await check(admin, id, mapping);
  expect(result.unknownLevels).toMatchObject([
    { word: "U9 Girls", key: "u9 girls", rows: 2, creatable: { parentId: null, name: "U9 Girls", kind: "Team" } },
    { key: "northclub u10 boys", rows: 1, creatable: { parentId: org.levels.northClub, name: "U10 Boys" } },
  ]);
  const newLevels = {
    "u9 girls": { parentId: org.levels.southClub, name: "U9 Girls", kind: "Team" },
    "northclub u10 boys": { parentId: org.levels.northClub, name: "U10 Boys", kind: "Squad" },
  };
  const checked = await check(admin, id, { ...mapping, newLevels });
  expect(checked).toMatchObject({ fates: { create: 4, error: 0 }, unknownLevels: [] });
  expect(checked.levelsToCreate).toEqual([
    { key: "u9 girls", name: "U9 Girls", kind: "Team", parentName: "southClub", rows: 2 },
    { key: "northclub u10 boys", name: "U10 Boys", kind: "Squad", parentName: "northClub", rows: 1 },
  ]);
  // Nothing is created by a dry run.
  expect(await below(org, org.levels.southClub)).toEqual([]);
  expect(await run(admin, id)).toMatchObject({ state: "done", written: 4 });
  expect(await below(org, org.levels.southClub)).toEqual([{ name: "U9 Girls", kind: "Team", members: 2 }]);
  expect(await below(org, org.levels.northClub)).toContainEqual({ name: "U10 Boys", kind: "Squad", members: 1 });
  // The next file finds them by their names.
  const again = await upload(admin, file);
  expect(again.mapping.newLevels).toEqual({});
  const path = `${heading}\nEva,Neu,,U9 Girls,Volunteer\n`;
  const next = await upload(admin, path);
  expect((await check(admin, next.id, next.mapping)).fates).toMatchObject({ create: 1 });
});

test("a Manager creates no levels by a roster: none is offered, and what is asked for is refused row by row", async () => {
  const org = await world.it.anOrganization();
  const manager = await org.aMember("northClub", "Team Manager");
  const { id, mapping } = await upload(manager, `${heading}\nAna,Lima,,U9 Girls,Volunteer\n`);
  expect((await check(manager, id, mapping)).unknownLevels).toMatchObject([{ word: "U9 Girls", creatable: null }]);
  const newLevels = { "u9 girls": { parentId: org.levels.northClub, name: "U9 Girls", kind: "Team" } };
  const checked = await check(manager, id, { ...mapping, newLevels });
  expect(checked.fates).toMatchObject({ error: 1 });
  expect(await rowsOf(manager, id)).toMatchObject([
    { field: "level", message: "You can't add levels to “northClub”." },
  ]);
});

test("a Director creates levels below their own and nowhere else, and another organization's are none", async () => {
  const org = await world.it.anOrganization();
  const other = await world.it.anOrganization();
  const director = await org.aMember("northClub", "Club Director");
  const { id, mapping } = await upload(director, `${heading}\nAna,Lima,,U9 Girls,Volunteer\n`);
  const result = await check(director, id, mapping);
  expect(result.unknownLevels).toMatchObject([{ creatable: { parentId: org.levels.northClub } }]);
  for (const parentId of [org.levels.southClub, org.levels.root, other.levels.northClub]) {
    const newLevels = { "u9 girls": { parentId, name: "U9 Girls", kind: "Team" } };
    expect((await check(director, id, { ...mapping, newLevels })).fates).toMatchObject({ error: 1, create: 0 });
  }
  const newLevels = { "u9 girls": { parentId: org.levels.northClub, name: "U9 Girls", kind: "Team" } };
  expect((await check(director, id, { ...mapping, newLevels })).fates).toMatchObject({ create: 1 });
});

test("an importer who has lost the permission in the meantime creates nothing, and the rows say why", async () => {
  const org = await world.it.anOrganization();
  const director = await org.aMember("northClub", "Club Director");
  const { id, mapping } = await upload(
    director,
    `${heading}\nAna,Lima,,U9 Girls,Volunteer\nBea,Lima,,northTeam,Volunteer\n`,
  );
  const newLevels = { "u9 girls": { parentId: org.levels.northClub, name: "U9 Girls", kind: "Team" } };
  await check(director, id, { ...mapping, newLevels });
  await director.call(startRosterImport, { params: { id }, body: { invite: false } });
  await org.asSystem((call) =>
    call.db.execute(sql`
      UPDATE profile_level_access SET label_id = ${org.labelIds["Team Manager"]}
      WHERE organization_id = ${call.organizationId} AND profile_id = ${director.profileId}`),
  );
  await world.it.drainJobs();
  expect(await rowsOf(director, id)).toMatchObject([
    { fate: "error", field: "level", message: expect.stringContaining("can't be created") },
    { fate: "create", done: true },
  ]);
  expect((await below(org, org.levels.northClub)).map((one) => one.name)).toEqual(["northTeam", "otherTeam"]);
});

/** One step of the import's job, in the call's transaction. */
const step = (call: Call, rosterImportId: string) =>
  (writeRoster.steps as unknown as { work(call: Call, payload: { rosterImportId: string }): Promise<unknown> }).work(
    call,
    { rosterImportId },
  );

test("levels are created once, whatever ends the process, and one that somebody else has created is taken", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const words = Array.from({ length: 30 }, (_, at) => `Squad ${at}`);
  const lines = words.map((word, at) => `P${at},Lima,p${at}@example.org,${word},Volunteer`);
  const { id, mapping } = await upload(admin, `${heading}\n${lines.join("\n")}\n`);
  const newLevels = Object.fromEntries(
    words.map((name) => [name.toLowerCase(), { parentId: org.levels.southClub, name, kind: "Squad" }]),
  );
  await check(admin, id, { ...mapping, newLevels });
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await org.asSystem((call) => step(call, id));
  expect((await below(org, org.levels.southClub)).length).toBe(20);
  const cutOff = org.asSystem(async (call) => {
    await step(call, id);
    throw new Error("the process ends here");
  });
  await expect(cutOff).rejects.toThrow("the process ends here");
  const missing = words.find((word) => word === "Squad 9") as string;
  await admin.call(addLevel, { body: { parentId: org.levels.southClub, name: missing.toUpperCase(), kind: "Squad" } });
  await world.it.drainJobs();
  expect(await admin.call(getRosterImport, { params: { id } })).toMatchObject({ state: "done", written: 30 });
  const levels = await below(org, org.levels.southClub);
  expect(levels).toHaveLength(30);
  expect(levels.every((one) => one.members === 1)).toBe(true);
}, 60_000);
