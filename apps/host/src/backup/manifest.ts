import { hkdfSync } from "node:crypto";
import { z } from "zod";

/** Raised when an earlier Touchline could not read a backup anymore. */
export const backupFormat = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const history = z.array(z.object({ name: z.string(), checksum: sha256 }));
/** What was applied to the database: null for a part that this database does not have. */
export const histories = z.object({
  product: history.nullable(),
  identity: history.nullable(),
  /** The version of the job queue's tables. */
  jobs: z.int().nullable(),
});
export type Histories = z.infer<typeof histories>;

/** The first entry of an archive: what a restore has to know before it writes anything. */
export const backupHeader = z.object({
  format: z.int(),
  /** Version of the Touchline that made it. */
  product: z.string(),
  startedAt: z.iso.datetime(),
  secretFingerprint: z.string(),
  histories,
});
export type BackupHeader = z.infer<typeof backupHeader>;

const tableDescription = z.object({
  /** With its schema, `public.profile`. */
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rowSecurity: z.boolean(),
  forced: z.boolean(),
  policies: z.array(z.string()),
});
export type TableDescription = z.infer<typeof tableDescription>;

const sequence = z.object({ name: z.string(), value: z.string(), called: z.boolean() });

/** The entry before the tables' rows: what they are rows of. */
export const databaseDescription = z.object({
  /** The instant of the snapshot: what was committed before it is in the backup, whole. */
  snapshotAt: z.iso.datetime(),
  serverVersion: z.string(),
  /** In an order in which a table comes after those that it refers to, where there is one. */
  tables: z.array(tableDescription),
  sequences: z.array(sequence),
});
export type DatabaseDescription = z.infer<typeof databaseDescription>;

const tablePart = z.object({ name: z.string(), rows: count, bytes: count, sha256 });
export type TablePart = z.infer<typeof tablePart>;
const filePart = z.object({ key: z.string(), bytes: count, sha256 });
export type FilePart = z.infer<typeof filePart>;

/** The last entry but one: what must have come before it. The last is its signature with the installation's key. */
export const manifest = backupHeader.extend({
  snapshotAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  tables: z.array(tablePart),
  files: z.array(filePart),
  /** Files that the database names and the file store did not have. */
  missingFiles: z.array(z.string()),
  /** The newest signed checkpoint of each organization's audit log. */
  checkpoints: z.array(
    z.object({
      organizationId: z.string(),
      sequence: z.int(),
      hash: z.string(),
      signedAt: z.iso.datetime(),
      keyId: z.string(),
      signature: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifest>;

export const entryNames = {
  header: "touchline.json",
  database: "database.json",
  manifest: "manifest.json",
  signature: "manifest.sig",
  table: (name: string, part: number) => `database/${name}/${String(part).padStart(6, "0")}`,
  file: (key: string) => `files/${key}`,
} as const;

/** Tells secrets apart and says nothing about them. */
export const fingerprintOf = (secret: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", "touchline/backup-fingerprint/1", 16)).toString("hex");
