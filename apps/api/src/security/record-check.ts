import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type Checkpoint,
  canonical,
  checkpointText,
  contentHash,
  isSigned,
  keyIdOf,
  linkHash,
  publicKeyOf,
} from "./audit-chain.ts";

/** How the archive of one person's record is signed, and how that is checked: without database and server. */

export const manifestFormat = "touchline-record-manifest/1";
/** Returns the signed text of a manifest. */
export const manifestText = (sha256: string) => canonical([manifestFormat, sha256]);
export const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The result of checking a record: the problems, one sentence each, and what was found. */
export type CheckedRecord = {
  problems: string[];
  notes: string[];
  person: string | null;
  files: number;
  /** Entries of the sealed history with their contents, and those that only connect them. */
  shown: number;
  between: number;
};

/** An entry of an archive: its bytes, one part after the other. */
export type RecordEntry = { path: string; read(): AsyncIterable<Buffer> };

/** The fields that are read in each data file of an archive: a manipulated one may contain anything. */
const ofManifest = z.looseObject({
  format: z.literal(manifestFormat),
  recordId: z.string(),
  organizationId: z.string(),
  profileId: z.string(),
  files: z.array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
const ofSignature = z.looseObject({ keyId: z.string(), publicKey: z.string(), signature: z.string() });
const ofRecord = z.looseObject({
  format: z.string(),
  recordId: z.string(),
  organization: z.looseObject({ organizationId: z.string(), name: z.string() }),
  person: z.looseObject({ profileId: z.string(), firstName: z.string(), lastName: z.string() }),
  files: z.array(
    z.looseObject({ path: z.string().nullable(), sha256: z.string(), bytes: z.number(), name: z.string() }),
  ),
  history: z.array(
    z.looseObject({
      ...{ source: z.string(), id: z.string(), at: z.string(), kind: z.string() },
      sequence: z.number().nullable(),
    }),
  ),
});
type Manifest = z.output<typeof ofManifest>;
type RecordFile = z.output<typeof ofRecord>;
type Keys = Map<string, ReturnType<typeof publicKeyOf>>;

const manifestPath = "manifest.json";
const signaturePath = "manifest.sig";
/** The most bytes of a file that is read as a whole; far more than a record has. */
const mostBytes = 200_000_000;

/**
 * Checks a record: every file against the manifest, the manifest against its signature, the record against files and sealed
 * history, and that entry by entry up to the signed checkpoints.
 *
 * @param entries the archive's, in any order.
 * @param trusted public keys as PEM, kept elsewhere; without any, the one in the archive is trusted.
 */
export async function checkRecord(
  entries: readonly RecordEntry[],
  { trusted = [] }: { trusted?: readonly string[] } = {},
): Promise<CheckedRecord> {
  const problems: string[] = [];
  const notes: string[] = [];
  const found: CheckedRecord = { problems, notes, person: null, files: 0, shown: 0, between: 0 };
  const byPath = new Map<string, RecordEntry>();
  for (const entry of entries) {
    if (byPath.has(entry.path)) problems.push(`${entry.path} is there twice.`);
    byPath.set(entry.path, entry);
  }
  const keys: Keys = new Map(trusted.map((pem) => publicKeyOf(pem)).map((key) => [keyIdOf(key), key]));
  const manifestBytes = await whole(byPath.get(manifestPath), problems, manifestPath);
  const signatureBytes = await whole(byPath.get(signaturePath), problems, signaturePath);
  if (!manifestBytes || !signatureBytes) return found;
  checkSignature(sha256Of(manifestBytes), signatureBytes, { keys, trusted, problems, notes });
  const manifest = parsed(ofManifest, manifestBytes, manifestPath, problems);
  if (!manifest) return found;
  await checkFiles(manifest, byPath, problems);
  found.files = manifest.files.length;
  const recordBytes = await whole(byPath.get("record.json"), problems, "record.json");
  const record = recordBytes && parsed(ofRecord, recordBytes, "record.json", problems);
  if (record) {
    found.person = `${record.person.firstName} ${record.person.lastName}`;
    checkFacts(record, manifest, problems);
  }
  const chain = byPath.get("chain.ndjson");
  if (!chain) problems.push("chain.ndjson is missing.");
  else {
    const followed = await follow(chain, { organizationId: manifest.organizationId, keys, problems });
    found.shown = followed.records.size;
    found.between = followed.between;
    if (record) compareHistory(record, followed.records, { problems, notes });
  }
  return found;
}

async function whole(entry: RecordEntry | undefined, problems: string[], path: string): Promise<Buffer | null> {
  if (!entry) {
    problems.push(`${path} is missing.`);
    return null;
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of entry.read()) {
      bytes += part.length;
      if (bytes > mostBytes) throw new Error("it is too large");
      parts.push(part);
    }
  } catch (error) {
    problems.push(`${path} cannot be read: ${(error as Error).message}.`);
    return null;
  }
  return Buffer.concat(parts);
}

/** Parses data that has the expected shape and is in the canonical form of records; otherwise null. */
function parsed<Shape extends z.ZodType>(
  shape: Shape,
  bytes: Buffer,
  path: string,
  problems: string[],
): z.output<Shape> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const read = shape.safeParse(value);
    if (read.success && Buffer.from(canonical(value)).equals(bytes)) return read.data;
  } catch {
    // Reported below.
  }
  problems.push(`${path} is not as it was written.`);
  return null;
}

function checkSignature(
  sha256: string,
  bytes: Buffer,
  { keys, trusted, problems, notes }: { keys: Keys; trusted: readonly string[]; problems: string[]; notes: string[] },
) {
  const signatureFile = parsed(ofSignature, bytes, signaturePath, problems);
  if (!signatureFile) return;
  let brought: ReturnType<typeof publicKeyOf>;
  try {
    brought = publicKeyOf(signatureFile.publicKey);
  } catch {
    problems.push("The key in manifest.sig cannot be read.");
    return;
  }
  // A key can be written in several ways; only one is accepted here.
  if (brought.export({ type: "spki", format: "pem" }) !== signatureFile.publicKey) {
    problems.push("The key in manifest.sig is not as it was written.");
  }
  if (keyIdOf(brought) !== signatureFile.keyId) problems.push("The key in manifest.sig is not the one that it names.");
  if (trusted.length === 0) {
    keys.set(signatureFile.keyId, brought);
    notes.push(
      `Signed with the key ${signatureFile.keyId}, which the archive brings along: compare it with the one you keep.`,
    );
  }
  const key = keys.get(signatureFile.keyId);
  if (!key) problems.push(`The manifest is signed with the key ${signatureFile.keyId}, which you did not name.`);
  // Different base64 texts with the same meaning wouldn't be the same bytes.
  else if (Buffer.from(signatureFile.signature, "base64").toString("base64") !== signatureFile.signature) {
    problems.push("The signature of the manifest is not as it was written.");
  } else if (!isSigned(key, manifestText(sha256), signatureFile.signature)) {
    problems.push("The signature of the manifest is not good.");
  }
}

async function checkFiles(manifest: Manifest, byPath: ReadonlyMap<string, RecordEntry>, problems: string[]) {
  const named = new Set([manifestPath, signaturePath]);
  for (const { path, bytes, sha256 } of manifest.files) {
    named.add(path);
    const entry = byPath.get(path);
    if (!entry) {
      problems.push(`${path} is missing.`);
      continue;
    }
    const hash = createHash("sha256");
    let length = 0;
    try {
      for await (const part of entry.read()) {
        hash.update(part);
        length += part.length;
      }
    } catch (error) {
      problems.push(`${path} cannot be read: ${(error as Error).message}.`);
      continue;
    }
    if (length !== bytes) problems.push(`${path} has ${length} bytes, and had ${bytes}.`);
    else if (hash.digest("hex") !== sha256)
      problems.push(`${path} is altered: it does not have the hash in the manifest.`);
  }
  for (const path of byPath.keys()) if (!named.has(path)) problems.push(`${path} is not in the manifest.`);
}

/** Checks the files: the record has their hashes at the time of upload, the manifest those in the archive. */
function checkFacts(record: RecordFile, manifest: Manifest, problems: string[]) {
  if (record.recordId !== manifest.recordId || record.person.profileId !== manifest.profileId) {
    problems.push("record.json and the manifest are of two records.");
  }
  if (record.organization.organizationId !== manifest.organizationId) {
    problems.push("record.json is of another organization than the manifest.");
  }
  const packed = new Map(manifest.files.map((file) => [file.path, file]));
  for (const { path, sha256, name } of record.files) {
    if (path === null) continue;
    const file = packed.get(path);
    if (!file) problems.push(`${name} should be in the archive as ${path}, and is not.`);
    else if (file.sha256 !== sha256) problems.push(`${path} is not what was uploaded as ${name}.`);
  }
  const known = new Set(record.files.map((file) => file.path));
  for (const path of packed.keys()) {
    if (path.startsWith("files/") && !known.has(path)) problems.push(`${path} is not in record.json.`);
  }
}

type Line = {
  segment?: { from: number; through: number; before: string };
  checkpoint?: Checkpoint;
  seq?: number;
  sealedAt?: string;
  content?: string;
  hash?: string;
  source?: string;
  id?: string;
  record?: Record<string, unknown>;
};
type Shown = ReadonlyMap<string, { seq: number; record: Record<string, unknown> }>;

/** Follows each stretch of the chain from its first entry to the checkpoint that was signed at its end. */
async function follow(
  chain: RecordEntry,
  { organizationId, keys, problems }: { organizationId: string; keys: Keys; problems: string[] },
): Promise<{ records: Shown; between: number }> {
  const records = new Map<string, { seq: number; record: Record<string, unknown> }>();
  let between = 0;
  let segment: { through: number; next: number; before: string } | null = null;
  let number = 0;
  const close = () => {
    if (segment)
      problems.push(`The stretch of the chain up to entry ${segment.through} does not end with its checkpoint.`);
    segment = null;
  };
  try {
    for await (const text of linesOf(chain)) {
      number += 1;
      const line = lineOf(text);
      if (!line) {
        problems.push(`Line ${number} of chain.ndjson is not as it was written.`);
        continue;
      }
      if (line.segment) {
        close();
        segment = { through: line.segment.through, next: line.segment.from, before: line.segment.before };
      } else if (!segment) {
        problems.push(`Line ${number} of chain.ndjson belongs to no stretch of the chain.`);
      } else if (line.checkpoint) {
        checkCheckpoint(line.checkpoint, segment, { organizationId, keys, problems });
        segment = null;
      } else {
        const { seq = -1, sealedAt = "", content = "", hash = "", source, id, record } = line;
        const at: { through: number; next: number; before: string } = segment;
        if (seq !== at.next) problems.push(`Entry ${at.next} of the chain is not in its place (line ${number}).`);
        if (linkHash({ organizationId, sequence: seq, sealedAt, before: at.before, content }) !== hash) {
          problems.push(`Entry ${seq} is altered: it does not follow from the one before.`);
        }
        if (source !== undefined && id !== undefined && record !== undefined) {
          if (contentHash({ organizationId, source, id, record }) !== content) {
            problems.push(`Entry ${seq} is altered: ${source} ${id} does not say what was sealed.`);
          }
          records.set(`${source} ${id}`, { seq, record });
        } else between += 1;
        segment = { through: at.through, next: seq + 1, before: hash };
      }
    }
  } catch (error) {
    problems.push(`chain.ndjson cannot be read: ${(error as Error).message}.`);
  }
  close();
  return { records, between };
}

function lineOf(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && canonical(value) === text ? (value as Line) : null;
  } catch {
    return null;
  }
}

async function* linesOf(entry: RecordEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of entry.read()) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > 10_000_000) throw new Error("a line of it is too long");
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function checkCheckpoint(
  checkpoint: Checkpoint,
  { through, next, before }: { through: number; next: number; before: string },
  { organizationId, keys, problems }: { organizationId: string; keys: Keys; problems: string[] },
) {
  const { sequence, hash, keyId, signature } = checkpoint;
  const key = keys.get(keyId);
  if (checkpoint.organizationId !== organizationId) {
    problems.push(`The checkpoint at entry ${sequence} is of another organization.`);
  } else if (!key)
    problems.push(`The checkpoint at entry ${sequence} is signed with the key ${keyId}, which is not known here.`);
  else if (!isSigned(key, checkpointText(checkpoint), signature)) {
    problems.push(`The signature of the checkpoint at entry ${sequence} is not good.`);
  }
  if (sequence !== through || next !== through + 1 || hash !== before) {
    problems.push(`The checkpoint at entry ${sequence} was not signed for the entries before it.`);
  }
}

/** Checks that the record's history is what was sealed. */
function compareHistory(
  record: RecordFile,
  records: Shown,
  { problems, notes }: { problems: string[]; notes: string[] },
) {
  let waiting = 0;
  for (const { source, id, sequence, at, kind } of record.history) {
    const sealed = records.get(`${source} ${id}`);
    if (sequence === null) {
      waiting += 1;
      continue;
    }
    if (!sealed || sealed.seq !== sequence) {
      problems.push(`record.json tells of ${source} ${id} as entry ${sequence}, which the chain does not have.`);
      continue;
    }
    const { record } = sealed;
    if (
      Date.parse(String(record.at)) !== Date.parse(at) ||
      String(record.kind ?? record.action ?? record.state) !== kind
    ) {
      problems.push(`record.json tells of entry ${sequence} something else than was sealed.`);
    }
  }
  if (waiting > 0) notes.push(`${waiting} of what is told was not sealed yet when the record was made.`);
}
