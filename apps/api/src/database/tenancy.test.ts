import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { aWorld } from "../../test/world.ts";
import { openDatabase } from "./database.ts";
import { openTenancy, type SharedDb } from "./tenancy.ts";

const world = aWorld();

/** Tables that belong to no tenant, each with its reason. */
const shared: Record<string, string> = {
  profile_directory: "finds the tenant of a profile; ids only",
  web_session: "a signed-in browser, before a profile is chosen",
  schedule_run: "when each schedule last ran; names of ours",
  member_search: "searched by functions that see one tenant; the application has no grant on it",
  invitation_token: "finds the tenant of an invitation's link; ids and hashes only",
  api_key_token: "finds the tenant of an API key; ids and hashes only",
  signup_url_token: "finds the tenant of a sign-up URL; ids and hashes only",
  account_mail: "mails about accounts, before any organization; sealed",
  account_choice: "what an account acted as last; ids only",
  account_preference: "what an account chose for itself; words of ours",
  account_change: "changes on their way through an account's organizations; sealed",
  session_end: "sessions that ended, while their access tokens may be good; ids only",
  policy_version: "policies of the platform, for everybody to read",
  platform_content: "the platform's library, for every organization to copy from",
  platform_content_version: "what each item of it said, for good",
  registry: "a sex offender registry, a public record: the same for every organization",
  registry_version: "a file of a registry that an operator loaded",
  registry_entry: "the entries of such a file, which are public; what a search found lies in registry_match",
  registry_load_part: "entries of such a file that are not loaded yet",
  registry_name_key: "by what entries without a date of birth are found",
  screening_order_directory: "finds the tenant of a background check that a provider's webhook names; ids only",
  screening_webhook: "webhooks of background check providers, before it is known whose they are; sealed",
  payment_directory: "finds the tenant of a payment that the card provider names; ids only",
  partner_directory: "finds the tenant of a connection that a partner's webhook names; ids only",
  partner_webhook: "webhooks of partners, before it is known whose they are; ids only",
  payment_webhook: "webhooks of the card provider, before it is known whose they are; ids only",
  provider_book_entry: "the card provider's books while they are compared; ids and amounts only",
  error_log: "unhandled errors, for platform operators; places in the code, nothing of a person",
  mail_server_fault: "what keeps every mail from leaving, for platform operators; nothing of a person",
  platform_operator: "accounts that run the platform; ids and hashes only",
  organization_health: "how each organization is doing, for platform operators; numbers and names of plans",
  feature_switch: "what platform operators paused, and why; nothing of a person",
  organization_directory: "what anybody may know of an organization who holds one of its links",
  organization_file_token: "finds the tenant of a file's address; ids and hashes only",
  organization_draft: "an organization before it is one; sealed",
  organization_founding: "which organization a repeated call has made; ids and hashes only",
  audit_alarm: "what was found wrong with sealed histories, for platform operators; ids, numbers and hashes only",
  audit_check: "how far the daily check of each organization is and what it found; ids and numbers only",
  waiver_proof: "tells a signed document to be genuine, to whoever holds it; ids, hashes and a signature",
  file_move: "how far moves of the files between stores are; counts and a name of ours",
  migration: "what was applied to this database",
};

async function asAdmin<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: world.it.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every table that the schema declares, by name. */
async function declaredTables(): Promise<Map<string, PgTable>> {
  const schema = join(import.meta.dirname, "../schema");
  const found = new Map<string, PgTable>();
  for (const file of (await readdir(schema)).filter((name) => name.endsWith(".ts"))) {
    const exports = (await import(join(schema, file))) as Record<string, unknown>;
    for (const value of Object.values(exports)) {
      if (is(value, PgTable)) found.set(getTableConfig(value).name, value);
    }
  }
  return found;
}

describe("the second layer", () => {
  test("stands around every table that is not named as shared: policy present, enabled, forced", async () => {
    const rows = await asAdmin<{ name: string; walled: boolean; policies: string[] }>(`
      SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS walled,
             array(SELECT pg_get_expr(polqual, polrelid) FROM pg_policy
                   WHERE polrelid = pg_class.oid AND polname <> 'owner_notices') AS policies
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`);
    const open = rows.filter((row) => !row.walled).map((row) => row.name);
    expect(open.sort()).toEqual(Object.keys(shared).sort());
    const policies = new Set(rows.filter((row) => row.walled).map((row) => JSON.stringify(row.policies)));
    expect([...policies]).toEqual([
      JSON.stringify([
        "(organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)",
      ]),
    ]);
  });

  test("organization_id is the first column of every tenant table's primary key and foreign keys", async () => {
    const rows = await asAdmin<{ name: string }>(`
      SELECT conrelid::regclass || ' ' || conname AS name
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u') AND attname <> 'organization_id'`);
    const keys = rows.map((row) => row.name.split(" ")[0]).filter((table) => !(String(table) in shared));
    expect(keys).toEqual([]);
  });

  test("holds when the application forgets to name the tenant", async () => {
    const mine = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const tenancy = openTenancy(world.it.database.pool);
    await tenancy.run(tenancy.found(mine.organizationId), async (db) => {
      const { rows } = await db.execute(sql`SELECT DISTINCT organization_id FROM level`);
      expect(rows).toEqual([{ organization_id: mine.organizationId }]);
      const { rowCount } = await db.execute(
        sql`UPDATE level SET name = 'taken over' WHERE organization_id = ${other.organizationId}`,
      );
      expect(rowCount).toBe(0);
    });
    const { rows } = await world.it.database.pool.query("SELECT count(*)::int AS seen FROM level");
    expect(rows).toEqual([{ seen: 0 }]);
  });

  test("refuses a row that is written for another tenant", async () => {
    const mine = await world.it.anOrganization();
    const other = await world.it.anOrganization();
    const tenancy = openTenancy(world.it.database.pool);
    const write = tenancy.run(tenancy.found(mine.organizationId), (db) =>
      db.execute(sql`INSERT INTO label (organization_id, label_id, name, role, created_at)
        VALUES (${other.organizationId}, ${other.organizationId}, 'Planted', 'Admin', now())`),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("the tenant's setting ends with the transaction, also when it fails", async () => {
    const mine = await world.it.anOrganization();
    const tenancy = openTenancy(world.it.database.pool);
    const failing = tenancy.run(tenancy.found(mine.organizationId), async () => {
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    const seen = await Promise.all(
      Array.from({ length: 10 }, () => world.it.database.pool.query("SELECT count(*)::int AS seen FROM level")),
    );
    expect(seen.map(({ rows }) => rows[0].seen)).toEqual(seen.map(() => 0));
  });

  test("the tenant's setting ends with a read-only transaction, even though its end isn't awaited", async () => {
    const mine = await world.it.anOrganization();
    const tenancy = openTenancy(world.it.database.pool);
    const levels = sql`SELECT count(*)::int AS seen FROM level WHERE organization_id = ${mine.organizationId}`;
    const [one, other] = await tenancy.read(tenancy.found(mine.organizationId), (db) =>
      Promise.all([db.execute(levels), db.execute(levels)]),
    );
    expect(one.rows).toEqual(other.rows);
    expect(one.rows).not.toEqual([{ seen: 0 }]);
    const broken = tenancy.read(tenancy.found(mine.organizationId), (db) =>
      Promise.all([db.execute(levels), db.execute(sql`SELECT 1 / 0`)]),
    );
    await expect(broken).rejects.toMatchObject({ cause: { code: "22012" } });
    const seen = await Promise.all(
      Array.from({ length: 10 }, () => world.it.database.pool.query("SELECT count(*)::int AS seen FROM level")),
    );
    expect(seen.map(({ rows }) => rows[0].seen)).toEqual(seen.map(() => 0));
    const again = await tenancy.read(tenancy.found(mine.organizationId), (db) => db.execute(levels));
    expect(again.rows).not.toEqual([{ seen: 0 }]);
  });

  test("a read-only transaction can't write", async () => {
    const mine = await world.it.anOrganization();
    const { tenancy } = world.it;
    const write = tenancy.read(tenancy.found(mine.organizationId), (db) =>
      db.execute(sql`UPDATE level SET name = 'Renamed' WHERE organization_id = ${mine.organizationId}`),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: "25006" } });
  });

  test("a query left running can't be sent after its transaction ended: the connection may be another tenant's", async () => {
    const { tenancy } = world.it;
    const { organizationId } = await world.it.anOrganization();
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    const late: Promise<unknown>[] = [];
    const leaving = async (db: SharedDb) => {
      const query = end.then(() => db.execute(sql`SELECT FROM level WHERE organization_id = ${organizationId}`));
      query.catch(() => undefined);
      late.push(query);
      throw new Error("given up");
    };
    await expect(tenancy.run(tenancy.found(organizationId), leaving)).rejects.toThrow("given up");
    await expect(tenancy.read(tenancy.found(organizationId), leaving)).rejects.toThrow("given up");
    await expect(tenancy.runShared(leaving)).rejects.toThrow("given up");
    ended();
    expect(late).toHaveLength(3);
    for (const query of late) {
      await expect(query).rejects.toMatchObject({ cause: { message: expect.stringMatching(/after the last one/) } });
    }
  });

  test("the application does not start as a role that could pass it", async () => {
    const start = openDatabase(world.it.adminUrl, { log: () => undefined });
    await expect(start).rejects.toThrow(/can bypass row-level security/);
  });
});

test("the application learns which organizations have something due, by a function and their ids alone", async () => {
  const rows = await asAdmin<{ table: string; command: string; roles: string }>(`
    SELECT tablename AS table, cmd AS command, array_to_string(roles, ' ') AS roles
    FROM pg_policies WHERE policyname <> 'tenant' ORDER BY tablename`);
  expect(rows).toEqual(
    [
      "billing_account",
      "content",
      "content_following",
      "content_redo",
      "duty_day",
      "expiries_behind",
      "expiry_count_delta",
      "guardianship",
      "level_following",
      "level_index",
      "member_count_delta",
      "organization",
      "organization_file",
      "partner_connection",
      "payment",
      "payment_refund",
      "person_to_compare",
      "reminder_round",
      "requirement",
      "requirement_count_delta",
      "screening_order",
      "sso_connection",
      "sso_domain",
      "subscription",
      "tax_exemption",
      "training_enrollment",
      "trend_kept",
      "webhook_delivery",
      "webhook_endpoint",
      "webhook_event",
    ].map((table) => ({
      table,
      command: "SELECT",
      roles: world.it.roles.owner,
    })),
  );
  const org = await world.it.anOrganization();
  await org.aMember("root", "Head Coach");
  const { pool } = world.it.database;
  const behind = await pool.query("SELECT * FROM organizations_behind(now(), $1, 1000)", [
    "00000000-0000-0000-0000-000000000000",
  ]);
  expect(behind.rows).toContainEqual({ organizations_behind: org.organizationId });
  for (const table of rows.map((row) => row.table)) {
    expect((await pool.query(`SELECT * FROM ${table}`)).rows).toEqual([]);
  }
  const granted = await asAdmin<{ everybody: boolean }>(
    `SELECT has_function_privilege('public', name || '(timestamptz, uuid, integer)', 'execute') AS everybody
     FROM unnest(ARRAY['organizations_behind', 'organizations_coming_of_age', 'organizations_on_another_day']) AS name`,
  );
  expect(granted).toEqual([{ everybody: false }, { everybody: false }, { everybody: false }]);
});

test("the application reaches the search index only by its functions, and finds no one without a tenant", async () => {
  const org = await world.it.anOrganization();
  await org.aMember("root", "Head Coach");
  const { pool } = world.it.database;
  await expect(pool.query("SELECT words FROM member_search")).rejects.toMatchObject({ code: "42501" });
  expect((await pool.query("SELECT * FROM search_people(ARRAY['%'], 10)")).rows).toEqual([]);
  expect((await pool.query("SELECT * FROM search_named(ARRAY['%'], ARRAY['%'], 10)")).rows).toEqual([]);
});

test("history cannot be changed or removed by the application", async () => {
  const rows = await asAdmin<{ name: string }>(`
    SELECT table_name || ' ' || privilege_type AS name FROM information_schema.role_table_grants
    WHERE grantee = '${world.it.roles.app}' AND table_schema = 'public'
      AND table_name IN (
        'requirement_event', 'member_event', 'profile_event', 'review', 'content_version', 'policy_version',
        'audit_event', 'audit_entry', 'audit_checkpoint',
        'standing_record', 'member_note', 'incident_event', 'incident_document', 'mail_text')
      AND privilege_type NOT IN ('SELECT', 'INSERT')`);
  expect(rows).toEqual([]);
});

test("the tables that the modules declare are the tables of the database, column by column", async () => {
  const rows = await asAdmin<{ table: string; column: string; type: string; required: boolean }>(`
    SELECT relname AS table, attname AS column, format_type(atttypid, atttypmod) AS type, attnotnull AS required
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`);
  const present = Map.groupBy(rows, (row) => row.table);
  const declared = await declaredTables();
  expect([...declared.keys(), "migration"].sort()).toEqual([...present.keys()].sort());
  for (const [name, table] of declared) {
    const columns = getTableConfig(table).columns.map((column) => ({
      table: name,
      column: column.name,
      type: column.getSQLType(),
      required: column.notNull || column.primary,
    }));
    const byName = (a: { column: string }, b: { column: string }) => a.column.localeCompare(b.column);
    expect(columns.sort(byName)).toEqual(present.get(name)?.sort(byName));
  }
});
