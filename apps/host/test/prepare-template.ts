import { migrate } from "@touchline/api/database/migrate";
import { migrateIdentity } from "@touchline/identity";

/**
 * Brings the empty template database to the state in which every test begins: migrated, nothing else. Called once per
 * run, before any test. `adminUrl` owns the database; `appUrl` is the role that the tests' requests will have, `identityUrl` that of the identity service.
 */
export async function prepareTemplate(adminUrl: string, appUrl: string, identityUrl: string): Promise<void> {
  await migrate(adminUrl, roleOf(appUrl));
  await migrateIdentity(adminUrl, { appRole: roleOf(identityUrl) });
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);
