import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** The chain of recorded rows and its format, used by the sealing job, by exports, and by everything that checks one. */

/** A recorded row, by the names of its columns: nulls are left out, sealed values are replaced by their hash. */
export type AuditRecord = Readonly<Record<string, unknown>>;

export type ChainLink = {
  organizationId: string;
  sequence: number;
  /** ISO 8601. */
  sealedAt: string;
  /** SHA-256 in hexadecimal, of the previous entry and of this one's contents. */
  before: string;
  content: string;
};

export type Checkpoint = {
  organizationId: string;
  sequence: number;
  hash: string;
  signedAt: string;
  keyId: string;
  /** Base64. */
  signature: string;
};

/** The hash before the first entry. */
export const beginning = "0".repeat(64);

/** Serializes a value to canonical JSON, with sorted names and without whitespace: one text for one value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const named = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${named.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

export function contentHash(row: { organizationId: string; source: string; id: string; record: AuditRecord }): string {
  return sha256(canonical(["touchline-audit-record/1", row.organizationId, row.source, row.id, row.record]));
}

export function linkHash({ organizationId, sequence, sealedAt, before, content }: ChainLink): string {
  return sha256(canonical(["touchline-audit-entry/1", organizationId, sequence, sealedAt, before, content]));
}

/** Returns the signed text of a checkpoint. */
export function checkpointText({ organizationId, sequence, hash, signedAt, keyId }: Omit<Checkpoint, "signature">) {
  return canonical(["touchline-audit-checkpoint/1", organizationId, sequence, hash, signedAt, keyId]);
}

/** Returns the signed text of a part of an export. */
export const partText = (head: AuditRecord) => canonical(["touchline-audit-part/1", head]);

/** Returns the id of a key: the beginning of its SHA-256. */
export const keyIdOf = (key: KeyObject) =>
  createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex")
    .slice(0, 16);

export const publicKeyOf = (text: string) => createPublicKey(text);

export const isSigned = (key: KeyObject, text: string, signature: string) =>
  verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
