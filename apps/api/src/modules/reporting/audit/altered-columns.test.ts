import { readdir, readFile } from "node:fs/promises";
import { addGuardian, endGuardianship } from "@touchline/contract/joining/families";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { beforeAll, describe, expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld } from "../../../../test/world.ts";
import { checkStep } from "./actions/check.ts";
import { sealSome } from "./actions/seal.ts";

const world = aWorld();
type Family = Awaited<ReturnType<typeof aFamilyOrganization>>;
let family: Family;

/** Runs a query as the owner of the tables, within the organization: $1. */
const ask = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
  asOwnerOf<Row>(world.it.adminUrl, text, [family.org.organizationId, ...values]);

beforeAll(async () => {
  family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  const { contentId } = await org.aDocument(admin, { settings: { validity: { type: "PerRequirement" } } });
  await admin.call(assignContent, {
    params: { id: contentId },
    body: {
      contentAssignments: [
        {
          ...{ levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]], mandatory: true },
          due: { type: "AfterJoining", days: 300 },
        },
      ],
    },
  });
  await org.aDocument(admin, { name: "Another document", labels: ["Club Director"] });
  const [approved, waiting] = [
    await org.aMember("northTeam", "Head Coach"),
    await org.aMember("northTeam", "Head Coach"),
  ];
  for (const one of [approved, waiting]) await send(await owedBy(one), { validUntil: "2040-05-05" });
  const { requirementId, profileLevelAccessId } = await owedBy(approved);
  await admin.call(reviewRequirement, {
    params: { plaId: profileLevelAccessId },
    body: { requirementId, reviewDecision: "Approved", reviewNotes: "Read." },
  });
  await org.aMember("north", "Club Director");
  const { profileId: childProfileId } = await added(parent, family);
  const second = await org.aMember("northTeam", "Volunteer");
  await admin.call(addGuardian, { body: { guardianProfileId: second.profileId, childProfileId, reason: "Asked." } });
  await admin.call(endGuardianship, {
    body: { guardianProfileId: second.profileId, childProfileId, reason: "Asked." },
  });
  while (await org.asSystem(sealSome));
});

/** Returns everything the daily check finds. */
async function findings(): Promise<string[]> {
  while ((await family.org.asSystem(checkStep)).more);
  const [row] = await ask<{ result: { findings: { what: string }[] } }>(
    "SELECT result FROM audit_check WHERE organization_id = $1",
  );
  return (row?.result.findings ?? []).map(({ what }) => what);
}

/** Another value for a column, by its type; an existing id where the database requires one. */
const otherwise: Record<string, string> = {
  uuid: "gen_random_uuid()",
  "timestamp with time zone": "coalesce(@, now()) - interval '41 days'",
  date: "coalesce(@, '2030-01-01') - 41",
  text: "coalesce(@, '') || 'x'",
  smallint: "coalesce(@, 0) + 1",
  integer: "coalesce(@, 0) + 1",
  boolean: "NOT @",
  bytea: "'\\x00'",
  jsonb: "'{}'",
  "uuid[]": "array_append(@, gen_random_uuid())",
  "smallint[]": "array_append(@, 1::smallint)",
  "date[]": "array_append(@, '2030-01-01')",
};
const another = (table: string, key: string) =>
  `(SELECT o.${key} FROM ${table} AS o WHERE o.organization_id = $1 AND o.${key} IS DISTINCT FROM @ ORDER BY 1 LIMIT 1)`;
const instead: Record<string, string> = {
  "attempt.requirement_id": another("requirement", "requirement_id"),
  "attempt.profile_level_access_id": another("profile_level_access", "profile_level_access_id"),
  "attempt.level_id": another("level", "level_id"),
  "attempt.content_version_id": another("content_version", "content_version_id"),
  "attempt.state": "CASE @ WHEN 'approved' THEN 'reset' ELSE 'approved' END",
  "attempt.source": "CASE @ WHEN 'ManualUpload' THEN 'Historical' ELSE 'ManualUpload' END",
  "attempt.created_as": "'staff'",
  "attempt.submitted_as": "'staff'",
  "requirement.profile_id": another("profile", "profile_id"),
  "requirement.content_id": another("content", "content_id"),
  "demand.requirement_id": another("requirement", "requirement_id"),
  "demand.profile_level_access_id": another("profile_level_access", "profile_level_access_id"),
  "demand.content_assignment_id": another("content_assignment", "content_assignment_id"),
  "demand.payer": "CASE @ WHEN 'Individual' THEN 'Organization' ELSE 'Individual' END",
  "guardianship.guardian_profile_id": another("profile", "profile_id"),
  "guardianship.child_profile_id": another("profile", "profile_id"),
  "guardianship.place": "3 - @",
  "guardianship.ended_how": "CASE @ WHEN 'ownWish' THEN 'samePerson' ELSE 'ownWish' END",
  "profile.merged_into": another("profile", "profile_id"),
  // A due date counts from the day of joining, unless it was first asked later: the sealed history says when.
  "profile_level_access.joined_at": "@ + interval '41 days'",
  "profile_level_access.profile_id": another("profile", "profile_id"),
  "profile_level_access.level_id": another("level", "level_id"),
  "profile_level_access.label_id": another("label", "label_id"),
  "member_standing.overall_status": "CASE @ WHEN 'Cleared' THEN 'Incomplete' ELSE 'Cleared' END",
  "member_standing.profile_level_access_id": another("profile_level_access", "profile_level_access_id"),
  "review.decision": "CASE @ WHEN 'Approved' THEN 'RejectedReset' ELSE 'Approved' END",
  "standing_record.basis": "jsonb_set(@, '{confirmed}', 'false')",
};

const approved = `EXISTS (SELECT FROM attempt AS a WHERE a.organization_id = $1 AND a.requirement_id = t.requirement_id
  AND a.state = 'approved')`;

type Row = { name: string; table: string; where: string };
const rows: Row[] = [
  { name: "a submission that counts", table: "attempt", where: "state = 'approved'" },
  { name: "a submission that awaits review", table: "attempt", where: "state = 'pendingReview'" },
  { name: "a requirement", table: "requirement", where: approved },
  { name: "a demand", table: "demand", where: approved },
  { name: "a person", table: "profile", where: "app_user_id IS NOT NULL AND last_name <> 'Little'" },
  { name: "a guardianship", table: "guardianship", where: "ended_at IS NOT NULL" },
  {
    name: "a membership",
    table: "profile_level_access",
    where: `EXISTS (SELECT FROM member_standing AS s WHERE s.organization_id = $1 AND s.done > 0
      AND s.profile_level_access_id = t.profile_level_access_id)`,
  },
  { name: "a standing", table: "member_standing", where: "done > 0" },
  { name: "a record of a standing", table: "standing_record", where: "basis IS NOT NULL" },
  { name: "a record of facts", table: "fact_record", where: "true" },
  { name: "a decision", table: "review", where: "true" },
];

const columnsOf = (table: string) =>
  ask<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $2::regclass AND attnum > 0 AND NOT attisdropped AND $1::text IS NOT NULL
       AND attname NOT IN ('organization_id', 'written_xid') ORDER BY attnum`,
    table,
  );

/** Reads the columns of a table whose change the check doesn't find, as the documentation lists them. */
async function listed(table: string): Promise<string[]> {
  const text = await readFile(new URL("../../../../../../docs/audit.md", import.meta.url), "utf8");
  const line = text.split("\n").find((one) => one.startsWith(`| \`${table}\` |`)) ?? "";
  return [...(line.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, column]) => column as string).sort();
}

/** Finds the columns of one row that the database owner can change without the daily check noticing. */
async function unnoticed({ table, where }: Row): Promise<string[]> {
  const [row] = await ask<{ at: string }>(
    `SELECT ctid::text AS at FROM ${table} AS t WHERE organization_id = $1 AND ${where} LIMIT 1`,
  );
  if (!row) throw new Error(`There is no row of ${table}.`);
  const missed: string[] = [];
  let { at } = row;
  for (const { name, type } of await columnsOf(table)) {
    const value = (instead[`${table}.${name}`] ?? otherwise[type] ?? "NULL").replaceAll("@", `t.${name}`);
    const [before] = await ask<{ value: string | null }>(
      `SELECT ${name}::text AS value FROM ${table} WHERE organization_id = $1 AND ctid = $2::tid`,
      at,
    );
    const [changed] = await ask<{ at: string }>(
      `UPDATE ${table} AS t SET ${name} = ${value} WHERE organization_id = $1 AND ctid = $2::tid
         AND ${name} IS DISTINCT FROM ${value} RETURNING ctid::text AS at`,
      at,
    ).catch((error: { code?: string }) => {
      // A foreign key, a check or an identity column: the tests below change it together with its related rows.
      if (/^23|^428C9/.test(error.code ?? "")) return [{ at: null }];
      throw error;
    });
    if (!changed) throw new Error(`${table}.${name} was not changed.`);
    if (changed.at === null) continue;
    if ((await findings()).length === 0) missed.push(name);
    const [back] = await ask<{ at: string }>(
      `UPDATE ${table} SET ${name} = $3::${type} WHERE organization_id = $1 AND ctid = $2::tid RETURNING ctid::text AS at`,
      ...[changed.at, before?.value ?? null],
    );
    at = back?.at as string;
  }
  return missed.sort();
}

describe("of whatever the owner of the database changes the daily check", () => {
  test("finds nothing where nothing was changed", async () => {
    expect(await findings()).toEqual([]);
  });

  test.for(rows)(
    "finds each column of $name but those that are documented, and nothing once it is back",
    { tags: ["thorough"], timeout: 240_000 },
    async (row) => {
      expect(await unnoticed(row)).toEqual(await listed(row.table));
      expect(await findings()).toEqual([]);
    },
  );

  const born = (day: string) => `
    WITH child AS (SELECT profile_id FROM profile WHERE organization_id = $1 AND last_name = 'Little'),
      free AS (UPDATE guardianship SET child_born = NULL WHERE organization_id = $1
        AND child_profile_id = (SELECT profile_id FROM child) RETURNING 1)
    UPDATE profile SET date_of_birth = '${day}' WHERE organization_id = $1
      AND profile_id = (SELECT profile_id FROM child) AND (SELECT count(*) FROM free) > 0`;
  const asBorn =
    "UPDATE guardianship SET child_born = profile.date_of_birth FROM profile WHERE profile.organization_id = $1 AND guardianship.organization_id = $1 AND profile.profile_id = child_profile_id";

  test("finds the date of birth of a guarded child, changed with what hangs on it", async () => {
    await ask(born("2014-05-05"));
    await ask(asBorn);
    const found = await findings();
    expect(found).toContain("This person has changed since Touchline last wrote it.");
    expect(found).toContain("The guardians of this child have changed since Touchline last wrote them.");
    await ask(born("2015-05-05"));
    await ask(asBorn);
    expect(await findings()).toEqual([]);
  });

  test("finds a guardianship that was ended, restarted, or removed, and a submission, a decision, or a record that was removed", async () => {
    const guarded = "The guardians of this child have changed since Touchline last wrote them.";
    const [open] = await ask<{ at: string }>(
      "SELECT created_at::text AS at FROM guardianship WHERE organization_id = $1 AND ended_at IS NULL",
    );
    await ask(
      "UPDATE guardianship SET ended_at = now(), ended_how = 'administrator' WHERE organization_id = $1 AND created_at = $2",
      open?.at,
    );
    expect(await findings()).toContain(guarded);
    await ask(
      "UPDATE guardianship SET ended_at = NULL, ended_how = NULL WHERE organization_id = $1 AND created_at = $2",
      open?.at,
    );
    expect(await findings()).toEqual([]);
    await ask("DELETE FROM guardianship WHERE organization_id = $1 AND ended_at IS NOT NULL");
    expect(await findings()).toEqual([guarded]);
    await ask("DELETE FROM guardianship WHERE organization_id = $1");
    expect(await findings()).toContain("The guardians of this child were removed.");
    await ask(
      "DELETE FROM attempt_file WHERE organization_id = $1 AND attempt_id IN (SELECT attempt_id FROM attempt WHERE organization_id = $1 AND state = 'pendingReview')",
    );
    await ask("DELETE FROM attempt WHERE organization_id = $1 AND state = 'pendingReview'");
    expect(await findings()).toContain("This submission was removed.");
    await ask("DELETE FROM fact_record WHERE organization_id = $1 AND source = 'profile'");
    const found = await findings();
    expect(found).toContain("This person has changed since Touchline last wrote it.");
    expect(found.join()).toMatch(/The row of fact_record that audit log entry \d+ is about was removed\./);
  });
});

/** The code that writes a deciding column, and the function that must record it. */
const writers: [table: string, kept: string, but: readonly string[]][] = [
  ["attempt", "keepAttempts", []],
  // Whether a person is archived, and when a guardian was notified, isn't part of the record.
  ["profile", "keepProfiles", ["people/profiles/actions/memberships.ts", "people/profiles/actions/end-many.ts"]],
  ["guardianship", "keepGuardianships", ["joining/families/actions/hand-over.ts"]],
];

test.each(writers)("every file that writes %s records what it says then", async (table, kept, but) => {
  const modules = new URL("../../", import.meta.url);
  const files = (await readdir(modules, { recursive: true })).filter((one) => /\/actions.*\.ts$|jobs\.ts$/.test(one));
  const writes = new RegExp(
    `(update|insert|delete)\\(${table}\\)|insertRows\\(\\s*call,\\s*${table},|(UPDATE|INSERT INTO|DELETE FROM) ${table}\\b|table: "${table}"`,
  );
  const writing: string[] = [];
  for (const file of files) {
    if (file.endsWith(".test.ts")) continue;
    const text = await readFile(new URL(file, modules), "utf8");
    if (writes.test(text)) writing.push(`${file}${text.includes(kept) ? "" : " (not recorded)"}`);
  }
  expect(writing.length).toBeGreaterThan(1);
  expect(writing.filter((one) => one.includes("not recorded")).sort()).toEqual(
    but.map((one) => `${one} (not recorded)`).sort(),
  );
});
