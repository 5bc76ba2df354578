import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** Two connection strings to one fresh, empty database: as the role that migrates and as the application's. */
export type TestDatabase = { adminUrl: string; appUrl: string };

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must hold a connection string of a PostgreSQL server for tests.`);
  return value;
}

/**
 * Makes a database on the server that TEST_DATABASE_ADMIN_URL and TEST_DATABASE_URL (the application's role, which must
 * exist) lead to. The caller need not remove it: the server is a throw-away one.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const admin = new URL(required("TEST_DATABASE_ADMIN_URL"));
  const app = new URL(required("TEST_DATABASE_URL"));
  const name = `identity_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: admin.href, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  admin.pathname = `/${name}`;
  app.pathname = `/${name}`;
  return { adminUrl: admin.href, appUrl: app.href };
}
