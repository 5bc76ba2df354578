import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { queueSchema } from "@touchline/api/jobs/queue";
import { createAccounts, migrateIdentity } from "@touchline/identity";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { roleOf } from "../src/database.ts";
import { demoLogins, demoPassword, disableDemoLogins } from "../src/demo/logins.ts";
import { type Clone, cloneTemplate } from "./clone.ts";
import { execute, withDatabase } from "./database.ts";
import { aUsedDataDir, query, removesWhatItMade, start } from "./embedded.ts";

removesWhatItMade();

let clone: Clone;
beforeAll(async () => {
  clone = await cloneTemplate();
});
afterAll(() => clone.drop());

const tablesOf = async (url: string, schema: string) =>
  (
    await query(
      url,
      `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
       WHERE table_schema = '${schema}' AND table_type = 'BASE TABLE'`,
    )
  ).map((row) => row.name as string);

/** Returns what each role except the owner may do in the schema, sorted. */
const privileges = async (url: string) =>
  (
    await query(
      url,
      `SELECT class.relname || ' ' || given.privilege_type || ' ' || given.grantee::regrole AS line
       FROM pg_class AS class CROSS JOIN aclexplode(class.relacl) AS given
       WHERE class.relnamespace = 'identity'::regnamespace AND given.grantee <> class.relowner
       UNION
       SELECT class.relname || '.' || field.attname || ' ' || given.privilege_type || ' ' || given.grantee::regrole
       FROM pg_class AS class JOIN pg_attribute AS field ON field.attrelid = class.oid
         CROSS JOIN aclexplode(field.attacl) AS given
       WHERE class.relnamespace = 'identity'::regnamespace
       UNION
       SELECT 'schema ' || given.privilege_type || ' ' || given.grantee::regrole
       FROM pg_namespace AS space CROSS JOIN aclexplode(space.nspacl) AS given
       WHERE space.nspname = 'identity' AND given.grantee <> space.nspowner`,
    )
  )
    .map((row) => row.line as string)
    .sort();

test("the API's role reads no account, no signing key and nothing else of the identity service", async () => {
  const tables = await tablesOf(clone.adminUrl, "identity");
  expect(tables).toEqual(expect.arrayContaining(["identity.account", "identity.signing_key"]));
  for (const table of tables) {
    await expect(query(clone.appUrl, `SELECT * FROM ${table}`), table).rejects.toMatchObject({ code: "42501" });
  }
});

test("the identity service's role reads and writes nothing of the product", async () => {
  const rows = await query(
    clone.identityUrl,
    `SELECT class.oid::regclass::text AS name,
       has_any_column_privilege(class.oid, 'SELECT, INSERT, UPDATE') OR has_table_privilege(class.oid, 'DELETE, TRUNCATE') AS may
     FROM pg_class AS class JOIN pg_namespace AS space ON space.oid = class.relnamespace
     WHERE space.nspname IN ('public', '${queueSchema}') AND class.relkind IN ('r', 'p', 'v', 'm')`,
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ may }) => may).map(({ name }) => name)).toEqual([]);
  await expect(query(clone.identityUrl, "SELECT FROM profile")).rejects.toMatchObject({ code: "42501" });
});

test("a database in which the API's role had the identity service's rights hands all of them over", async () => {
  const { adminUrl, appUrl, identityUrl } = inject("database");
  const name = `touchline_handover_${randomUUID().slice(0, 8)}`;
  await execute(adminUrl, `create database ${name}`);
  const address = withDatabase(adminUrl, name);
  const client = new pg.Client(address);
  await client.connect();
  await client.query("CREATE SCHEMA identity");
  await client.query(
    "CREATE TABLE identity.migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const folder = join(import.meta.dirname, "../../identity/migrations");
  for (const file of (await readdir(folder)).filter((one) => one < "0009").sort()) {
    const source = await readFile(join(folder, file), "utf8");
    await client.query(source.replaceAll("{{app_role}}", `"${roleOf(appUrl)}"`));
    const checksum = createHash("sha256").update(source).digest("hex");
    await client.query("INSERT INTO identity.migration (name, checksum) VALUES ($1, $2)", [file, checksum]);
  }
  await client.end();
  await migrateIdentity(address, { appRole: roleOf(identityUrl) });
  expect(await privileges(address)).toEqual(await privileges(clone.adminUrl));
  await expect(query(withDatabase(appUrl, name), "SELECT FROM identity.account")).rejects.toMatchObject({
    code: "42501",
  });
  expect(await query(withDatabase(identityUrl, name), "SELECT FROM identity.account")).toEqual([]);
  await execute(adminUrl, `drop database ${name} with (force)`);
});

test("an embedded database from before the role gets it at the next start, also where its password was lost", async () => {
  const dataDir = await aUsedDataDir();
  const file = join(dataDir, "postgres.json");
  const record = JSON.parse(await readFile(file, "utf8")) as { passwords: Record<string, string> };
  const { identity: lost, ...others } = record.passwords;
  await writeFile(file, JSON.stringify({ ...record, passwords: others }));
  const { identityUrl, adminUrl } = await start(dataDir);
  expect(await query(identityUrl, "SELECT current_user AS role")).toEqual([{ role: "touchline_identity" }]);
  expect(new URL(identityUrl).password).not.toBe(lost);
  expect(await query(adminUrl, "SELECT rolsuper FROM pg_roles WHERE rolname = 'touchline_identity'")).toEqual([
    { rolsuper: false },
  ]);
});

test("accounts of the demo are disabled with a clear message if others can reach the server", async () => {
  const pool = new pg.Pool({ connectionString: clone.identityUrl, max: 2 });
  const accounts = createAccounts(pool);
  const email = demoLogins[0].email;
  await accounts.create({ email, password: demoPassword });
  await accounts.create({ email: "somebody@clubs.example", password: demoPassword });
  const withPassword = async () =>
    (await pool.query("SELECT email FROM identity.account WHERE password_hash IS NOT NULL ORDER BY 1")).rows.map(
      (row) => row.email,
    );
  const lines: string[] = [];
  const disable = (publicUrl: string, host: string) =>
    disableDemoLogins({ publicUrl, host, demo: false }, pool, (line) => void lines.push(line));
  await disable("http://localhost:3000", "127.0.0.1");
  expect([await withPassword(), lines]).toEqual([[email, "somebody@clubs.example"], []]);
  await disable("http://localhost:3000", "0.0.0.0");
  expect(await withPassword()).toEqual(["somebody@clubs.example"]);
  expect(lines).toEqual([
    expect.stringMatching(/WARNING: .*These demo accounts were permanently disabled: admin@demo[^,]*\. For/),
  ]);
  await disable("https://clubs.example.org", "127.0.0.1");
  expect(lines).toHaveLength(1);
  await pool.end();
});
