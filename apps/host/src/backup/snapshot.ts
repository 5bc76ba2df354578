import { createHash } from "node:crypto";
import { installedJobTables, queueSchema } from "@touchline/api/jobs/queue";
import type { Checkpoint } from "@touchline/api/security/audit-chain";
import pg from "pg";
import { to } from "pg-copy-streams";
import type { DatabaseDescription, Histories, TableDescription, TablePart } from "./manifest.ts";

/** What is ours in a database: the product's tables, the identity service's, the job queue's. */
export const schemas = ["public", "identity", queueSchema] as const;

/** Rows are handed on in pieces of about this size: a part of the archive each. */
const pieceBytes = 8 * 2 ** 20;
const connectionTimeout = 15_000;
/** Milliseconds that one statement may take, and that a lock is waited for: a migration may be under way. */
const statementTimeout = 3_600_000;
const lockTimeout = 60_000;

/** Values are written in one way whatever the server's settings are, so that equal rows are equal bytes. */
const textSettings = `SET search_path = pg_catalog; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'; SET synchronize_seqscans = off;
  SET statement_timeout = ${statementTimeout}; SET lock_timeout = ${lockTimeout}; SET idle_in_transaction_session_timeout = 0`;

/** Connects as the owner of the tables, with the settings that backups are written and read with. */
export async function connectOwner(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    application_name: "touchline backup",
  });
  // An error of the connection also fails the running statement, which reports it.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(textSettings);
  return client;
}

export const quoted = (name: string) =>
  name
    .split(".")
    .map((part) => pg.escapeIdentifier(part))
    .join(".");

/** Columns of a table that hold values of their own, as a list for COPY. */
export const columnList = ({ columns }: Pick<TableDescription, "columns">) =>
  columns.map(({ name }) => pg.escapeIdentifier(name)).join(", ");

type FoundTable = TableDescription & { oid: string; ofTenant: boolean; walled: boolean };

/** The tables that are there, with what stands around them. Partitions are tables, what they are partitions of is none. */
export async function describeTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `SELECT c.oid::text AS oid, n.nspname || '.' || c.relname AS name,
       c.relrowsecurity AS "rowSecurity", c.relforcerowsecurity AS forced,
       row_security_active(c.oid) AS walled,
       EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id') AS "ofTenant",
       (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum), '[]')
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(json_agg(concat_ws(' ', p.polname, p.polcmd, CASE WHEN p.polpermissive THEN 'permissive' ELSE 'restrictive' END,
            'to', (SELECT string_agg(CASE member WHEN 0 THEN 'everybody' WHEN c.relowner THEN 'owner' ELSE 'other' END, ',' ORDER BY member)
                   FROM unnest(p.polroles) member),
            'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)) ORDER BY p.polname), '[]')
        FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY name`,
    [schemas],
  );
  const references = await client.query<{ from: string; to: string }>(
    `SELECT conrelid::text AS "from", confrelid::text AS "to" FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid ORDER BY 1, 2`,
  );
  const wants = Map.groupBy(references.rows, (one) => one.from);
  const sorted: FoundTable[] = [];
  const left = new Map(rows.map((table) => [table.oid, table]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ oid }) => !(wants.get(oid) ?? []).some((one) => left.has(one.to)));
    // What refers to one another in a circle keeps its order: a restore leaves such references out until all is there.
    for (const table of ready.length > 0 ? ready : [...left.values()].slice(0, 1)) {
      sorted.push(table);
      left.delete(table.oid);
    }
  }
  return sorted;
}

/** Which migrations this database had. @throws Error when it has none: it is no database of ours. */
export async function readHistories(client: pg.Client): Promise<Histories> {
  const there = async (name: string) =>
    (await client.query("SELECT to_regclass($1) IS NOT NULL AS there", [name])).rows[0].there as boolean;
  const history = async (table: string) =>
    (await there(table))
      ? (await client.query<{ name: string; checksum: string }>(`SELECT name, checksum FROM ${table} ORDER BY name`))
          .rows
      : null;
  const [product, identity] = [await history("public.migration"), await history("identity.migration")];
  if (product === null && identity === null)
    throw new Error(
      "This database has no Touchline tables, so there is nothing to back up. Check the address of the database.",
    );
  return { product, identity, jobs: await installedJobTables(client) };
}

export type Snapshot = {
  description: DatabaseDescription;
  histories: Histories;
  checkpoints: Checkpoint[];
  /** Keys of the files that must be in the file store at this instant. */
  fileKeys: string[];
  /** The hash of each file whose hash is in the database, by key. */
  fileHashes(): Promise<Map<string, string>>;
  /** Gives out the rows of a table in pieces, each of whole lines of COPY's text format. */
  rows(table: string): AsyncGenerator<Buffer, TablePart>;
  close(): Promise<void>;
};

/**
 * Looks at the whole database as it is at one instant, through one transaction that writes nothing and that no writer waits for.
 * Row-level security stays in force: rows of tenants are read tenant by tenant.
 */
export async function openSnapshot(adminUrl: string): Promise<Snapshot> {
  const client = await connectOwner(adminUrl);
  try {
    const names = (await describeTables(client)).map(({ name }) => quoted(name));
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // Before the first look: a table that was rewritten after it would show no rows.
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
    const tables = await describeTables(client);
    if (tables.length !== names.length)
      throw new Error("The database was upgraded during the backup. Start the backup again.");
    const histories = await readHistories(client);
    const organizations = await organizationsIn(client, tables);
    const { rows: facts } = await client.query<{ at: Date; version: string }>(
      "SELECT now() AS at, current_setting('server_version') AS version",
    );
    const byName = new Map(tables.map((table) => [table.name, table]));
    return {
      description: {
        snapshotAt: (facts[0]?.at ?? new Date()).toISOString(),
        serverVersion: facts[0]?.version ?? "",
        tables: tables.map(({ name, columns, rowSecurity, forced, policies }) => ({
          name,
          columns,
          rowSecurity,
          forced,
          policies,
        })),
        sequences: await sequencesIn(client),
      },
      histories,
      checkpoints: await checkpointsIn(client, byName.get("public.audit_checkpoint"), organizations),
      fileKeys: await fileKeysIn(client, tables, organizations),
      fileHashes: () => fileHashesIn(client, byName.get("public.stored_file"), organizations),
      rows: (name) => rowsOf(client, byName.get(name) ?? missing(name), organizations),
      async close() {
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

function missing(name: string): never {
  throw new Error(`The database has no table ${name}.`);
}

/** Every tenant that any table without row-level security names. */
async function organizationsIn(client: pg.Client, tables: readonly FoundTable[]): Promise<string[]> {
  const open = tables.filter(({ ofTenant, walled }) => ofTenant && !walled);
  if (open.length === 0) return [];
  const each = open.map(({ name }) => `SELECT DISTINCT organization_id FROM ${quoted(name)}`);
  const { rows } = await client.query<{ id: string }>(
    `SELECT organization_id::text AS id FROM (${each.join(" UNION ")}) AS known WHERE organization_id IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

/** Runs a query once, or once for each tenant where row-level security would hide rows. */
async function* eachTenant(client: pg.Client, table: FoundTable, organizations: readonly string[]) {
  if (!table.walled) {
    yield "";
    return;
  }
  for (const id of organizations) {
    await client.query(`SET LOCAL app.organization_id = ${pg.escapeLiteral(id)}`);
    yield ` WHERE organization_id = ${pg.escapeLiteral(id)}`;
  }
}

async function* rowsOf(
  client: pg.Client,
  table: FoundTable,
  organizations: readonly string[],
): AsyncGenerator<Buffer, TablePart> {
  const hash = createHash("sha256");
  const part = { name: table.name, rows: 0, bytes: 0 };
  let piece: Buffer[] = [];
  let size = 0;
  for await (const where of eachTenant(client, table, organizations)) {
    const copy = client.query(
      to(`COPY (SELECT ${columnList(table)} FROM ${quoted(table.name)}${where}) TO STDOUT`, { highWaterMark: 2 ** 18 }),
    );
    for await (const bytes of copy as AsyncIterable<Buffer>) {
      hash.update(bytes);
      part.bytes += bytes.length;
      piece.push(bytes);
      size += bytes.length;
      if (size < pieceBytes) continue;
      yield Buffer.concat(piece);
      piece = [];
      size = 0;
    }
    part.rows += copy.rowCount;
  }
  if (size > 0) yield Buffer.concat(piece);
  return { ...part, sha256: hash.digest("hex") };
}

async function sequencesIn(client: pg.Client): Promise<DatabaseDescription["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind = 'S' ORDER BY 1`,
    [schemas],
  );
  const values: DatabaseDescription["sequences"] = [];
  for (const { name } of rows) {
    const read = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(name)}`,
    );
    if (read.rows[0]) values.push({ name, ...read.rows[0] });
  }
  return values;
}

async function checkpointsIn(
  client: pg.Client,
  table: FoundTable | undefined,
  organizations: readonly string[],
): Promise<Checkpoint[]> {
  const found: Checkpoint[] = [];
  if (!table) return found;
  for await (const where of eachTenant(client, table, organizations)) {
    const { rows } = await client.query<Omit<Checkpoint, "sequence"> & { sequence: string }>(
      `SELECT DISTINCT ON (organization_id) organization_id::text AS "organizationId", one.sequence::text AS sequence, encode(hash, 'hex') AS hash,
         to_char(signed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "signedAt", key_id AS "keyId",
         replace(encode(signature, 'base64'), E'\\n', '') AS signature
       FROM public.audit_checkpoint AS one${where} ORDER BY organization_id, one.sequence DESC`,
    );
    found.push(...rows.map((row) => ({ ...row, sequence: Number(row.sequence) })));
  }
  return found;
}

/**
 * Keys that rows name in a column called `…storage_key`. One that is noted as incoming too may have no bytes yet, or none any
 * more: nothing was made of it so far.
 */
async function fileKeysIn(
  client: pg.Client,
  tables: readonly FoundTable[],
  organizations: readonly string[],
): Promise<string[]> {
  const named = new Set<string>();
  const unfinished = new Set<string>();
  for (const table of tables) {
    for (const { name: column } of table.columns.filter(({ name }) => name.endsWith("storage_key"))) {
      for await (const where of eachTenant(client, table, organizations)) {
        const { rows } = await client.query<{ key: string }>(
          `SELECT DISTINCT ${pg.escapeIdentifier(column)} AS key FROM ${quoted(table.name)}${withBytes(table, where)}`,
        );
        const into = table.name === "public.incoming_file" ? unfinished : named;
        // What a partner sent has no file, and an empty key.
        for (const { key } of rows) if (key) into.add(key);
      }
    }
  }
  return [...named].filter((key) => !unfinished.has(key)).sort();
}

/** A condition on rows, without those whose file was destroyed with its key. */
const withBytes = (table: FoundTable, where: string) =>
  table.columns.some(({ name }) => name === "destroyed_at")
    ? `${where === "" ? " WHERE" : `${where} AND`} destroyed_at IS NULL`
    : where;

async function fileHashesIn(
  client: pg.Client,
  table: FoundTable | undefined,
  organizations: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (!table) return found;
  for await (const where of eachTenant(client, table, organizations)) {
    // The hash of a sealed file is that of what was uploaded, not of the bytes that are stored.
    const { rows } = await client.query<{ key: string; sha256: string | null }>(
      `SELECT storage_key AS key, CASE WHEN wrapped_key IS NULL THEN sha256 END AS sha256 FROM ${quoted(table.name)}${withBytes(table, where)}`,
    );
    for (const { key, sha256 } of rows) if (sha256 !== null) found.set(key, sha256);
  }
  return found;
}

/** Reads the rows of a table that is there alone, as they lie, and tells what they come to. */
export async function weighTable(client: pg.Client, table: TableDescription): Promise<TablePart> {
  const hash = createHash("sha256");
  const part = { name: table.name, rows: 0, bytes: 0 };
  const copy = client.query(
    to(`COPY (SELECT ${columnList(table)} FROM ${quoted(table.name)}) TO STDOUT`, { highWaterMark: 2 ** 18 }),
  );
  for await (const bytes of copy as AsyncIterable<Buffer>) {
    hash.update(bytes);
    part.bytes += bytes.length;
  }
  part.rows = copy.rowCount;
  return { ...part, sha256: hash.digest("hex") };
}
