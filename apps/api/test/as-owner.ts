import pg from "pg";

/** Runs a statement as the owner of the tables, within the organization that the first value names. */
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
