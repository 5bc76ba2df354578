import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  cancelRosterImport,
  checkRosterImport,
  downloadErrorRows,
  getRosterImport,
  type ImportRowResult,
  importRowResults,
  listImportRows,
  listRosterImports,
  type RosterMapping,
  rosterFields,
  startRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { and, count, eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { openDatabase } from "../../../database/database.ts";
import { ours } from "../../../database/tenancy.ts";
import { jobTable } from "../../../jobs/queue.ts";
import { rosterImportRow } from "../../../schema/setup.ts";
import { openWorker } from "../../../worker.ts";
import { writeRoster } from "./jobs.ts";

const world = aWorld();
const rosters = join(import.meta.dirname, "../../../../test/rosters");
const heading = "Name,Last Name,Email,Level/Team,Role,Requires Guardian";

const noMapping: RosterMapping = {
  columns: {
    ...(Object.fromEntries(rosterFields.map((field) => [field, null])) as RosterMapping["columns"]),
    firstName: 0,
  },
  dateOrder: null,
  levelId: null,
  labelId: null,
  levels: {},
  labels: {},
  newLevels: {},
};

const csv = (text: string | Uint8Array, name = "roster.csv") => new File([text as string], name, { type: "text/csv" });

async function upload(by: TestPerson, file: File | string) {
  const { rosterImportId: id } = await by.call(uploadRoster, {
    body: {},
    files: [typeof file === "string" ? csv(file) : file],
  });
  return { id, ...(await by.call(getRosterImport, { params: { id } })) };
}

/** Uploads and judges, by the mapping that was proposed with changes. */
async function check(by: TestPerson, file: File | string, changes: Partial<RosterMapping> = {}) {
  const draft = await upload(by, file);
  await by.call(checkRosterImport, { params: { id: draft.id }, body: { ...draft.mapping, ...changes } });
  await world.it.drainJobs();
  return { ...draft, ...(await by.call(getRosterImport, { params: { id: draft.id } })) };
}

async function run(by: TestPerson, id: string, invite = false) {
  await by.call(startRosterImport, { params: { id }, body: { invite } });
  await world.it.drainJobs();
  return by.call(getRosterImport, { params: { id } });
}

async function rowsOf(by: TestPerson, id: string, fate?: ImportRowResult) {
  const { data } = await by.call(listImportRows, {
    params: { id },
    query: { ...(fate ? { fate } : {}), perPage: 500 },
  });
  return data;
}

/** Everybody of the organization and where they are, from the tables. */
async function people(org: Organization) {
  return org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ name: string; email: string | null; level: string; label: string }>(sql`
      SELECT profile.first_name || '|' || profile.last_name AS name, profile.email, level.name AS level, label.name AS label
      FROM profile
      JOIN profile_level_access pla ON pla.organization_id = profile.organization_id AND pla.profile_id = profile.profile_id
      JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
      JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
      WHERE profile.organization_id = ${call.organizationId} ORDER BY 1, 3, 4`);
    return rows;
  });
}

const messy = `${heading}
Ana,Lima,ana@example.org,northTeam,Head Coach,
ana,LIMA,ANA@example.org,northTeam,Head Coach,
Ana,Lima,ana@example.org,otherTeam,Head Coach,no
Bea,Lima,ana@example.org,northTeam,Volunteer,
Noa,Lima,ana@example.org,northTeam,Volunteer,yes
,Sukarno,,northTeam,Volunteer,
Cid,Nowhere,cid@example.org,norhtTeam,Volunteer,
Dan,Oddjob,dan@example.org,northTeam,Astronaut,
Eve,Mail,eve at example,northTeam,Volunteer,
,,nobody@example.org,northTeam,Volunteer,
`;

test("a messy roster: every row has a result, the valid ones are added with their requirements, and a second import adds no one", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { labels: ["Head Coach"] });
  const checked = await check(admin, messy);
  expect(checked).toMatchObject({ state: "checked", rows: 10, judged: 10, toWrite: 5, written: 0, invitable: 2 });
  const rows = await rowsOf(admin, checked.id);
  expect(rows.map(({ number, fate }) => `${number} ${fate}`)).toEqual([
    "2 create",
    "3 duplicate",
    "4 join",
    "5 create",
    "6 create",
    "7 create",
    "8 error",
    "9 error",
    "10 error",
    "11 error",
  ]);
  expect(rows.map((row) => row.message)).toEqual([
    "",
    "Duplicate of row 2.",
    "The same person as in row 2, with another membership.",
    "",
    expect.stringContaining("Add a guardian later"),
    expect.stringContaining("only one name"),
    expect.stringContaining("Did you mean “northTeam”?"),
    expect.stringContaining("no role named “Astronaut”"),
    expect.stringContaining("isn't a valid email address"),
    "The name is missing.",
  ]);
  expect(checked.unknownLevels).toMatchObject([
    { word: "norhtTeam", rows: 1, suggestions: [{ id: org.levels.northTeam }] },
  ]);
  expect(await people(org)).toHaveLength(1);

  const done = await run(admin, checked.id);
  expect(done).toMatchObject({ state: "done", written: 5, toWrite: 5 });
  const added = (await people(org)).filter((one) => !one.name.includes("Número"));
  expect(added).toEqual([
    { name: "Ana|Lima", email: "ana@example.org", level: "northTeam", label: "Head Coach" },
    { name: "Ana|Lima", email: "ana@example.org", level: "otherTeam", label: "Head Coach" },
    { name: "Bea|Lima", email: "ana@example.org", level: "northTeam", label: "Volunteer" },
    { name: "Noa|Lima", email: null, level: "northTeam", label: "Volunteer" },
    { name: "|Sukarno", email: null, level: "northTeam", label: "Volunteer" },
  ]);
  const [ana] = await rowsOf(admin, checked.id);
  expect(ana).toMatchObject({ done: true, profileLevelAccessId: expect.any(String) });
  const { rows: owed } = await org.asSystem((call) =>
    call.db.execute(sql`
      SELECT count(*)::int AS demands, count(DISTINCT requirement_id)::int AS requirements
      FROM demand WHERE organization_id = ${call.organizationId}`),
  );
  expect(owed).toEqual([{ demands: 2, requirements: 1 }]);

  const again = await check(admin, messy);
  expect(again.fates).toEqual({ create: 0, join: 0, alike: 0, present: 5, duplicate: 1, error: 4 });
  const refused = await admin.ask(startRosterImport, { params: { id: again.id }, body: { invite: false } });
  expect(refused).toMatchObject({ status: 409, body: { reason: "nothingToAdd" } });
});

test("added people are invited if requested, each address once, and never a child", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const mail = (name: string) => `${name}.${org.organizationId}@example.org`;
  const file = `${heading}
Ana,Lima,${mail("ana")},northTeam,Head Coach,
Ana,Lima,${mail("ana")},otherTeam,Head Coach,
Noa,Lima,${mail("parent")},northTeam,Volunteer,yes
`;
  const { id } = await check(admin, file);
  await run(admin, id, true);
  expect(await world.it.linksTo(mail("ana"), "/signup")).toHaveLength(1);
  expect(await world.it.linksTo(mail("parent"), "/signup")).toHaveLength(0);
  const quiet = await check(admin, `${heading}\nEli,Ito,${mail("eli")},northTeam,Volunteer,\n`);
  await run(admin, quiet.id, false);
  expect(await world.it.linksTo(mail("eli"), "/signup")).toHaveLength(0);
});

test("a word for a level or role is explained once for all rows, and remembered for the next file with these headings", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const file = `${heading}\nAna,Lima,a@example.org,The Kids,Trainer,\nBea,Lima,b@example.org,the  kids,Trainer,\n`;
  const first = await check(admin, file);
  expect(first.unknownLevels).toMatchObject([{ key: "the kids", rows: 2 }]);
  const meant = { levels: { "the kids": org.levels.northTeam }, labels: { trainer: org.labelIds["Head Coach"] } };
  const explained = await check(admin, file, meant);
  expect(explained.fates.create).toBe(2);
  await run(admin, explained.id);
  const next = await upload(admin, file);
  expect(next.mapping).toMatchObject(meant);
  const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await upload(other, file)).mapping.levels).toEqual({});
});

describe("bytes", () => {
  const lines = `${heading}\nZoë,Ünlü,z@example.org,northTeam,Volunteer,\n`;
  const utf16 = (text: string, big: boolean) => {
    const bytes = Buffer.from(text, "utf16le");
    return big ? bytes.swap16() : bytes;
  };
  test.each<[string, Uint8Array, string]>([
    ["UTF-8", Buffer.from(lines), "UTF-8"],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${lines}`), "UTF-8"],
    ["UTF-16, little end first", utf16(`\ufeff${lines}`, false), "UTF-16"],
    ["UTF-16, big end first", utf16(`\ufeff${lines}`, true), "UTF-16 (big-endian)"],
    ["UTF-16 without a mark", utf16(lines, false), "UTF-16"],
    ["UTF-16, big end first, without a mark", utf16(lines, true), "UTF-16 (big-endian)"],
    ["Latin-1", Buffer.from(lines, "latin1"), "Windows-1252 (Western European)"],
    ["separated by semicolons", Buffer.from(lines.replaceAll(",", ";")), "UTF-8"],
    ["pasted from a spreadsheet", Buffer.from(lines.replaceAll(",", "\t").replaceAll("\n", "\r\n")), "UTF-8"],
    ["old Mac line ends", Buffer.from(lines.replaceAll("\n", "\r")), "UTF-8"],
  ])("%s is read for what it is", async (_, bytes, encoding) => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const checked = await check(admin, csv(bytes));
    expect(checked).toMatchObject({ encoding, fates: { create: 1 } });
    expect(await rowsOf(admin, checked.id)).toMatchObject([{ number: 2, firstName: "Zoë", lastName: "Ünlü" }]);
  });

  test("broken quotes and cells too many make faulty rows, not a lost file", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const checked = await check(admin, csv(await readFile(join(rosters, "ragged-quotes.csv"))), {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
    });
    expect(await rowsOf(admin, checked.id)).toMatchObject([
      { number: 2, fate: "error", message: expect.stringContaining("quotation mark") },
      { number: 3, fate: "error", message: expect.stringContaining("1 more cell than there are columns") },
    ]);
    const nickname = await check(
      admin,
      `${heading}\nRobert "Bob",Smith,b@example.org,northTeam,Volunteer,\n\n"Li\nna",Wu,,northTeam,Volunteer,\n`,
    );
    expect((await rowsOf(admin, nickname.id)).map((row) => [row.number, row.firstName, row.fate])).toEqual([
      [2, 'Robert "Bob"', "create"],
      [4, "Li na", "create"],
    ]);
  });

  test("what is cut short for showing is never cut through a character", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const long = `x${"😀".repeat(80)}`;
    const draft = await upload(admin, csv(`Name,${long}\nAna,${long}\n`, `${long.repeat(3)}.csv`));
    expect(
      draft.preview
        .flat()
        .concat(draft.headers, draft.fileName)
        .every((text) => text.isWellFormed()),
    ).toBe(true);
  });

  test("unusual names stay what they are", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const everybody = { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer };
    const checked = await check(admin, csv(await readFile(join(rosters, "unusual-names.csv"))), everybody);
    const rows = await rowsOf(admin, checked.id);
    expect(rows.filter((row) => row.fate === "error").map((row) => row.message)).toEqual([
      expect.stringContaining("hidden or broken"),
    ]);
    const done = await run(admin, checked.id);
    expect(done.written).toBe(done.toWrite);
    const names = (await people(org)).map((one) => one.name);
    const kept = [
      "|Sukarno",
      "Nguyễn Thị Minh|Khai",
      "小龍|李",
      "محمد عبد|الله",
      "|NaN",
      "Robert'); DROP TABLE|Students;--",
    ];
    expect(kept.filter((name) => !names.includes(name))).toEqual([]);
    const again = await check(admin, csv(await readFile(join(rosters, "unusual-names.csv"))), everybody);
    expect([again.fates.create, again.fates.join]).toEqual([0, 0]);
  });

  test("naughty strings are names or say why not; nothing else happens", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const strings = JSON.parse(await readFile(join(rosters, "blns.json"), "utf8")) as string[];
    const quoted = strings.map((one) => `"${one.replaceAll('"', '""')}"`);
    const checked = await check(admin, `Last Name\n${quoted.join("\n")}\n`, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
    });
    expect(checked.judged).toBe(strings.filter((one) => one.trim() !== "").length);
    const done = await run(admin, checked.id);
    expect(done).toMatchObject({ state: "done", written: done.toWrite });
    expect(done.toWrite).toBeGreaterThan(300);
  });

  test.each<[string, Uint8Array | string, string, number, RegExp]>([
    [
      "a workbook that is none",
      Buffer.from("504b0304140000000800", "hex"),
      "roster.xlsx",
      415,
      /Save the sheet as CSV/,
    ],
    ["an older workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "roster.xls", 415, /Save it as .xlsx or CSV/],
    ["an image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "roster.csv", 415, /isn't a spreadsheet/],
    ["nothing", "\n\n", "roster.csv", 415, /has no rows/],
    ["a heading alone", heading, "roster.csv", 415, /a heading but no rows/],
    ["too many columns", `${"Name,".repeat(61)}x\n${"a,".repeat(61)}b\n`, "roster.csv", 413, /at most 60/],
    ["too many rows", `Name\n${"a\n".repeat(100_001)}`, "roster.csv", 413, /100,000/],
  ])("%s is refused with what to do", async (_, bytes, name, status, message) => {
    const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const answer = await admin.ask(uploadRoster, { body: {}, files: [csv(bytes, name)] });
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  });
});

test("rows with errors can be downloaded with their columns and the reason, and no cell is a formula", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const file = await readFile(join(rosters, "csv-injection.csv"));
  const checked = await check(admin, csv(file, "club, spring.csv"), { labelId: org.labelIds.Volunteer });
  const answer = await admin.ask(downloadErrorRows, { params: { id: checked.id } });
  expect(answer.headers.get("content-disposition")).toContain("club%2C%20spring-rows-with-errors.csv");
  const text = answer.body as unknown as string;
  const [head, ...lines] = text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
  expect(head).toBe("FirstName,LastName,Email,Row,Error");
  expect(lines).toHaveLength(12);
  expect(lines.filter((line) => /^"?[=+\-@\t\r＝＋－＠]/.test(line))).toEqual([]);
  expect(lines[0]).toBe(
    '\'=1+1,Smith,a@example.test,2,"The level is missing. Enter one, or choose a level for all rows without one."',
  );
  expect(lines.at(-1)).toMatch(/^'=1\+1,/);
});

describe("the importer", () => {
  test("finds the last of very many levels, and names from above as far as their own reach", async () => {
    const org = await world.it.anOrganization();
    const many = 11_000;
    await org.asSystem((call) =>
      call.db.execute(sql`
        INSERT INTO level (organization_id, level_id, parent_id, name, kind, pre, last, depth, created_at)
        SELECT organization_id, gen_random_uuid(), level_id, 'Team ' || number, 'Team', last + number, last + number, 1, now()
        FROM level, generate_series(1, ${many}::int) AS number
        WHERE organization_id = ${call.organizationId} AND parent_id IS NULL`),
    );
    await org.asSystem((call) =>
      call.db.execute(sql`
        UPDATE level SET last = last + ${many}::int
        WHERE organization_id = ${call.organizationId} AND parent_id IS NULL`),
    );
    const admin = await org.aMember("root", "Administrator");
    const checked = await check(admin, `${heading}\nA,Last,,Team ${many},Volunteer,\n`);
    expect(checked.fates.create).toBe(1);
    expect((await run(admin, checked.id)).written).toBe(1);
    const manager = await org.aMember("northClub", "Team Manager");
    const own = await check(
      manager,
      `${heading}\nA,In,,north / northTeam,Volunteer,\nB,Out,,Team ${many},Volunteer,\nC,Up,,north,Volunteer,\n`,
    );
    expect((await rowsOf(manager, own.id)).map((row) => row.message.replace(/ Did you.*/, ""))).toEqual([
      expect.not.stringContaining("level"),
      `There is no level named “Team ${many}”.`,
      expect.stringContaining("outside the levels you manage"),
    ]);
  }, 120_000);

  test("adds people within their reach, and gives no role above their own", async () => {
    const org = await world.it.anOrganization();
    const manager = await org.aMember("northClub", "Team Manager");
    const checked = await check(
      manager,
      `${heading}\nA,In,,northTeam,Volunteer,\nB,Out,,southClub,Volunteer,\nC,High,,northTeam,Club Director,\n`,
    );
    expect((await rowsOf(manager, checked.id)).map((row) => [row.fate, row.field])).toEqual([
      ["create", null],
      ["error", "level"],
      ["error", "label"],
    ]);
  });

  test("learns nothing of people they may not see; these join all the same", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const row = (level: string) => `${heading}\nAna,Lima,ana@example.org,${level},Volunteer,\n`;
    await run(admin, (await check(admin, row("southClub"))).id);
    const manager = await org.aMember("northClub", "Team Manager");
    const checked = await check(manager, row("northTeam"));
    expect(checked.fates).toMatchObject({ create: 1, join: 0 });
    expect((await check(admin, row("northTeam"))).fates).toMatchObject({ create: 0, join: 1 });
    expect((await run(manager, checked.id)).written).toBe(1);
    expect((await check(manager, row("otherTeam"))).fates).toMatchObject({ create: 0, join: 1 });
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`
        SELECT count(DISTINCT profile_id)::int AS people, count(*)::int AS memberships
        FROM profile JOIN profile_level_access AS pla USING (organization_id, profile_id)
        WHERE organization_id = ${call.organizationId} AND profile.last_name = 'Lima'`),
    );
    expect(rows).toEqual([{ people: 1, memberships: 2 }]);
  });

  test("gets no words from colleagues but those for levels and roles, and none for levels elsewhere", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const file = `${heading}\nAna,Lima,,The Kids,Helper,\nBea,Lima,,Downtown,Helper,\n`;
    const { northTeam, southClub } = org.levels;
    const { id } = await check(admin, file, {
      levels: { "the kids": northTeam, downtown: southClub, "cid planted": northTeam },
      labels: { helper: org.labelIds.Volunteer, "dan planted": org.labelIds.Volunteer },
    });
    await run(admin, id);
    const meant = {
      levels: { "the kids": northTeam, downtown: southClub },
      labels: { helper: org.labelIds.Volunteer },
    };
    const { levels, labels } = (await upload(admin, file)).mapping;
    expect({ levels, labels }).toEqual(meant);
    const manager = await org.aMember("northClub", "Team Manager");
    expect((await upload(manager, file)).mapping.levels).toEqual({ "the kids": northTeam });
  });

  test("who has lost the permission in the meantime adds no one", async () => {
    const org = await world.it.anOrganization();
    const manager = await org.aMember("northClub", "Team Manager");
    const checked = await check(manager, `${heading}\nA,In,,northTeam,Volunteer,\n`);
    await manager.call(startRosterImport, { params: { id: checked.id }, body: { invite: false } });
    await org.asSystem((call) =>
      call.db.execute(sql`
        UPDATE profile_level_access SET label_id = ${org.labelIds.Volunteer}
        WHERE organization_id = ${call.organizationId} AND profile_id = ${manager.profileId}`),
    );
    await world.it.drainJobs();
    expect((await people(org)).map((one) => one.name)).not.toContain("A|In");
  });

  test("is not a member without a role, and sees no import of anybody else", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    expect((await coach.ask(uploadRoster, { body: {}, files: [csv(messy)] })).status).toBe(403);
    const admin = await org.aMember("root", "Administrator");
    const { id } = await upload(admin, messy);
    const colleague = await org.aMember("root", "Administrator");
    expect((await colleague.ask(getRosterImport, { params: { id } })).status).toBe(404);
    expect(await colleague.call(listRosterImports)).toEqual([]);
    expect((await admin.call(listRosterImports)).map((one) => one.rosterImportId)).toEqual([id]);
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect((await stranger.ask(listImportRows, { params: { id } })).status).toBe(404);
  });
});

/** Many people at four places, some rows of them twice; always the same. */
function aLongRoster(rows: number): string {
  const teams = ["northTeam", "otherTeam", "northClub", "southClub"];
  const lines = Array.from({ length: rows }, (_, at) => {
    const who = at % 50 === 49 ? at - 1 : at;
    return `Person ${who},Nº ${who % 97},p${who}@example.org,${teams[who % 4]},${who % 3 ? "Volunteer" : "Head Coach"},`;
  });
  return `${heading}\n${lines.join("\n")}\n`;
}

/** How many rows have which fate, counted from the rows. */
async function fatesOfRows(org: Organization, rosterImportId: string) {
  const rows = await org.asSystem((call) =>
    call.db
      .select({ fate: rosterImportRow.fate, rows: count() })
      .from(rosterImportRow)
      .where(and(ours(rosterImportRow, call), eq(rosterImportRow.rosterImportId, rosterImportId)))
      .groupBy(rosterImportRow.fate),
  );
  const none = Object.fromEntries(importRowResults.map((fate) => [fate, 0]));
  return { ...none, ...Object.fromEntries(rows.map((one) => [one.fate, one.rows])) };
}

/** One step of the import's job, in the call's transaction. */
const step = (call: Call, rosterImportId: string) =>
  (writeRoster.steps as unknown as { work(call: Call, payload: { rosterImportId: string }): Promise<unknown> }).work(
    call,
    {
      rosterImportId,
    },
  );

describe("a long file", () => {
  test("is judged and imported in steps; a process that ends in between doubles nothing", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Head Coach"] });
    const draft = await upload(admin, aLongRoster(5_500));
    const started = await admin.call(checkRosterImport, { params: { id: draft.id }, body: draft.mapping });
    expect(started.state).toBe("checking");
    await world.it.drainJobs();
    const checked = await admin.call(getRosterImport, { params: { id: draft.id } });
    expect(checked).toMatchObject({ state: "checked", judged: 5_500, fates: { create: 5_390, duplicate: 110 } });

    await admin.call(startRosterImport, { params: { id: draft.id }, body: { invite: false } });
    const far = () => admin.call(getRosterImport, { params: { id: draft.id } });
    // Some of the steps, and then one that is cut off before it commits.
    for (let steps = 0; steps < 3; steps += 1) await org.asSystem((call) => step(call, draft.id));
    const before = await far();
    expect(before.state).toBe("running");
    expect(before.written).toBeGreaterThan(0);
    expect(before.written).toBeLessThan(5_390);
    const cutOff = org.asSystem(async (call) => {
      await step(call, draft.id);
      throw new Error("the process ends here");
    });
    await expect(cutOff).rejects.toThrow("the process ends here");
    expect(await far()).toEqual(before);
    await world.it.drainJobs();
    const after = await far();
    expect(after).toMatchObject({ state: "done", written: 5_390 });
    expect(after.fates).toEqual(await fatesOfRows(org, draft.id));
    const all = await people(org);
    expect(all).toHaveLength(5_391);
    expect(new Set(all.map((one) => one.email)).size).toBe(5_391);
  }, 120_000);

  test("is read once for all the steps of its dry run", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const draft = await upload(admin, aLongRoster(10_500));
    await admin.call(checkRosterImport, { params: { id: draft.id }, body: draft.mapping });
    let opened = 0;
    const { files } = world.it.adapters;
    const counting = {
      ...files,
      open: async (key: string) => {
        opened += 1;
        return files.open(key);
      },
    };
    const database = await openDatabase(world.it.clone.appUrl, { max: 5, log: () => undefined });
    const worker = openWorker({
      pool: database.pool,
      adapters: { ...world.it.adapters, files: counting },
      identity: world.it.identity,
      now: world.it.clock.now,
      log: { info: () => undefined, error: () => undefined },
    });
    const steps = (await worker.drainJobs()).map((one) => one.outcome);
    expect(steps.filter((outcome) => outcome === "again").length).toBeGreaterThan(5);
    expect(steps.at(-1)).toBe("done");
    await worker.stop();
    await database.close();
    expect(opened).toBe(1);
    expect(await admin.call(getRosterImport, { params: { id: draft.id } })).toMatchObject({
      state: "checked",
      read: 10_500,
      judged: 10_500,
      fates: { duplicate: 210 },
    });
  }, 60_000);

  test("that is canceled keeps what was done, says so, and can be taken up again", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { id } = await check(admin, aLongRoster(1_200));
    await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
    await org.asSystem((call) => step(call, id));
    const { state, written } = await admin.call(cancelRosterImport, { params: { id } });
    expect(state).toBe("canceled");
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(1_176);
    await world.it.drainJobs();
    expect(await people(org)).toHaveLength(written + 1);
    expect((await admin.ask(cancelRosterImport, { params: { id } })).status).toBe(409);
    expect(await run(admin, id)).toMatchObject({ state: "done", written: 1_176 });
    expect(await people(org)).toHaveLength(1_177);
  }, 60_000);
});

/** Resolves once a transaction waits for its turn. */
async function somebodyWaits() {
  for (;;) {
    const { rows } = await world.it.database.pool.query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    if (rows.length > 0) return;
  }
}

test("two imports of the same people at the same moment add each of them once", async () => {
  const org = await world.it.anOrganization();
  const both = [await org.aMember("root", "Administrator"), await org.aMember("root", "Administrator")];
  const ids: string[] = [];
  for (const admin of both) {
    ids.push((await check(admin, aLongRoster(300))).id);
  }
  for (const [at, admin] of both.entries()) {
    await admin.call(startRosterImport, { params: { id: ids[at] as string }, body: { invite: false } });
  }
  const [first, second] = ids as [string, string];
  const stepped = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const early = org.asSystem(async (call) => {
    await step(call, first);
    stepped.resolve();
    await goOn.promise;
  });
  await stepped.promise;
  const late = org.asSystem((call) => step(call, second));
  await Promise.race([late, somebodyWaits()]);
  goOn.resolve();
  await Promise.all([early, late]);
  await world.it.drainJobs();
  expect(await people(org)).toHaveLength(294 + 2);
  const [one, other] = await Promise.all(
    both.map((admin, at) => admin.call(getRosterImport, { params: { id: ids[at] as string } })),
  );
  // Each is at another step when the other has its turn.
  expect((one?.written ?? 0) + (other?.written ?? 0)).toBe(294);
  for (const id of ids) {
    const roster = await both[ids.indexOf(id)]?.call(getRosterImport, { params: { id } });
    expect(roster?.fates).toEqual(await fatesOfRows(org, id));
  }
});

test("a canceled dry run is a draft again, and starts over", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const draft = await upload(admin, aLongRoster(2_100));
  const params = { id: draft.id };
  await admin.call(checkRosterImport, { params, body: draft.mapping });
  expect(await admin.call(cancelRosterImport, { params })).toEqual({ state: "draft", written: 0 });
  await world.it.drainJobs();
  expect(await admin.call(getRosterImport, { params })).toMatchObject({ state: "draft", judged: 0 });
  const start = await admin.ask(startRosterImport, { params, body: { invite: false } });
  expect(start).toMatchObject({ status: 409, body: { message: "Check the rows first." } });
  await admin.call(checkRosterImport, { params, body: { ...draft.mapping, levelId: org.levels.north } });
  await admin.call(checkRosterImport, { params, body: draft.mapping });
  await world.it.drainJobs();
  expect(await admin.call(getRosterImport, { params })).toMatchObject({ state: "checked", judged: 2_100 });
});

test("an import whose job was given up says so, and can be begun again", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const draft = await upload(admin, aLongRoster(2_100));
  const params = { id: draft.id };
  const giveUpJobs = () =>
    world.it.database.pool.query(
      `UPDATE ${jobTable} SET state = 'failed' WHERE data->'payload'->>'rosterImportId' = $1`,
      [draft.id],
    );
  const notice = async () => {
    await world.it.runSchedule("imports.noticeAbandoned");
    const { state, failure } = await admin.call(getRosterImport, { params });
    return { state, failure };
  };
  const sentence = expect.stringContaining("Nothing is lost. Try again.");
  await admin.call(checkRosterImport, { params, body: draft.mapping });
  expect(await notice()).toEqual({ state: "checking", failure: null });
  await giveUpJobs();
  expect(await notice()).toEqual({ state: "draft", failure: sentence });
  await admin.call(checkRosterImport, { params, body: draft.mapping });
  await world.it.drainJobs();
  expect(await notice()).toEqual({ state: "checked", failure: null });
  await admin.call(startRosterImport, { params, body: { invite: false } });
  expect(await notice()).toEqual({ state: "running", failure: null });
  await giveUpJobs();
  expect(await notice()).toEqual({ state: "failed", failure: sentence });
  expect(await run(admin, draft.id)).toMatchObject({ state: "done", failure: null, written: 2_058 });
}, 60_000);

test("the file is kept for as long as the import is: a day later its rows with errors are still there", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id } = await check(admin, messy);
  world.it.clock.shift += 2 * 86_400_000;
  try {
    await world.it.runSchedule("http.removeOrphanedFiles");
  } finally {
    world.it.clock.shift = 0;
  }
  const answer = await admin.ask(downloadErrorRows, { params: { id } });
  expect([answer.status, String(answer.body).split("\r\n").length]).toEqual([200, 6]);
});

test("a file is read with no transaction open, so that a long one holds nobody's connection", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { files } = world.it.adapters;
  const { pool } = world.it.database;
  const open = files.open.bind(files);
  const held: number[] = [];
  const opening = vi.spyOn(files, "open").mockImplementation((storageKey) => {
    held.push(pool.totalCount - pool.idleCount);
    return open(storageKey);
  });
  try {
    const { id, fates } = await check(admin, `${heading}\nAna,Lima,ana@example.org,northTeam,Head Coach,`);
    expect(fates.create).toBe(1);
    // It is looked at as it comes in, and read then and for the dry run.
    expect(held).toEqual([0, 0, 0]);
    const stranger = await org.aMember("northTeam", "Head Coach");
    const refused = await stranger.ask(checkRosterImport, { params: { id }, body: noMapping });
    expect(refused.status).toBe(403);
    const upload = await stranger.ask(uploadRoster, { body: {}, files: [csv("Name\nAna")] });
    expect(upload.status).toBe(403);
    // What they sent is looked at, and not read.
    expect(held).toEqual([0, 0, 0, 0]);
  } finally {
    opening.mockRestore();
  }
});

test("an upload that is repeated under its key is answered as before, and its file is not read again", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const opening = vi.spyOn(world.it.adapters.files, "open");
  const roster = `${heading}\nAna,Lima,ana@example.org,northTeam,Head Coach,`;
  const send = (text: string) => admin.ask(uploadRoster, { body: {}, files: [csv(text)], key: "k1" });
  try {
    const first = await send(roster);
    // Looked at, and read.
    expect([first.status, opening.mock.calls.length]).toEqual([200, 2]);
    const stored = await world.it.storedKeys();
    expect(await send(roster)).toMatchObject({ status: 200, body: first.body });
    expect((await send(`${roster}Yes`)).status).toBe(409);
    // Each of the two was looked at as it came in, and not read.
    expect(opening).toHaveBeenCalledTimes(4);
    expect((await world.it.storedKeys()).sort()).toEqual(stored.sort());
  } finally {
    opening.mockRestore();
  }
});

test("a month later the file, its rows and the import are gone; the people stay", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id } = await check(admin, messy);
  await run(admin, id);
  const [ana] = await rowsOf(admin, id);
  world.it.clock.shift += 31 * 86_400_000;
  try {
    await world.it.runSchedule("imports.forget");
  } finally {
    world.it.clock.shift = 0;
  }
  expect((await admin.ask(getRosterImport, { params: { id } })).status).toBe(404);
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`SELECT number FROM roster_import_row WHERE organization_id = ${call.organizationId}`),
  );
  expect(rows).toEqual([]);
  expect(ana?.profileLevelAccessId).toBeTruthy();
  expect((await people(org)).length).toBe(6);
});
