import pg from "pg";

/** Asks as who owns the tables and may alter everything, within the organization that the first value names. */
export async function asOwnerOf<Row extends pg.QueryResultRow>(
  adminUrl: string,
  text: string,
  values: [organizationId: string, ...unknown[]],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.organization_id = '${values[0]}'`);
    const { rows } = await client.query<Row>(text, values);
    await client.query("COMMIT");
    return rows;
  } finally {
    await client.end();
  }
}
