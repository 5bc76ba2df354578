import {
  checkRosterImport,
  downloadErrorRows,
  fixImportRow,
  getRosterImport,
  listImportRows,
  mostFixedRows,
  type RosterMapping,
  startRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
const heading = "First name,Last name,Email,Birth date,Team,Role";

async function check(by: TestPerson, text: string, changes: Partial<RosterMapping> = {}) {
  const { rosterImportId: id } = await by.call(uploadRoster, {
    body: {},
    files: [new File([text], "roster.csv", { type: "text/csv" })],
  });
  const { mapping } = await by.call(getRosterImport, { params: { id } });
  await by.call(checkRosterImport, { params: { id }, body: { ...mapping, ...changes } });
  return { id, ...(await by.call(getRosterImport, { params: { id } })) };
}

const rowsOf = async (by: TestPerson, id: string) => (await by.call(listImportRows, { params: { id } })).data;
const fix = (by: TestPerson, id: string, number: number, cells: object, revision = 0) =>
  by.ask(fixImportRow, { params: { id, number: String(number) }, body: { cells, revision } });

const faulty = `${heading}
Ana,Lima,ana at example,1990-01-01,northTeam,Volunteer
Bea,Lima,bea@example.org,1990-02-31,nowhere,Volunteer
Cid,Lima,cid@example.org,1990-01-01,northTeam,Volunteer
`;

test("a row is fixed in place: it alone is judged again, and is imported with the others", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id } = await check(admin, faulty);
  const [ana, bea, cid] = await rowsOf(admin, id);
  expect(ana).toMatchObject({ fate: "error", field: "email", cells: { email: "ana at example" }, revision: 0 });
  expect(bea).toMatchObject({ fate: "error", cells: { dateOfBirth: "1990-02-31", level: "nowhere" } });
  expect(cid).toMatchObject({ fate: "create", cells: null });

  const first = await fix(admin, id, 2, { email: "ana@example.org" });
  expect(first).toMatchObject({ status: 200, body: { fate: "create", email: "ana@example.org", revision: 1 } });
  const half = await fix(admin, id, 3, { dateOfBirth: "1990-02-28" });
  expect(half.body).toMatchObject({ fate: "error", field: "level", message: expect.stringContaining("“nowhere”") });
  const whole = await fix(admin, id, 3, { level: "otherTeam" }, 1);
  expect(whole.body).toMatchObject({ fate: "create", dateOfBirth: "1990-02-28", level: "otherTeam", revision: 2 });
  expect(await rowsOf(admin, id)).toMatchObject([{ fate: "create" }, { fate: "create" }, cid]);
  expect(await admin.call(getRosterImport, { params: { id } })).toMatchObject({
    fates: { create: 3, error: 0 },
    toWrite: 3,
    invitable: 3,
  });
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  expect(await admin.call(getRosterImport, { params: { id } })).toMatchObject({ state: "done", written: 3 });
  // What is imported is changed at the person.
  expect(await fix(admin, id, 2, { email: "other@example.org" }, 1)).toMatchObject({ status: 409 });
});

test("what was fixed outlasts a reload and another reading of the file, and stands in the download", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id, mapping } = await check(admin, faulty);
  await fix(admin, id, 2, { email: "ana@example.org" });
  await fix(admin, id, 3, { dateOfBirth: "1990-02-28" });
  await admin.call(checkRosterImport, { params: { id }, body: { ...mapping, labelId: org.labelIds["Head Coach"] } });
  const [ana, bea] = await rowsOf(admin, id);
  expect(ana).toMatchObject({ fate: "create", email: "ana@example.org", revision: 1 });
  expect(bea).toMatchObject({ fate: "error", field: "level", cells: { dateOfBirth: "1990-02-28" }, revision: 1 });
  const answer = await admin.ask(downloadErrorRows, { params: { id } });
  expect(String(answer.body)).toContain("Bea,Lima,bea@example.org,1990-02-28,nowhere");
});

test("a row fixed in two windows at once keeps the first change, and the second gets a conflict", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id } = await check(admin, faulty);
  const both = await Promise.all([
    fix(admin, id, 2, { email: "one@example.org" }),
    fix(admin, id, 2, { email: "two@example.org" }),
  ]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
  const refused = both.find((one) => one.status === 409);
  expect(refused?.body).toMatchObject({
    reason: "concurrentChange",
    message: expect.stringContaining("another window"),
  });
  const kept = both.find((one) => one.status === 200)?.body;
  const [ana] = await rowsOf(admin, id);
  expect(ana).toEqual(kept);
});

test("a fixed row that says what another says is a repetition; rows that repeated it are judged again", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id } = await check(
    admin,
    `${heading}\nAna,Lima,broken,,northTeam,Volunteer\nAna,Lima,ana@example.org,,northTeam,Volunteer\nana,Lima,broken,,northTeam,Volunteer\n`,
  );
  expect((await fix(admin, id, 2, { email: "ana@example.org" })).body).toMatchObject({ fate: "duplicate" });
  expect((await fix(admin, id, 2, { email: "other@example.org" }, 1)).body).toMatchObject({ fate: "create" });
  expect((await fix(admin, id, 4, { email: "other@example.org" })).body).toMatchObject({
    fate: "duplicate",
    message: "Duplicate of row 2.",
  });
  // Row 4 is somebody else once row 2 is.
  await fix(admin, id, 2, { email: "third@example.org" }, 2);
  const rows = await rowsOf(admin, id);
  expect(rows.map((row) => row.fate)).toEqual(["create", "create", "create"]);
  expect(await admin.call(getRosterImport, { params: { id } })).toMatchObject({ fates: { create: 3, duplicate: 0 } });
});

test("a row whose cells could not be told apart is taken as it is corrected", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { id } = await check(admin, `${heading}\nAna,Lima,ana@example.org,,northTeam,Volunteer,one too many\n`);
  expect((await rowsOf(admin, id))[0]).toMatchObject({ fate: "error", field: null });
  expect((await fix(admin, id, 2, {})).body).toMatchObject({ fate: "create", firstName: "Ana" });
});

test("only rows with errors can be fixed, by the importer, within their permissions, and a limited number of times", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const colleague = await org.aMember("root", "Administrator");
  const manager = await org.aMember("northClub", "Team Manager");
  const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const { id } = await check(admin, faulty);
  expect(await fix(admin, id, 4, { email: "x@example.org" })).toMatchObject({
    status: 409,
    body: { reason: "notFaulty" },
  });
  expect((await fix(admin, id, 99, {})).status).toBe(404);
  for (const other of [colleague, stranger, manager]) expect((await fix(other, id, 2, {})).status).toBe(404);

  const own = await check(manager, `${heading}\nDan,Far,dan@example.org,,nowhere,Volunteer\n`);
  const beyond = await fix(manager, own.id, 2, { level: "southClub" });
  expect(beyond.body).toMatchObject({ fate: "error", field: "level" });
  const above = await fix(manager, own.id, 2, { level: "northTeam", label: "Club Director" }, 1);
  expect(above.body).toMatchObject({ fate: "error", field: "label" });

  await org.asSystem((call) =>
    call.db.execute(sql`
      INSERT INTO roster_import_fix (organization_id, roster_import_id, number, cells, revision, fixed_at)
      SELECT ${call.organizationId}::uuid, ${id}::uuid, number, '{}', 1, now()
      FROM generate_series(1001, 1000 + ${mostFixedRows}::int) AS number`),
  );
  expect(await fix(admin, id, 2, { email: "a@example.org" })).toMatchObject({
    status: 409,
    body: { reason: "tooMany" },
  });
});
