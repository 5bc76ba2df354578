import type { QueryInput, ResponseOf } from "@touchline/contract";
import { setSecondFactorRoles } from "@touchline/contract/accounts/second-factor";
import { createSignupUrl, revokeSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { addGuardian, endGuardianship } from "@touchline/contract/joining/families";
import { addMember, changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { exportAudit, listAudit } from "@touchline/contract/reporting/audit";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { downloadFile, listFilesToView } from "@touchline/contract/requirements/requirements";
import { getReview } from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aSubmissionAt } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { addMembers, createProfiles } from "../../people/profiles/actions/add-members.ts";

const world = aWorld();

type Row = ResponseOf<typeof listAudit>["data"][number];
type Asked = Partial<QueryInput<typeof listAudit>>;

async function anAdmin(name?: string) {
  const org = await world.it.anOrganization(name);
  const admin = await org.aMember("root", "Administrator");
  return { org, admin };
}

/** Reads the log, newest first. */
async function log(by: TestPerson, query: Asked = {}): Promise<Row[]> {
  return (await by.call(listAudit, { query })).data;
}

const sentencesOf = (rows: readonly Row[]) => rows.map((row) => `${row.who.name} ${row.sentence}`);
const nameOf = async (org: Organization, { profileId }: { profileId: string }) => {
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ name: string }>(sql`SELECT first_name || ' ' || last_name AS name FROM profile
      WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}`),
  );
  return rows[0]?.name ?? "";
};

describe("the log tells, with who did it,", () => {
  test("of memberships: added, changed, removed", async () => {
    const { org, admin } = await anAdmin();
    const me = await nameOf(org, admin);
    const { profileId, profileLevelAccessId } = await org.added(admin, "northTeam", "Head Coach", "Lovelace");
    await admin.call(changeRole, { query: { profileLevelAccessId, newLabelId: org.labelIds.Volunteer } });
    await admin.call(deleteMembership, { params: { id: profileLevelAccessId } });
    expect(sentencesOf(await log(admin, { whom: profileId }))).toEqual([
      `${me} removed Ana Lovelace as Volunteer at northTeam`,
      `${me} changed the role of Ana Lovelace from Head Coach to Volunteer at northTeam`,
      `${me} added Ana Lovelace as Head Coach at northTeam`,
      `${me} added Ana Lovelace`,
    ]);
  });

  test("of many at once, one entry for each, in as many statements as for one", async () => {
    const { org, admin } = await anAdmin();
    const many = (count: number) => {
      const people = Array.from({ length: count }, (_, n) => ({
        ...{ profileId: newId(), firstName: "Ana", lastName: `No${n}`, email: null, dateOfBirth: null },
        ...{ appUserId: null, activatedAt: null, confirmedAt: null },
      }));
      return org.asSystem(async (call) => {
        await createProfiles(call, people);
        const { levels, labelIds } = org;
        await addMembers(
          call,
          people.map(({ profileId }) => ({
            ...{ profileLevelAccessId: newId(), profileId, levelId: levels.northTeam, labelId: labelIds.Volunteer },
          })),
        );
      });
    };
    const one = await world.it.statementsOf(() => many(1));
    expect(await world.it.statementsOf(() => many(60))).toBe(one);
    const query = { actions: ["membership.added"], level: org.levels.northTeam, perPage: 100 };
    expect(await log(admin, query)).toHaveLength(61);
  });

  test("of content and its assignments", async () => {
    const { org, admin } = await anAdmin();
    await org.aDocument(admin, { name: "Safety plan", at: "north" });
    const rows = await log(admin, { subjects: ["content", "assignment"] });
    const me = await nameOf(org, admin);
    expect(sentencesOf(rows)).toEqual([
      `${me} assigned Safety plan at north`,
      `${me} changed the settings of Safety plan`,
      `${me} added Safety plan to the library of north`,
    ]);
    expect(rows[0]?.details).toContainEqual({ name: "mandatory", text: "yes" });
  });

  test("of what is corrected about a person, and what it was before is not plain", async () => {
    const { org, admin } = await anAdmin();
    const { profileId } = await org.added(admin, "northTeam", "Head Coach", "Lovelace");
    await admin.call(saveName, {
      body: { profileId, firstName: "Augusta", lastName: "King", dateOfBirth: null },
    });
    const [row] = await log(admin, { whom: profileId });
    expect(row).toMatchObject({ action: "person.changed", sentence: "changed the details of Augusta King" });
    expect(row?.details).toEqual([{ name: "what", text: "name" }]);
  });

  test("of guardians, sign-up links, second factors and invitations", async () => {
    const { org, admin } = await anAdmin();
    const guardian = await org.aMember("northTeam", "Volunteer");
    const child = await admin.call(addMember, {
      body: {
        levelId: org.levels.northTeam,
        labelId: org.labelIds.Volunteer,
        person: { firstName: "Kit", lastName: "Small", email: "kit@club.example", dateOfBirth: "2016-02-03" },
      },
    });
    await admin.call(addMember, {
      body: {
        levelId: org.levels.northTeam,
        labelId: org.labelIds.Volunteer,
        person: { firstName: "Pat", lastName: "Grown", email: "pat@club.example", dateOfBirth: "1990-02-03" },
      },
    });
    const pair = { guardianProfileId: guardian.profileId, childProfileId: child.profileId, reason: "The mother." };
    await admin.call(addGuardian, { body: pair });
    await admin.call(endGuardianship, { body: pair });
    const made = await admin.call(createSignupUrl, {
      body: { levelId: org.levels.north, labelId: org.labelIds.Volunteer, endsOn: null, maxUses: null },
    });
    await admin.call(revokeSignupUrl, { params: { id: made.signupUrlId } });
    await admin.call(setSecondFactorRoles, { body: { roles: ["Director"] } });
    const [me, name] = [await nameOf(org, admin), await nameOf(org, guardian)];
    expect(sentencesOf(await log(admin, { who: admin.profileId }))).toEqual([
      `${me} changed which roles need a second factor`,
      `${me} revoked a sign-up link for Volunteer at north`,
      `${me} created a sign-up link for Volunteer at north`,
      `${me} ended the guardianship of ${name} for Kit Small`,
      `${me} made ${name} a guardian of Kit Small`,
      `${me} invited Pat Grown by email`,
      `${me} added Pat Grown as Volunteer at northTeam`,
      `${me} added Pat Grown`,
      `${me} added Kit Small as Volunteer at northTeam`,
      `${me} added Kit Small`,
    ]);
  });

  test("of nothing that was refused or undone with its transaction", async () => {
    const { org, admin } = await anAdmin();
    const before = (await log(admin)).length;
    const director = await org.aMember("south", "Club Director");
    const after = (await log(admin)).length;
    expect(after).toBeGreaterThan(before);
    const refused = await director.ask(addMember, {
      body: {
        levelId: org.levels.northTeam,
        labelId: org.labelIds.Volunteer,
        person: { firstName: "Kit", lastName: "Small", email: null, dateOfBirth: null },
      },
    });
    expect(refused.status).toBe(403);
    expect(await log(admin)).toHaveLength(after);
  });
});

describe("a look at a confidential file", () => {
  async function aSubmission(type: number) {
    const { org, admin } = await anAdmin();
    await org.aDocument(admin, { name: "Coach agreement" });
    const sent = await aSubmissionAt(org, "northTeam");
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE content SET type = ${type} WHERE organization_id = ${call.organizationId}`),
    );
    return { org, admin, sent, place: { profileLevelAccessId: sent.profileLevelAccessId } };
  }
  const viewed = { actions: ["file.viewed"] };

  test("is recorded: listed, downloaded, on the review page; who looked, whose it is, and where", async () => {
    const { org, admin, sent, place } = await aSubmission(9);
    const director = await org.aMember("north", "Club Director");
    const params = { id: sent.requirementId };
    const files = await director.call(listFilesToView, { params, query: place });
    const fileId = files[0]?.fileId ?? "";
    await director.call(downloadFile, { params, query: { ...place, fileId } });
    await director.call(getReview, { query: { requirementId: sent.requirementId, ...place } });
    await sent.by.call(downloadFile, { params, query: { ...place, fileId } });
    const rows = await log(admin, viewed);
    const whose = await nameOf(org, sent.by);
    expect(rows.map((row) => row.details.find((one) => one.name === "how")?.text)).toEqual([
      ...["downloaded", "reviewed", "downloaded", "listed"],
    ]);
    expect(rows.map((row) => row.who.profileId)).toEqual([
      sent.by.profileId,
      ...Array.from({ length: 3 }, () => director.profileId),
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({
        whom: { profileId: sent.by.profileId },
        level: { levelId: org.levels.northTeam },
        sentence: `viewed a confidential file of ${whose}: Coach agreement`,
      });
    }
  });

  test("that is refused, and one at an ordinary file, are not", async () => {
    const { org, admin, sent, place } = await aSubmission(0);
    const params = { id: sent.requirementId };
    const files = await admin.call(listFilesToView, { params, query: place });
    const fileId = files[0]?.fileId ?? "";
    await admin.call(downloadFile, { params, query: { ...place, fileId } });
    expect(await log(admin, viewed)).toEqual([]);
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE content SET type = 9 WHERE organization_id = ${call.organizationId}`),
    );
    const manager = await org.aMember("northClub", "Team Manager");
    expect((await manager.ask(downloadFile, { params, query: { ...place, fileId } })).status).toBe(403);
    expect(await log(admin, viewed)).toEqual([]);
  });
});

describe("the page", () => {
  test("is narrowed by who, whom, level with all below, kind, action and day, and by all at once", async () => {
    const { org, admin } = await anAdmin();
    const director = await org.aMember("north", "Club Director");
    const { profileId } = await org.added(director, "northTeam", "Head Coach", "Lovelace");
    await org.added(admin, "southClub", "Head Coach", "Hopper");
    const all = await log(admin, { perPage: 100 });
    const same = async (query: Asked, keep: (row: Row) => boolean) => {
      const found = await log(admin, { perPage: 100, ...query });
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(all.filter(keep));
    };
    const north = new Set([org.levels.north, org.levels.northClub, org.levels.northTeam, org.levels.otherTeam]);
    await same({ who: director.profileId }, (row) => row.who.profileId === director.profileId);
    await same({ whom: profileId }, (row) => row.whom?.profileId === profileId);
    await same({ level: org.levels.north }, (row) => north.has(row.level?.levelId ?? ""));
    await same({ subjects: ["membership"] }, (row) => row.action.startsWith("membership."));
    await same({ actions: ["person.added", "level.added"] }, (row) => /^(person|level)\.added$/.test(row.action));
    const together = { who: director.profileId, whom: profileId, level: org.levels.north, subjects: ["membership"] };
    expect(sentencesOf(await log(admin, together))).toEqual([
      `${await nameOf(org, director)} added Ana Lovelace as Head Coach at northTeam`,
    ]);
    expect(await log(admin, { subjects: ["membership"], actions: ["person.added"] })).toEqual([]);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(new Date());
    await same({ from: today, to: today }, (row) => row.at.slice(0, 4) === new Date().toISOString().slice(0, 4));
    expect(await log(admin, { to: "2020-01-01" })).toEqual([]);
    expect((await admin.ask(listAudit, { query: { from: "2026-02-02", to: "2026-02-01" } })).status).toBe(400);
  });

  test("continues page by page with every row once, even if many have the same instant", async () => {
    const { org, admin } = await anAdmin();
    await org.aDocument(admin);
    const all = await log(admin, { perPage: 100 });
    const seen: Row[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call(listAudit, { query: { perPage: 4, ...(cursor && { cursor }) } });
      seen.push(...page.data);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    expect(all.length).toBeGreaterThan(12);
    expect((await admin.ask(listAudit, { query: { cursor: "nonsense" } })).status).toBe(400);
  });

  test("takes as many statements for many rows as for one", async () => {
    const { org, admin } = await anAdmin();
    await log(admin, { perPage: 1 });
    const one = await world.it.statementsOf(() => log(admin, { perPage: 1 }).then(() => undefined));
    await org.aDocument(admin);
    expect(await world.it.statementsOf(() => log(admin, { perPage: 100 }).then(() => undefined))).toBe(one);
  });

  test("is taken along as a table in which no cell is a formula, and that is recorded too", async () => {
    const { org, admin } = await anAdmin();
    await admin.call(addMember, {
      body: {
        levelId: org.levels.northTeam,
        labelId: org.labelIds.Volunteer,
        person: { firstName: "=HYPERLINK(1)", lastName: "Small", email: null, dateOfBirth: null },
      },
    });
    const { part, fileName, next } = await admin.call(exportAudit, { body: { format: "csv" } });
    expect(fileName).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    expect(next).toBeNull();
    const lines = part.split("\r\n");
    expect(lines[0]).toMatch(/^\uFEFFWhen \(UTC\),Done by,What happened,Person,Level,Details,Action,Entry number/);
    expect(part).toContain("'=HYPERLINK(1) Small");
    expect(part).not.toMatch(/(^|,)"?[=+@-]/m);
    expect((await log(admin))[0]).toMatchObject({ action: "audit.exported", who: { profileId: admin.profileId } });
  });
});
