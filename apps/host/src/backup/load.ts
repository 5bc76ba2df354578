import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { knownMigrations, type Migration, migrate } from "@touchline/api/database/migrate";
import { jobTablesVersion, queueSchema } from "@touchline/api/jobs/queue";
import { knownIdentityMigrations, migrateIdentity } from "@touchline/identity";
import { plural } from "@touchline/rules";
import pg from "pg";
import { type CopyStreamQuery, from } from "pg-copy-streams";
import { markerSchema, roleOf } from "../database.ts";
import { DamagedBackup } from "./archive.ts";
import type { DatabaseDescription, Histories, TableDescription, TablePart } from "./manifest.ts";
import { columnList, connectOwner, describeTables, quoted, schemas, weighTable } from "./snapshot.ts";

/** Three roles of one database, as the settings name them; a part that runs elsewhere has none here. */
export type RestoreTarget = { adminUrl: string; appUrl: string | null; identityUrl: string | null };

/** References and further indexes of these are taken away while rows come in; of the job queue's few rows they stay. */
const bulkSchemas = ["public", "identity"];
/** Building indexes, a sort of all rows each. */
const bulkSettings = "SET maintenance_work_mem = '256MB'";

const oldVersion = (product: string) => `Restore it with Touchline ${product}, then upgrade.`;

/** @throws Error with a sentence when this version can't make a database as the backup's was. */
export async function assertKnown(histories: Histories, product: string): Promise<void> {
  const compare = (had: readonly Migration[] | null, known: readonly Migration[]) => {
    const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
    for (const { name, checksum } of had ?? []) {
      const here = checksums.get(name);
      if (here === undefined) {
        throw new Error(
          `This backup was made by a newer Touchline (${product}, with ${name}). Restore it with that version.`,
        );
      }
      if (here !== checksum)
        throw new Error(`Migration ${name} has changed since this backup was made. ${oldVersion(product)}`);
    }
  };
  compare(histories.product, await knownMigrations());
  compare(histories.identity, await knownIdentityMigrations());
  if (histories.jobs === null) return;
  if (histories.jobs > jobTablesVersion()) {
    throw new Error(
      `This backup was made by a newer Touchline (${product}, with newer job tables). Restore it with that version.`,
    );
  }
  if (histories.jobs < jobTablesVersion()) {
    throw new Error(`The job tables in this backup are too old for this version. ${oldVersion(product)}`);
  }
}

export type Load = {
  /** Takes rows of a table; those of one table come together, in order. */
  rows(table: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /**
   * Compares what came with what should have, and what lies in the database with both; puts back what was taken away.
   * @throws DamagedBackup with the names of what differs.
   */
  check(expected: readonly TablePart[]): Promise<void>;
  /** Makes all of it be there, at once. */
  commit(): Promise<void>;
  /** Leaves an empty database. */
  abandon(): Promise<void>;
};

/** @throws Error with a sentence unless the database is empty, or what a restore that was cut off has left in it. */
export async function assertEmptyDatabase(adminUrl: string): Promise<void> {
  const client = await connectOwner(adminUrl);
  try {
    const { rows } = await client.query("SELECT to_regnamespace($1) IS NOT NULL AS begun", [markerSchema]);
    if (rows[0].begun) return;
    const tables = await describeTables(client);
    if (tables.length === 0) return;
    throw new Error(
      `The database isn't empty: it has ${plural(tables.length, { one: "# table", other: "# tables" })}, including ${tables[0]?.name}. Restore into an empty database.`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Makes the tables as they were when the backup was made, and lets rows in. Nothing of it is seen before `commit`, except that
 * there are tables.
 */
export async function openLoad(
  target: RestoreTarget,
  histories: Histories,
  description: DatabaseDescription,
): Promise<Load> {
  const client = await connectOwner(target.adminUrl);
  try {
    await wipe(client);
    await client.query(`CREATE SCHEMA ${markerSchema}`);
    await makeTables(target, histories);
    await client.query(bulkSettings);
    await client.query("BEGIN");
    const tables = await sameTables(client, description);
    const before = await describeRest(client);
    const setAside = await takeAway(client, tables);
    const loading = openCopies(client, tables);
    return {
      rows: loading.rows,
      async check(expected) {
        compareParts(
          await loading.finish(),
          expected,
          (names) => `These tables in the backup don't match its manifest: ${names}.`,
        );
        await client.query(putSequences(description));
        const stored: TablePart[] = [];
        for (const table of tables) stored.push(await weighTable(client, table));
        compareParts(stored, expected, (names) => `These tables in the database don't match the backup: ${names}.`);
        for (const statement of setAside) await client.query(statement);
        assertSame(await describeRest(client), before);
        await sameTables(client, description);
      },
      async commit() {
        await client.query(`DROP SCHEMA ${markerSchema}`);
        await client.query("COMMIT");
        await client.query(`ANALYZE`);
        await client.end();
      },
      abandon: () => abandon(client, target.adminUrl),
    };
  } catch (error) {
    await abandon(client, target.adminUrl);
    throw error;
  }
}

async function abandon(client: pg.Client, adminUrl: string): Promise<void> {
  // A connection in the midst of a copy takes no further statement.
  await client.end().catch(() => {});
  const another = await connectOwner(adminUrl);
  try {
    await wipe(another);
    await another.query(`DROP SCHEMA IF EXISTS ${markerSchema}`);
  } finally {
    await another.end();
  }
}

/** Removes what a restore has made; only where its mark stands. Extensions stay. */
async function wipe(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT to_regnamespace($1) IS NOT NULL AS begun", [markerSchema]);
  if (!rows[0].begun) return;
  await client.query("BEGIN");
  await client.query(`DROP SCHEMA IF EXISTS identity, ${queueSchema} CASCADE`);
  const { rows: drops } = await client.query<{ statement: string }>(`
    SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', c.relname) AS statement FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`);
  for (const { statement } of drops) await client.query(statement);
  await client.query(`DROP SCHEMA ${markerSchema}`);
  await client.query("COMMIT");
}

async function makeTables({ adminUrl, appUrl, identityUrl }: RestoreTarget, histories: Histories): Promise<void> {
  const names = (had: readonly Migration[]) => new Set(had.map(({ name }) => name));
  if (histories.product) {
    if (appUrl === null)
      throw new Error(
        "DATABASE_URL isn't set. The backup contains the product's tables, so set it to the role that serves requests.",
      );
    await migrate(adminUrl, roleOf(appUrl), undefined, names(histories.product));
  }
  if (histories.identity) {
    if (identityUrl === null)
      throw new Error(
        "IDENTITY_DATABASE_URL isn't set. The backup contains the identity service's tables, so set it to that service's role.",
      );
    await migrateIdentity(adminUrl, { appRole: roleOf(identityUrl), only: names(histories.identity) });
  }
}

/** @returns the tables here, in the backup's order with its order of columns. @throws when they are others, or open to others. */
async function sameTables(client: pg.Client, { tables }: DatabaseDescription): Promise<TableDescription[]> {
  const here = new Map((await describeTables(client)).map((table) => [table.name, table]));
  const shape = ({ columns, rowSecurity, forced, policies }: TableDescription) =>
    JSON.stringify([columns.map(({ name, type }) => `${name} ${type}`).sort(), rowSecurity, forced, policies]);
  const others = tables.filter((table) => {
    const made = here.get(table.name);
    return !made || shape(made) !== shape(table);
  });
  const further = [...here.keys()].filter((name) => !tables.some((table) => table.name === name));
  const names = [...others.map(({ name }) => name), ...further];
  if (names.length === 0) return [...tables];
  throw new Error(
    `These tables, or their row-level security, don't match the description in the backup: ${names.join(", ")}.`,
  );
}

/** Constraints and indexes by what they say, so that what is taken away is seen to be back. */
async function describeRest(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS what FROM pg_constraint
     WHERE connamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1))
     UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1)) ORDER BY 1`,
    [schemas],
  );
  return rows.map(({ what }) => what);
}

function assertSame(now: readonly string[], before: readonly string[]): void {
  const there = new Set(now);
  const missing = before.filter((one) => !there.has(one));
  if (missing.length > 0 || now.length !== before.length)
    throw new Error(`These indexes or constraints weren't restored: ${missing.join("; ")}.`);
}

/** Empties the tables, and takes away what would check every row as it comes. @returns the statements that put it back. */
async function takeAway(client: pg.Client, tables: readonly TableDescription[]): Promise<string[]> {
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(", ")}`);
  const constraints = async (types: string) => {
    const { rows } = await client.query<{ drop: string; put: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS put
       FROM pg_constraint WHERE contype::text = ANY ($1) AND conparentid = 0
         AND connamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($2))`,
      [[...types], bulkSchemas],
    );
    return rows;
  };
  const [references, keys] = [await constraints("f"), await constraints("pu")];
  const { rows: indexes } = await client.query<{ drop: string; put: string }>(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS put
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1))
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [bulkSchemas],
  );
  const rowSecurity = tables
    .filter(({ forced }) => forced)
    .map(({ name }) => ({
      drop: `ALTER TABLE ${quoted(name)} NO FORCE ROW LEVEL SECURITY`,
      put: `ALTER TABLE ${quoted(name)} FORCE ROW LEVEL SECURITY`,
    }));
  for (const { drop } of [...references, ...keys, ...indexes, ...rowSecurity]) await client.query(drop);
  // Keys first: references are checked by them.
  return [...keys, ...indexes, ...references, ...rowSecurity].map(({ put }) => put);
}

/** Copies rows in, table by table, and weighs them as they pass. */
function openCopies(client: pg.Client, tables: readonly TableDescription[]) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const done = new Map<string, TablePart>();
  let current: { part: Omit<TablePart, "sha256">; hash: Hash; copy: CopyStreamQuery; ended: Promise<unknown> } | null =
    null;

  async function endCurrent(): Promise<void> {
    if (!current) return;
    const { part, hash, copy, ended } = current;
    current = null;
    copy.end();
    await ended;
    done.set(part.name, { ...part, rows: copy.rowCount, sha256: hash.digest("hex") });
  }

  async function begin(name: string) {
    await endCurrent();
    const table = byName.get(name);
    if (!table || done.has(name)) throw new DamagedBackup(`The backup has rows of ${name} in the wrong place.`);
    const copy = client.query(from(`COPY ${quoted(name)} (${columnList(table)}) FROM STDIN WITH (FREEZE)`));
    const ended = once(copy, "finish");
    ended.catch(() => {});
    return { part: { name, rows: 0, bytes: 0 }, hash: createHash("sha256"), copy, ended };
  }

  return {
    async rows(name: string, bytes: AsyncIterable<Buffer>) {
      if (current?.part.name !== name) current = await begin(name);
      const { part, hash, copy, ended } = current;
      for await (const chunk of bytes) {
        hash.update(chunk);
        part.bytes += chunk.length;
        if (!copy.write(chunk)) await Promise.race([once(copy, "drain"), ended]);
      }
    },
    async finish(): Promise<TablePart[]> {
      await endCurrent();
      const none = createHash("sha256").digest("hex");
      return tables.map(({ name }) => done.get(name) ?? { name, rows: 0, bytes: 0, sha256: none });
    },
  };
}

function compareParts(
  found: readonly TablePart[],
  expected: readonly TablePart[],
  sentence: (names: string) => string,
): void {
  const wanted = new Map(expected.map((part) => [part.name, part]));
  const wrong = found.filter(({ name, rows, bytes, sha256 }) => {
    const part = wanted.get(name);
    return !part || part.rows !== rows || part.bytes !== bytes || part.sha256 !== sha256;
  });
  const absent = expected.filter(({ name }) => !found.some((part) => part.name === name));
  const names = [...wrong, ...absent].map(({ name }) => name);
  if (names.length > 0) throw new DamagedBackup(sentence(names.join(", ")));
}

const putSequences = ({ sequences }: DatabaseDescription) =>
  sequences
    .map(({ name, value, called }) => `SELECT setval(${pg.escapeLiteral(quoted(name))}, ${BigInt(value)}, ${called})`)
    .join("; ");
