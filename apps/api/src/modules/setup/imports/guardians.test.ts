import { getMemberFamily } from "@touchline/contract/joining/families";
import { addMember } from "@touchline/contract/people/profiles";
import { getProfileDetails } from "@touchline/contract/requirements/profile-details";
import {
  checkRosterImport,
  getRosterImport,
  listImportRows,
  type RosterMapping,
  startRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aFamilyOrganization, bornYearsAgo } from "../../../../test/families.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { writeRoster } from "./jobs.ts";

const world = aWorld();
const heading =
  "First name,Last name,Email,Birth date,Phone,Team,Role,Parent first name,Parent last name,Parent email,Parent 2 name,Parent 2 email";

async function check(by: TestPerson, text: string, changes: Partial<RosterMapping> = {}) {
  const { rosterImportId: id } = await by.call(uploadRoster, {
    body: {},
    files: [new File([text], "roster.csv", { type: "text/csv" })],
  });
  const { mapping } = await by.call(getRosterImport, { params: { id } });
  await by.call(checkRosterImport, { params: { id }, body: { ...mapping, ...changes } });
  await world.it.drainJobs();
  return { id, ...(await by.call(getRosterImport, { params: { id } })) };
}

const rowsOf = async (by: TestPerson, id: string) => (await by.call(listImportRows, { params: { id } })).data;

async function run(by: TestPerson, id: string, invite = true) {
  await by.call(startRosterImport, { params: { id }, body: { invite } });
  await world.it.drainJobs();
  return by.call(getRosterImport, { params: { id } });
}

type Kept = {
  name: string;
  email: string | null;
  born: string | null;
  places: string | null;
  guards: string | null;
  status: string | null;
};

/** Everybody whose last name is one, with where they take part and for whom they act. */
async function family(org: Organization, lastName: string): Promise<Kept[]> {
  const { rows } = await org.asSystem((call) =>
    call.db.execute<Kept>(sql`
      SELECT profile.first_name AS name, profile.email, profile.date_of_birth::text AS born,
        (SELECT string_agg(label.name || ' at ' || level.name, ', ' ORDER BY level.name)
          FROM profile_level_access AS pla
          JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
          JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
          WHERE pla.organization_id = profile.organization_id AND pla.profile_id = profile.profile_id) AS places,
        (SELECT string_agg(child.first_name, ', ' ORDER BY child.first_name) FROM guardianship
          JOIN profile AS child ON child.organization_id = guardianship.organization_id
            AND child.profile_id = guardianship.child_profile_id
          WHERE guardianship.organization_id = profile.organization_id AND guardianship.ended_at IS NULL
            AND guardianship.guardian_profile_id = profile.profile_id) AS guards,
        (SELECT min(standing.overall_status) FROM profile_level_access AS pla
          JOIN member_standing AS standing ON standing.organization_id = pla.organization_id
            AND standing.profile_level_access_id = pla.profile_level_access_id
          WHERE pla.organization_id = profile.organization_id AND pla.profile_id = profile.profile_id) AS status
      FROM profile WHERE profile.organization_id = ${call.organizationId} AND profile.last_name = ${lastName}
      ORDER BY profile.first_name`),
  );
  return rows;
}

test("a child is added without a login, its guardians are invited and act for it, and siblings share them", async () => {
  const { org, admin } = await aFamilyOrganization(world.it);
  const mail = (name: string) => `${name}.${org.organizationId}@example.org`;
  const file = `${heading}
Noa,Kraus,${mail("noa")},2014-05-05,206 555 0142,northTeam,Player,Ana,Kraus,${mail("ana")},Bo Kraus,${mail("bo")}
Mia,Kraus,,2016-02-03,,otherTeam,Player,Ana,Kraus,${mail("ana").toUpperCase()},,
Max,Kraus,${mail("max")},1990-01-01,,northTeam,Volunteer,Ana,Kraus,${mail("ana")},,
`;
  const checked = await check(admin, file);
  const rows = await rowsOf(admin, checked.id);
  expect(
    rows.map((row) => [row.fate, row.minor, row.guardians.map((one) => [one.name, one.fate, one.message])]),
  ).toEqual([
    [
      "create",
      true,
      [
        ["Ana Kraus", "new", ""],
        ["Bo Kraus", "new", ""],
      ],
    ],
    ["create", true, [["Ana Kraus", "new", "The same person as in row 2."]]],
    ["create", false, []],
  ]);
  expect(rows.map((row) => row.message)).toEqual([
    "This child has no login. The child's own email address isn't stored.",
    "This child has no login.",
    "This person is 18 or older, so the guardian is left out.",
  ]);
  // Ana, Bo and Max.
  expect(checked).toMatchObject({ invitable: 3, toWrite: 3 });
  expect(await run(admin, checked.id)).toMatchObject({ state: "done", written: 3 });

  expect(await family(org, "Kraus")).toMatchObject([
    { name: "Ana", email: mail("ana"), born: null, places: "Parent at northTeam", guards: "Mia, Noa" },
    { name: "Bo", email: mail("bo"), places: "Parent at northTeam", guards: "Noa" },
    { name: "Max", email: mail("max"), born: "1990-01-01", places: "Volunteer at northTeam", guards: null },
    { name: "Mia", email: null, born: "2016-02-03", places: "Player at otherTeam", guards: null },
    { name: "Noa", email: null, born: "2014-05-05", places: "Player at northTeam", guards: null },
  ]);
  const invited = async (name: string) => (await world.it.linksTo(mail(name), "/signup")).length;
  expect([await invited("noa"), await invited("ana"), await invited("bo"), await invited("max")]).toEqual([0, 1, 1, 1]);
  const [noa] = await rowsOf(admin, checked.id);
  const target = { profileLevelAccessId: noa?.profileLevelAccessId as string };
  const members = await admin.call(getMemberFamily, { params: { id: target.profileLevelAccessId } });
  expect(members.guardians.map((one) => one.firstName)).toEqual(["Ana", "Bo"]);
  const details = await admin.call(getProfileDetails, { params: { id: members.profileId } });
  expect(details.contactInformation).toMatchObject({ phone: "206 555 0142", email: null });

  // The same file again adds nobody, and nobody twice.
  const again = await check(admin, file);
  expect(again.fates).toMatchObject({ present: 3, create: 0, join: 0 });
});

test("a guardian who is here already is linked and not doubled, whatever the name is written like; children follow them", async () => {
  const { org, admin, parent } = await aFamilyOrganization(world.it);
  const checked = await check(
    admin,
    `${heading}\nNoa,Otto,,2014-05-05,,northTeam,Player,Mother,Otto,${parent.email.toUpperCase()},,\n`,
  );
  const [row] = await rowsOf(admin, checked.id);
  expect(row?.guardians).toMatchObject([{ fate: "known", message: expect.stringContaining("has this email address") }]);
  expect(checked.invitable).toBe(0);
  const before = await world.it.linksTo(parent.email, "/signup");
  await run(admin, checked.id);
  expect(await family(org, "Otto")).toMatchObject([{ name: "Noa", status: "NoRequirements" }]);
  expect(await world.it.linksTo(parent.email, "/signup")).toEqual(before);
  const members = await admin.call(getMemberFamily, { params: { id: parent.plaId } });
  expect(members.children.map((one) => one.firstName)).toEqual(["Noa"]);
});

test("the day before the 18th birthday somebody is a child, on it an adult", async () => {
  const { admin } = await aFamilyOrganization(world.it);
  const now = world.it.clock.now();
  const born = [bornYearsAgo(now, 18, 2), bornYearsAgo(now, 18, -2)];
  const lines = born.map((day, at) => `P${at},Day,p${at}@example.org,${day},,northTeam,Player,,,,,`);
  const { id } = await check(admin, `${heading}\n${lines.join("\n")}\n`);
  expect((await rowsOf(admin, id)).map((row) => row.minor)).toEqual([true, false]);
});

test("nobody makes themselves a guardian by a roster; the child is added all the same", async () => {
  const { org, admin } = await aFamilyOrganization(world.it);
  const checked = await check(admin, `${heading}\nNoa,Self,,2014-05-05,,northTeam,Player,Me,Self,${admin.email},,\n`);
  const [row] = await rowsOf(admin, checked.id);
  expect(row?.guardians).toMatchObject([{ fate: "left", message: expect.stringContaining("Ask a colleague") }]);
  await run(admin, checked.id);
  expect(await family(org, "Self")).toMatchObject([{ name: "Noa" }]);
  expect((await admin.call(getMemberFamily, { params: { id: admin.plaId } })).children).toEqual([]);
});

test("children who are here already keep the guardians they have, and the row says so", async () => {
  const { org, admin, player } = await aFamilyOrganization(world.it);
  await admin.call(addMember, {
    body: {
      levelId: org.levels.northTeam,
      labelId: player,
      person: { firstName: "Noa", lastName: "Held", email: null, dateOfBirth: "2014-05-05" },
    },
  });
  const line = "Noa,Held,,2014-05-05,,otherTeam,Player,Eve,Held,eve.held@example.org,,";
  const checked = await check(admin, `${heading}\n${line}\n`);
  const [row] = await rowsOf(admin, checked.id);
  expect(row).toMatchObject({
    fate: "join",
    guardians: [{ fate: "left", message: expect.stringContaining("already here") }],
  });
  await run(admin, checked.id);
  expect(await family(org, "Held")).toMatchObject([
    { name: "Noa", places: "Player at northTeam, Player at otherTeam" },
  ]);
});

test("nobody guards more than twenty children, and the row tells whom", async () => {
  const { org, admin } = await aFamilyOrganization(world.it);
  const mail = `many.${org.organizationId}@example.org`;
  const lines = Array.from({ length: 21 }, (_, at) => `C${at},Many,,2014-05-05,,northTeam,Player,Mo,Many,${mail},,`);
  const { id } = await check(admin, `${heading}\n${lines.join("\n")}\n`);
  await run(admin, id);
  const rows = await rowsOf(admin, id);
  expect(rows.filter((row) => row.guardians[0]?.fate === "left").map((row) => row.guardians[0]?.message)).toEqual([
    "A person can be the guardian of at most 20 children.",
  ]);
  const [guardian] = (await family(org, "Many")).toReversed();
  expect([guardian?.name, guardian?.guards?.split(", ").length]).toEqual(["Mo", 20]);
});

test("a Manager's roster links guardians too, and learns of nobody out of sight: they are linked all the same", async () => {
  const { org, admin } = await aFamilyOrganization(world.it);
  const far = await org.aMember("southClub", "Volunteer");
  const manager = await org.aMember("northClub", "Team Manager");
  const file = `${heading}\nNoa,Far,,2014-05-05,,northTeam,Player,Eve,Far,${far.email},,\n`;
  const [seen] = await rowsOf(admin, (await check(admin, file)).id);
  expect(seen?.guardians).toMatchObject([{ fate: "known" }]);
  const checked = await check(manager, file);
  const [row] = await rowsOf(manager, checked.id);
  expect(row?.guardians).toMatchObject([{ name: "Eve Far", fate: "new", message: "" }]);
  await run(manager, checked.id);
  expect(await family(org, "Far")).toMatchObject([{ name: "Noa" }]);
  expect((await admin.call(getMemberFamily, { params: { id: far.plaId } })).children).toHaveLength(1);
});

test("the same address in another organization is somebody else's", async () => {
  const one = await aFamilyOrganization(world.it);
  const other = await aFamilyOrganization(world.it);
  const file = `${heading}\nNoa,Apart,,2014-05-05,,northTeam,Player,Ana,Apart,${one.parent.email},,\n`;
  const checked = await check(other.admin, file);
  expect((await rowsOf(other.admin, checked.id))[0]?.guardians).toMatchObject([{ fate: "new" }]);
  await run(other.admin, checked.id);
  expect(await family(one.org, "Apart")).toEqual([]);
  expect(await family(other.org, "Apart")).toMatchObject([{ name: "Ana", guards: "Noa" }, { name: "Noa" }]);
});

test("days that can be read two ways are asked about once for the file, or told by the column", async () => {
  const { admin } = await aFamilyOrganization(world.it);
  const line = (name: string, born: string) => `${name},Days,,${born},,northTeam,Volunteer,,,,,`;
  const result = await check(admin, `${heading}\n${line("Ana", "03/04/1990")}\n${line("Bo", "05/06/1990")}\n`);
  expect(result).toMatchObject({ fates: { error: 2 }, dates: { order: null, example: "03/04/1990" } });
  const rows = await rowsOf(admin, result.id);
  expect(rows.map((row) => [row.field, row.message])).toEqual([
    ["dateOfBirth", "“03/04/1990” can be read two ways. Choose the date format of the file."],
    ["dateOfBirth", "“05/06/1990” can be read two ways. Choose the date format of the file."],
  ]);
  await admin.call(checkRosterImport, {
    params: { id: result.id },
    body: { ...result.mapping, dateOrder: "dayFirst" },
  });
  const checked = await admin.call(getRosterImport, { params: { id: result.id } });
  expect(checked).toMatchObject({ fates: { create: 2 }, dates: { order: "dayFirst", example: "03/04/1990" } });
  expect((await rowsOf(admin, result.id)).map((row) => row.dateOfBirth)).toEqual(["1990-04-03", "1990-06-05"]);
  const itself = await check(admin, `${heading}\n${line("Ana", "03/04/1990")}\n${line("Bo", "05/26/1990")}\n`);
  expect(itself).toMatchObject({ fates: { create: 2 }, dates: { order: "monthFirst", example: null } });
  expect((await rowsOf(admin, itself.id)).map((row) => row.dateOfBirth)).toEqual(["1990-03-04", "1990-05-26"]);
});

/** One step of the import's job, in the call's transaction. */
const step = (call: Call, rosterImportId: string) =>
  (writeRoster.steps as unknown as { work(call: Call, payload: { rosterImportId: string }): Promise<unknown> }).work(
    call,
    { rosterImportId },
  );

test("a process that ends in between doubles no guardian and loses no child", async () => {
  const { org, admin } = await aFamilyOrganization(world.it);
  const lines = Array.from({ length: 600 }, (_, at) => {
    const family = Math.floor(at / 2);
    return `C${at},F${family},,2014-05-05,,northTeam,Player,G,F${family},g${family}.${org.organizationId}@example.org,,`;
  });
  const { id } = await check(admin, `${heading}\n${lines.join("\n")}\n`);
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await org.asSystem((call) => step(call, id));
  const cutOff = org.asSystem(async (call) => {
    await step(call, id);
    throw new Error("the process ends here");
  });
  await expect(cutOff).rejects.toThrow("the process ends here");
  await world.it.drainJobs();
  expect(await admin.call(getRosterImport, { params: { id } })).toMatchObject({ state: "done", written: 600 });
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`
      SELECT count(*)::int AS links, count(DISTINCT guardian_profile_id)::int AS guardians,
        count(DISTINCT child_profile_id)::int AS children, max(place)::int AS place
      FROM guardianship WHERE organization_id = ${call.organizationId} AND ended_at IS NULL`),
  );
  expect(rows).toEqual([{ links: 600, guardians: 300, children: 600, place: 1 }]);
}, 60_000);
