import {
  beginning,
  type Checkpoint,
  canonical,
  checkpointText,
  contentHash,
  isSigned,
  keyIdOf,
  linkHash,
  partText,
  publicKeyOf,
  sha256,
} from "./audit-chain.ts";

/** The result of checking an export: the problems, one sentence each, and what was found. */
export type Checked = {
  problems: string[];
  notes: string[];
  organizationId: string | null;
  entries: number;
  /** How many of them include their contents; the others only their hashes. */
  shown: number;
  checkpoints: number;
  /** The first and the last number of the chain. */
  from: number;
  through: number;
  /** Whether the caller supplied the trusted keys; without them, the export could be forged by anyone. */
  authenticated: boolean;
};

type Head = {
  part: string;
  organizationId: string;
  /**
   * Facts of the whole export, equal in each of its parts: its first and last entry, how many there are, and whether it is the
   * whole chain.
   */
  first: number;
  last: number;
  total: number;
  scope: "whole" | "part";
  from: number;
  through: number;
  before: string;
  exportedAt: string;
  keyId: string;
  publicKey: string;
  lines: number;
  sha256: string;
  signature: string;
};
type Entry = {
  seq: number;
  sealedAt: string;
  content: string;
  hash: string;
  source?: string;
  id?: string;
  record?: Record<string, unknown> | null;
};

const hashes = /^[0-9a-f]{64}$/;
const isHead = (line: Record<string, unknown>) => typeof line.part === "string" && typeof line.signature === "string";
const isEntry = (line: Record<string, unknown>) =>
  Number.isSafeInteger(line.seq) && hashes.test(String(line.content)) && hashes.test(String(line.hash));
const late = 86_400_000;

/** The extent of an export, equal in all of its parts. */
type Extent = Pick<Head, "first" | "last" | "total" | "scope">;
const extentOf = ({ first, last, total, scope }: Head): Extent => ({ first, last, total, scope });
const isExtent = ({ first, last, total, scope }: Extent) =>
  [first, last, total].every(Number.isSafeInteger) && (scope === "whole" || scope === "part");

/**
 * Checks an export of the audit log, without any database: every record against its hash, every entry against the previous one,
 * every signature.
 *
 * @param lines the file, line by line, without line ends.
 * @param trusted public keys as PEM, kept elsewhere; without any, those in the export are trusted.
 * @param kept checkpoints that were kept elsewhere, one JSON object each.
 * @param knownBreaks entries about a break that is known and explained, such as a restored backup.
 */
export async function checkExport(
  lines: AsyncIterable<string> | Iterable<string>,
  {
    trusted = [],
    kept = [],
    knownBreaks = [],
  }: { trusted?: readonly string[]; kept?: readonly Checkpoint[]; knownBreaks?: readonly number[] } = {},
): Promise<Checked> {
  const problems: string[] = [];
  const notes: string[] = [];
  const keys = new Map(trusted.map((pem) => publicKeyOf(pem)).map((key) => [keyIdOf(key), key]));
  const seen = new Map<number, { content: string; hash: string; sealedAt: string }>();
  const beforeOf = new Map<number, string>();
  const checkpoints: Checkpoint[] = [...kept];
  const broken = new Set<number>();
  let organizationId: string | null = null;
  let extent: Extent | null = null;
  let [shown, missing, number, latest, lateOnes] = [0, 0, 0, 0, 0];
  let part: { head: Head; line: number; texts: string[] } | null = null;

  const wrong = (sequence: number, what: string) => {
    broken.add(sequence);
    problems.push(`Entry ${sequence} ${what}`);
  };

  function endPart() {
    if (!part) return;
    const { head, line, texts } = part;
    if (texts.length !== head.lines) {
      problems.push(`The part that begins on line ${line} should have ${head.lines} lines, and has ${texts.length}.`);
    }
    if (sha256(texts.join("\n")) !== head.sha256) {
      problems.push(
        `The part that begins on line ${line} (entries ${head.from} to ${head.through}) is not as it was exported.`,
      );
    }
    part = null;
  }

  function readExtent(recorded: Extent, line: number) {
    if (!isExtent(recorded)) {
      problems.push(`The part on line ${line} does not say where the export begins and ends. Export the log again.`);
    } else if (extent && canonical(extent) !== canonical(recorded)) {
      problems.push(`The part that begins on line ${line} is of another export.`);
    } else extent = recorded;
  }

  function readHead(head: Head, line: number) {
    endPart();
    part = { head, line, texts: [] };
    organizationId ??= head.organizationId;
    if (head.organizationId !== organizationId) problems.push(`Line ${line} is of another organization.`);
    beforeOf.set(head.from, head.before);
    readExtent(extentOf(head), line);
    let key = keys.get(head.keyId);
    if (!key && trusted.length === 0) {
      try {
        key = publicKeyOf(head.publicKey);
      } catch {
        problems.push(`The key on line ${line} cannot be read.`);
        return;
      }
      keys.set(head.keyId, key);
      if (keyIdOf(key) !== head.keyId) problems.push(`The key on line ${line} is not the one that it names.`);
      notes.push(`Signed with the key ${head.keyId}, which the file brings along: compare it with the one you keep.`);
    }
    const { signature, ...said } = head;
    if (!key) problems.push(`Line ${line} is signed with the key ${head.keyId}, which you did not name.`);
    else if (!isSigned(key, partText(said), signature)) problems.push(`The signature on line ${line} is not good.`);
  }

  function readEntry(entry: Entry, line: number) {
    const { seq, content, hash, sealedAt } = entry;
    if (seen.has(seq)) {
      problems.push(`Entry ${seq} is there twice (line ${line}).`);
      return;
    }
    if (seq < latest) wrong(seq, `is not in its place: it comes after entry ${latest} (line ${line}).`);
    latest = Math.max(latest, seq);
    seen.set(seq, { content, hash, sealedAt });
    if (entry.record === undefined) return;
    if (entry.record === null || !entry.source || !entry.id) {
      missing += 1;
      wrong(seq, `was removed: ${entry.source ?? "a row"} ${entry.id ?? ""} no longer exists (line ${line}).`);
      return;
    }
    shown += 1;
    const { source, id, record } = entry;
    if (contentHash({ organizationId: organizationId ?? "", source, id, record }) !== content) {
      wrong(seq, `is altered: ${source} ${id} differs from what was sealed (line ${line}).`);
    }
    if (record.action === "audit.chainBroken") {
      const statement = `Entry ${seq} tells that the chain was broken before it (${canonical(record.facts ?? {})})`;
      if (knownBreaks.includes(seq)) notes.push(`${statement}, which you know of.`);
      else problems.push(`${statement}.`);
    }
    const at = Date.parse(String(record.at ?? record.decided_at));
    if (Date.parse(sealedAt) - at > late) lateOnes += 1;
  }

  for await (const text of lines) {
    number += 1;
    if (text === "") {
      problems.push(`Line ${number} is empty.`);
      continue;
    }
    const line = parsed(text);
    if (line === null) {
      const entry = /"seq":(\d+)/.exec(text)?.[1];
      problems.push(`Line ${number}${entry ? ` (entry ${entry})` : ""} is not as it was written.`);
    }
    if (line && isHead(line)) {
      readHead(line as unknown as Head, number);
      continue;
    }
    if (!part) {
      problems.push(`Line ${number} belongs to no part of an export.`);
      part = null;
    } else (part as { texts: string[] }).texts.push(text);
    if (line && isEntry(line)) readEntry(line as unknown as Entry, number);
    else if (line && typeof line.checkpoint === "object" && line.checkpoint !== null) {
      checkpoints.push(line.checkpoint as Checkpoint);
    } else if (line) problems.push(`Line ${number} is nothing that an export has.`);
  }
  endPart();
  if (number === 0) problems.push("The file is empty.");

  const sequences = [...seen.keys()].sort((a, b) => a - b);
  follow(sequences, { seen, beforeOf, organizationId: organizationId ?? "", broken, problems });
  const end = sequences.at(-1) ?? 0;
  if (extent) problems.push(...missingAtEnds(extent, sequences));
  for (const one of checkpoints) judge(one, { seen, end, keys, organizationId, problems, notes });
  if (lateOnes > 0) {
    notes.push(`${lateOnes} entries were sealed more than a day after they say they happened.`);
  }
  if (missing > 0) notes.push(`${missing} entries have lost what they said; that they were there is sealed.`);
  return {
    problems,
    notes,
    organizationId,
    entries: seen.size,
    shown,
    checkpoints: checkpoints.length,
    from: sequences[0] ?? 0,
    through: sequences.at(-1) ?? 0,
    authenticated: trusted.length > 0,
  };
}

const missingBetween = (first: number, last: number) =>
  first === last ? `Entry ${first} is missing.` : `Entries ${first} to ${last} are missing.`;

/** Lists entries that an export claims to contain, and doesn't. */
function missingAtEnds({ first, last, total, scope }: Extent, sequences: readonly number[]): string[] {
  const problems: string[] = [];
  const [begins, ends] = [sequences[0] ?? last + 1, sequences.at(-1) ?? last];
  if (scope === "whole" && first > 1) problems.push(missingBetween(1, first - 1));
  if (begins > first) problems.push(missingBetween(first, begins - 1));
  if (ends < last) problems.push(missingBetween(ends + 1, last));
  if (begins < first || ends > last || sequences.length > total) {
    problems.push(`The export says that it holds entries ${first} to ${last}, ${total} in all, and holds others.`);
  }
  return problems;
}

/** Parses a line if it is in the canonical form of exports, or returns null. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && canonical(value) === text
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

type Chain = {
  seen: Map<number, { content: string; hash: string; sealedAt: string }>;
  beforeOf: Map<number, string>;
  organizationId: string;
  broken: Set<number>;
  problems: string[];
};

/**
 * Checks that each entry follows from the previous one. A wrong one doesn't make the following ones wrong: its own hash is
 * used.
 */
function follow(sequences: readonly number[], { seen, beforeOf, organizationId, broken, problems }: Chain) {
  let last: { sequence: number; hash: string } | null = null;
  for (const sequence of sequences) {
    const entry = seen.get(sequence);
    if (!entry) continue;
    const gap: number = last === null ? 0 : sequence - last.sequence - 1;
    if (gap > 0 && last) {
      problems.push(missingBetween(last.sequence + 1, sequence - 1));
    }
    const recorded = beforeOf.get(sequence);
    const before: string | undefined =
      gap === 0 && last ? last.hash : (recorded ?? (sequence === 1 ? beginning : undefined));
    if (recorded !== undefined && before !== undefined && recorded !== before) {
      problems.push(`The part that begins with entry ${sequence} does not follow the one before it.`);
    }
    if (before !== undefined && !broken.has(sequence)) {
      const { content, sealedAt } = entry;
      if (linkHash({ organizationId, sequence, sealedAt, before, content }) !== entry.hash) {
        problems.push(`Entry ${sequence} is altered: it does not follow from entry ${sequence - 1}.`);
      }
    }
    last = { sequence, hash: entry.hash };
  }
}

type Judging = {
  seen: Chain["seen"];
  /** The last number of the chain. */
  end: number;
  keys: Map<string, ReturnType<typeof publicKeyOf>>;
  organizationId: string | null;
  problems: string[];
  notes: string[];
};

function judge(checkpoint: Checkpoint, { seen, end, keys, organizationId, problems, notes }: Judging) {
  const { sequence, hash, keyId, signature } = checkpoint;
  const key = keys.get(keyId);
  if (checkpoint.organizationId !== organizationId) {
    problems.push(`The checkpoint at entry ${sequence} is of another organization.`);
  } else if (!key) {
    problems.push(`The checkpoint at entry ${sequence} is signed with the key ${keyId}, which is not known here.`);
  } else if (!isSigned(key, checkpointText(checkpoint), signature)) {
    problems.push(`The signature of the checkpoint at entry ${sequence} is not good.`);
  }
  const at = seen.get(sequence);
  if (at && at.hash !== hash) problems.push(`Entry ${sequence} is not the one that its checkpoint was signed for.`);
  if (at) return;
  if (sequence > end)
    problems.push(`The chain went on to entry ${sequence}, as a checkpoint says; here it ends with ${end}.`);
  else notes.push(`The checkpoint at entry ${sequence} lies before this export.`);
}
