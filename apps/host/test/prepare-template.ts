/**
 * Brings the empty template database to the state in which every test begins: migrated, nothing else. Called once per
 * run, before any test. `adminUrl` owns the database; `appUrl` is the role that the tests' requests will have.
 */
export async function prepareTemplate(_adminUrl: string, _appUrl: string): Promise<void> {}
