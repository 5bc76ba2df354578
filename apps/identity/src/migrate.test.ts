import { Client } from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { migratedDatabase, poolOf } from "../test/world.ts";
import { migrateIdentity } from "./index.ts";

async function asAdmin<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test("migrating again, and several times at once, changes nothing", async () => {
  const { adminUrl, appUrl } = await testDatabase();
  const appRole = new URL(appUrl).username;
  await Promise.all([1, 2, 3].map(() => migrateIdentity(adminUrl, { appRole })));
  const history = () =>
    asAdmin(adminUrl, async (client) => (await client.query("select * from identity.migration order by name")).rows);
  const before = await history();
  await migrateIdentity(adminUrl, { appRole });
  expect(await history()).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});

test("a migration that was changed after it had been applied stops the start", async () => {
  const { adminUrl, appUrl } = await migratedDatabase();
  await asAdmin(adminUrl, (client) => client.query("update identity.migration set checksum = 'other'"));
  await expect(migrateIdentity(adminUrl, { appRole: new URL(appUrl).username })).rejects.toThrow(/was changed after/);
});

test("a database of a later version stops the start", async () => {
  const { adminUrl, appUrl } = await migratedDatabase();
  await asAdmin(adminUrl, (client) =>
    client.query("insert into identity.migration (name, checksum) values ('9999_later.sql', '')"),
  );
  await expect(migrateIdentity(adminUrl, { appRole: new URL(appUrl).username })).rejects.toThrow(/doesn't know/);
});

test.each(["App", 'a"; drop schema identity; --', "", "1app", "a".repeat(64)])(
  "%s is no name for the application's role",
  async (appRole) => {
    await expect(migrateIdentity("postgres://127.0.0.1:1/none", { appRole })).rejects.toThrow(/cannot be/);
  },
);

test.each([
  "drop table identity.account",
  "alter table identity.account add column x text",
  "truncate identity.payload",
  "create table identity.mine (x int)",
  "drop schema identity cascade",
  "select * from identity.migration",
  "update identity.migration set checksum = ''",
  "update identity.acceptance set accepted_at = now()",
  "delete from identity.acceptance",
  "update identity.signing_key set private_sealed = ''",
  "delete from identity.signing_key",
  "update identity.account set sub = gen_random_uuid()",
])("the application's role cannot: %s", async (statement) => {
  const { appUrl } = await shared;
  const pool = poolOf(appUrl);
  await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  await pool.end();
});

const shared = migratedDatabase();
