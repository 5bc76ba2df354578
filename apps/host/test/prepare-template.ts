import { migrate } from "@touchline/api/kernel/migrate";
import { migrateIdentity } from "@touchline/identity";

/**
 * Brings the empty template database to the state in which every test begins: migrated, nothing else. Called once per
 * run, before any test. `adminUrl` owns the database; `appUrl` is the role that the tests' requests will have.
 */
export async function prepareTemplate(adminUrl: string, appUrl: string): Promise<void> {
  const appRole = decodeURIComponent(new URL(appUrl).username);
  await migrate(adminUrl, appRole);
  await migrateIdentity(adminUrl, { appRole });
}
