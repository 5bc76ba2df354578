import { createHash } from "node:crypto";
import { signatureEnds } from "@touchline/rules";
import { and, eq, type SQL } from "drizzle-orm";
import type { Adapters, Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Visit } from "../../kernel/mount.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { contentVersion } from "../content/tables.ts";
import { organization } from "../organizations/tables.ts";
import { waiverProof, waiverSignature } from "./tables.ts";

/** The organization as documents name it, and the key under which its words are sealed. */
export async function tenantOf(call: Call): Promise<{ name: string; wrappedKey: Buffer }> {
  const [row] = await call.db
    .select({ name: organization.name, wrappedKey: organization.wrappedKey })
    .from(organization)
    .where(ours(organization, call));
  if (!row) throw notFound("The organization");
  return row;
}

/**
 * Until when the signature of an attempt binds at the latest, by the version that was signed; null: it has no such end, or
 * nothing was signed.
 */
export async function signedUntil(
  call: Call,
  of: { attemptId: string; dateOfBirth: string | null; zone: string },
): Promise<number | null> {
  const [row] = await call.db
    .select({ as: waiverSignature.signedAs, settings: contentVersion.settings })
    .from(waiverSignature)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, waiverSignature.contentVersionId))
    .where(and(ours(waiverSignature, call), eq(waiverSignature.attemptId, of.attemptId)));
  if (row?.settings.kind !== "waiver") return null;
  const { signAgainAtEighteen } = row.settings;
  return signatureEnds({ as: row.as, signAgainAtEighteen, dateOfBirth: of.dateOfBirth }, of.zone);
}

/** Letters that are not taken for one another when they are read from paper: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const readAs: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };

/** A code of 100 random bits, in groups of five. @param random 20 bytes. */
export function codeOf(random: Uint8Array): string {
  const letters = [...random].map((byte) => alphabet[byte & 31]).join("");
  return (letters.match(/.{5}/g) ?? []).join("-");
}

/** What is kept of a code: the SHA-256 of its letters, however it was typed. */
export function codeHash(code: string): Buffer {
  const letters = [...code.toUpperCase()].map((letter) => readAs[letter] ?? letter);
  return createHash("sha256")
    .update(letters.filter((letter) => alphabet.includes(letter)).join(""))
    .digest();
}

/** What the holder of a document or of its code learns: whether it is genuine and when it was signed. Nothing of people. */
export async function verified(
  { tenancy }: Pick<Visit, "tenancy">,
  { vault }: Adapters,
  { sha256, code }: { sha256?: string | undefined; code?: string | undefined },
) {
  const by: SQL =
    sha256 === undefined ? eq(waiverProof.codeHash, codeHash(code ?? "")) : eq(waiverProof.fileSha256, sha256);
  const [row] = await tenancy.runShared((db) => db.select().from(waiverProof).where(by).limit(1));
  return {
    genuine: row !== undefined,
    signedAt: row?.signedAt.toISOString() ?? null,
    sha256: row?.fileSha256 ?? null,
    proof: row ? { statement: row.statement, signature: row.signature.toString("base64"), keyId: row.keyId } : null,
    publicKey: vault.signing.publicKey,
  };
}
