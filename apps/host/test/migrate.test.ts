import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "@touchline/api/database/migrate";
import { settingsOfKind } from "@touchline/contract/library/content-settings";
import { migrateIdentity } from "@touchline/identity";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { execute, withDatabase } from "./database.ts";

const ours = join(import.meta.dirname, "../../api/migrations");
const identitys = join(import.meta.dirname, "../../identity/migrations");

/**
 * Creates a database as an earlier version left it. `client` works as the owner of its tables.
 *
 * @param ourVersion the first migration that is missing.
 * @param identityVersion the identity service's first migration that is missing.
 */
async function anOldDatabase(ourVersion = "0010", identityVersion = "0003") {
  const server = inject("database");
  const name = `touchline_old_${randomUUID().slice(0, 8)}`;
  await execute(server.adminUrl, `create database ${name}`);
  const adminUrl = withDatabase(server.adminUrl, name);
  const appRole = decodeURIComponent(new URL(server.appUrl).username);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();

  /** Runs the migrations of a folder before a version, and records them like the product does. */
  async function bring(folder: string, before: string, history: string, role: RegExp) {
    for (const file of (await readdir(folder)).filter((one) => one.endsWith(".sql") && one < before).sort()) {
      const source = await readFile(join(folder, file), "utf8");
      await client.query(source.replaceAll(role, `"${appRole}"`));
      const checksum = createHash("sha256").update(source).digest("hex");
      await client.query(`INSERT INTO ${history} (name, checksum) VALUES ($1, $2)`, [file, checksum]);
    }
  }
  await client.query(
    "CREATE TABLE migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  await bring(ours, ourVersion, "migration", /(?<=\s):app\b/g);
  await client.query("CREATE SCHEMA identity");
  await client.query(
    "CREATE TABLE identity.migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  await bring(identitys, identityVersion, "identity.migration", /\{\{app_role\}\}/g);
  return {
    client,
    async migrateOn() {
      await migrateIdentity(adminUrl, { appRole });
      return migrate(adminUrl, appRole);
    },
    async close() {
      await client.end();
      await execute(server.adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

type Old = Awaited<ReturnType<typeof anOldDatabase>>;

/** Creates two organizations, each with a family of a child and as many guardians, a logged-in person, and a label. */
async function fill({ client }: Old, guardians: number) {
  const organizations = [randomUUID(), randomUUID()];
  for (const organizationId of organizations) {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
    await client.query(
      `INSERT INTO organization (organization_id, name, initials, time_zone, accent_color, is_demo, wrapped_key, created_at)
       VALUES ($1, 'Rainier Youth Soccer', 'RY', 'America/Los_Angeles', '#123456', false, '', now())`,
      [organizationId],
    );
    await client.query(
      "INSERT INTO label (organization_id, label_id, name, role, created_at) VALUES ($1, gen_random_uuid(), 'Player', 'Individual', now())",
      [organizationId],
    );
    const person = async (born: string | null, at: string) => {
      const profileId = randomUUID();
      await client.query(
        `INSERT INTO profile (organization_id, profile_id, app_user_id, first_name, last_name, sort_name, date_of_birth, created_at)
         VALUES ($1, $2, gen_random_uuid(), 'Ada', 'Byron', 'byron ada', $3, $4)`,
        [organizationId, profileId, born, at],
      );
      return profileId;
    };
    const child = await person("2015-03-01", "2024-01-01");
    for (let n = 0; n < guardians; n += 1) {
      await client.query(
        "INSERT INTO guardianship (organization_id, guardian_profile_id, child_profile_id, created_at) VALUES ($1, $2, $3, $4)",
        [organizationId, await person(null, "2024-01-01"), child, `2024-02-0${guardians - n}`],
      );
    }
    await client.query(
      `WITH told AS (
         INSERT INTO requirement_event (organization_id, requirement_event_id, requirement_id, profile_id, content_id, kind,
           actor_profile_id, actor, at)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, gen_random_uuid(), 'reset', $2, 'profile', '2024-03-01')
         RETURNING organization_id, requirement_event_id, requirement_id
       )
       INSERT INTO requirement_note (organization_id, requirement_event_id, requirement_id, sealed_note)
       SELECT organization_id, requirement_event_id, requirement_id, '\\x00' FROM told`,
      [organizationId, child],
    );
    await client.query("COMMIT");
  }
  const { rows } = await client.query<{ sub: string }>(
    `INSERT INTO identity.account (sub, email, email_key, user_name, password_hash)
     VALUES (gen_random_uuid(), 'Ada@Example.org', 'ada@example.org', 'Ada@Example.org', 'kept') RETURNING sub`,
  );
  await client.query("INSERT INTO identity.acceptance (sub, type, version) VALUES ($1, 'terms', '1')", [rows[0]?.sub]);
  await client.query(
    `INSERT INTO identity.mailed_token (hash, purpose, sub, created_at, expires_at)
     VALUES ('\\x00', 'reset', $1, now(), now())`,
    [rows[0]?.sub],
  );
  return organizations;
}

/** Reads an organization's data with its own setting, because the owner of the tables has no other access. */
async function within<Row extends pg.QueryResultRow>({ client }: Old, organizationId: string, question: string) {
  await client.query("BEGIN");
  await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
  const { rows } = await client.query<Row>(question, [organizationId]);
  await client.query("COMMIT");
  return rows;
}

describe("a database of an earlier version, with people in it", () => {
  let old: Old;
  let organizations: string[];
  beforeAll(async () => {
    old = await anOldDatabase();
    organizations = await fill(old, 2);
  });
  afterAll(() => old.close());

  test("is brought up to date with all that is in it", async () => {
    const applied = await old.migrateOn();
    expect(applied[0]).toBe("0010_signup_urls.sql");
    expect(await old.migrateOn()).toEqual([]);
    for (const organizationId of organizations) {
      // Each guardian has a place, in the order in which they became guardians, and the child's birthday is stored with them.
      expect(
        await within(
          old,
          organizationId,
          "SELECT place, child_born::text, created_at::date::text AS since, ended_at FROM guardianship WHERE organization_id = $1 ORDER BY place",
        ),
      ).toEqual([
        { place: 1, child_born: "2015-03-01", since: "2024-02-01", ended_at: null },
        { place: 2, child_born: "2015-03-01", since: "2024-02-02", ended_at: null },
      ]);
      expect(
        await within(
          old,
          organizationId,
          "SELECT name, second_factor_roles FROM organization WHERE organization_id = $1",
        ),
      ).toEqual([{ name: "Rainier Youth Soccer", second_factor_roles: [] }]);
      expect(
        await within(old, organizationId, "SELECT name, for_family FROM label WHERE organization_id = $1"),
      ).toEqual([{ name: "Player", for_family: null }]);
      // A note has a date and an author, like the event it belongs to.
      expect(
        await within(
          old,
          organizationId,
          `SELECT note.at::date::text AS day, born.date_of_birth::text AS born FROM requirement_note AS note
           JOIN profile AS born ON born.organization_id = note.organization_id AND born.profile_id = note.actor_profile_id
           WHERE note.organization_id = $1`,
        ),
      ).toEqual([{ day: "2024-03-01", born: "2015-03-01" }]);
      expect(await within(old, organizationId, "SELECT FROM profile WHERE organization_id = $1")).toHaveLength(3);
      expect(
        await within(old, organizationId, "SELECT FROM condition_question WHERE organization_id = $1"),
      ).toHaveLength(3);
    }
    const { rows } = await old.client.query(
      `SELECT email, password_hash, given_up_at, acceptance.version, text_sha256, purpose, new_email
       FROM identity.account JOIN identity.acceptance USING (sub) JOIN identity.mailed_token USING (sub)`,
    );
    expect(rows).toEqual([
      {
        email: "Ada@Example.org",
        password_hash: "kept",
        given_up_at: null,
        version: "1",
        text_sha256: null,
        purpose: "reset",
        new_email: null,
      },
    ]);
  });
});

describe("a database in which a child has three guardians", () => {
  let old: Old;
  let organizations: string[];
  beforeAll(async () => {
    old = await anOldDatabase();
    organizations = await fill(old, 3);
  });
  afterAll(() => old.close());

  test("stays as it is, and is brought up to date once the third is taken out as the operations manual says", async () => {
    await expect(old.migrateOn()).rejects.toThrow(/guardianship/);
    const { rows: noted } = await old.client.query("SELECT name FROM migration WHERE name >= '0012'");
    expect(noted).toEqual([]);
    const manual = await readFile(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
    const cure = /```sql\n(-- More than two guardians[\s\S]*?)```/.exec(manual)?.[1];
    await old.client.query(cure ?? "");
    await old.migrateOn();
    for (const organizationId of organizations) {
      const kept = await within(
        old,
        organizationId,
        "SELECT created_at::date::text AS since FROM guardianship WHERE organization_id = $1 ORDER BY 1",
      );
      expect(kept).toEqual([{ since: "2024-02-01" }, { since: "2024-02-02" }]);
    }
  });
});

describe("a database whose settings are stored by the keys of before", () => {
  let old: Old;
  const organizations = [randomUUID(), randomUUID()];
  const british = { description: "Coaches", licences: ["coach_16", "coach_25"], validity: { type: "None" } };
  const american = { description: "Coaches", licenses: ["coach_16", "coach_25"], validity: { type: "None" } };
  const other = { description: "Anyone", validity: { type: "None" } };

  beforeAll(async () => {
    old = await anOldDatabase("0112", "9999");
    const { client } = old;
    for (const organizationId of organizations) {
      await client.query(
        "INSERT INTO organization_directory (organization_id, name, name_key, is_demo, created_at) VALUES ($1, 'Rainier', 'rainier', false, now())",
        [organizationId],
      );
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
      await client.query(
        `INSERT INTO organization (organization_id, name, initials, time_zone, accent_color, is_demo, wrapped_key, created_at)
         VALUES ($1, 'Rainier Youth Soccer', 'RY', 'America/Los_Angeles', '#123456', false, '', now())`,
        [organizationId],
      );
      const { rows } = await client.query<{ level_id: string }>(
        `INSERT INTO level (organization_id, level_id, name, kind, pre, last, depth, created_at)
         VALUES ($1, gen_random_uuid(), 'Rainier', 'State', 1, 1, 0, now()) RETURNING level_id`,
        [organizationId],
      );
      for (const settings of [british, other]) {
        await client.query(
          `WITH made AS (
             INSERT INTO content (organization_id, content_id, level_id, type, name, description, created_at)
             VALUES ($1, gen_random_uuid(), $2, 11, 'License', '', now()) RETURNING organization_id, content_id
           )
           INSERT INTO content_version (organization_id, content_version_id, content_id, number, settings, created_by, created_at)
           SELECT organization_id, gen_random_uuid(), content_id, 1, $3, gen_random_uuid(), now() FROM made`,
          [organizationId, rows[0]?.level_id, settings],
        );
      }
      for (const problem of ["cancelled", "The file is damaged."]) {
        await client.query(
          `INSERT INTO upload (organization_id, upload_id, content_id, name, bytes, received, problem, uploaded_by, created_at, moved_at)
           SELECT $1, gen_random_uuid(), content_id, 'license.pdf', 1, 1, $2, gen_random_uuid(), now(), now()
           FROM content WHERE organization_id = $1 LIMIT 1`,
          [organizationId, problem],
        );
      }
      await client.query("COMMIT");
    }
    for (const settings of [british, other]) {
      await client.query(
        `WITH made AS (
           INSERT INTO platform_content (platform_content_id, type, version, created_at)
           VALUES (gen_random_uuid(), 11, 1, now()) RETURNING platform_content_id
         )
         INSERT INTO platform_content_version (platform_content_id, version, name, description, settings, summary, published_at)
         SELECT platform_content_id, 1, 'License', '', $1, '', now() FROM made`,
        [settings],
      );
    }
  });
  afterAll(() => old.close());

  test("has them by the present keys afterwards, in every organization and in the platform's templates", async () => {
    await old.migrateOn();
    for (const organizationId of organizations) {
      const settings = "SELECT settings FROM content_version WHERE organization_id = $1 ORDER BY settings ? 'licenses'";
      expect(await within(old, organizationId, settings)).toEqual([{ settings: other }, { settings: american }]);
      const problems = "SELECT problem FROM upload WHERE organization_id = $1 ORDER BY problem = 'canceled' DESC";
      expect(await within(old, organizationId, problems)).toEqual([
        { problem: "canceled" },
        { problem: "The file is damaged." },
      ]);
    }
    const { rows } = await old.client.query(
      "SELECT settings FROM platform_content_version ORDER BY settings ? 'licenses', settings",
    );
    expect(rows.filter(({ settings }) => "licences" in settings)).toEqual([]);
    expect(rows).toContainEqual({ settings: american });
    expect(rows).toContainEqual({ settings: other });
  });
});

describe("a database whose settings are from before some of them were there", () => {
  let old: Old;
  beforeAll(async () => {
    old = await anOldDatabase("0114", "9999");
  });
  afterAll(() => old.close());

  test("has each with the value for those who leave it out, in the platform's templates too", async () => {
    const annual = { type: "Annual", month: 8, day: 1 };
    const stored = Object.keys(settingsOfKind).map((kind) => ({ kind, instructions: "", validity: annual }));
    for (const [type, settings] of stored.entries()) {
      await old.client.query(
        `WITH made AS (
           INSERT INTO platform_content (platform_content_id, type, version, created_at)
           VALUES (gen_random_uuid(), $1, 1, now()) RETURNING platform_content_id
         )
         INSERT INTO platform_content_version (platform_content_id, version, name, description, settings, summary, published_at)
         SELECT platform_content_id, 1, 'Of before', '', $2, '', now() FROM made`,
        [type, settings],
      );
    }
    await old.migrateOn();
    const { rows } = await old.client.query<{ settings: { kind: string; validity: object } }>(
      "SELECT settings FROM platform_content_version WHERE name = 'Of before'",
    );
    expect(rows).toHaveLength(stored.length);
    for (const { settings } of rows) {
      const { shape } = settingsOfKind[settings.kind as keyof typeof settingsOfKind] as unknown as {
        shape: Record<string, { safeParse(value: undefined): { success: boolean; data?: unknown } }>;
      };
      const left = Object.entries(shape).flatMap(([field, type]) => {
        const { success, data } = type.safeParse(undefined);
        return success && data !== undefined ? [[field, data] as const] : [];
      });
      // A new setting with a default needs a migration that adds it to stored versions.
      expect(settings).toMatchObject(Object.fromEntries(left));
      expect(settings.validity).toEqual({ ...annual, earlyDays: 0 });
    }
  });
});
