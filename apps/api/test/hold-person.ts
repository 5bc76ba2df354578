import pg from "pg";

/**
 * Locks one person like a verb that changes them, until `release` is called. `waiting` counts the statements that wait for a
 * lock in the same database.
 */
export async function holding(adminUrl: string, organizationId: string, profileId: string) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`BEGIN; SET LOCAL app.organization_id = '${organizationId}'`);
  await client.query("SELECT FROM profile WHERE organization_id = $1 AND profile_id = $2 FOR NO KEY UPDATE", [
    organizationId,
    profileId,
  ]);
  const waiting = async () => {
    const { rows } = await client.query<{ waiting: number }>(`SELECT count(*)::int AS waiting FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`);
    return rows[0]?.waiting ?? 0;
  };
  const release = async () => {
    await client.query("ROLLBACK");
    await client.end();
  };
  return { waiting, release };
}
