import { migrate } from "@touchline/api/database/migrate";
import { migrateIdentity } from "@touchline/identity";

/**
 * Brings the empty template database to the state in which every test begins: migrated, with nothing else. Called once per run,
 * before any test.
 *
 * @param adminUrl the database as its owner.
 * @param appUrl the role of the tests' requests.
 * @param identityUrl the identity service's role.
 */
export async function prepareTemplate(adminUrl: string, appUrl: string, identityUrl: string): Promise<void> {
  await migrate(adminUrl, roleOf(appUrl));
  await migrateIdentity(adminUrl, { appRole: roleOf(identityUrl) });
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);
