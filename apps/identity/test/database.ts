import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { execute, withDatabase } from "../../host/test/database.ts";

/** Two connection strings to one fresh, empty database: as the role that migrates and as the identity service's role. */
export type TestDatabase = { adminUrl: string; appUrl: string };

/** Creates an empty database without migrations on the run's own server, which is removed when the run ends. */
export async function testDatabase(): Promise<TestDatabase> {
  const { adminUrl, identityUrl } = inject("database");
  const name = `identity_${randomBytes(6).toString("hex")}`;
  await execute(adminUrl, `create database ${name}`);
  return { adminUrl: withDatabase(adminUrl, name), appUrl: withDatabase(identityUrl, name) };
}
