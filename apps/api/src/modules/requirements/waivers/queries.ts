import { createHash } from "node:crypto";
import { signatureEnds } from "@touchline/rules";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Adapters, type Call, organizationFacts } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import type { Visit } from "../../../http/mount.ts";
import { attempt } from "../../../schema/compliance.ts";
import { contentVersion } from "../../../schema/library.ts";
import { waiverProof, waiverSignature } from "../../../schema/requirements.ts";
import { everyEntry } from "../../compliance/index.ts";

/**
 * Until when the signatures of attempts bind at the latest, by the versions that were signed. What has no such end, or was
 * not signed, is not in it.
 */
export async function signedUntil(
  call: Call,
  of: readonly { attemptId: string; dateOfBirth: string | null }[],
  zone: string,
): Promise<Map<string, number>> {
  if (of.length === 0) return new Map();
  const rows = await call.db
    .select({
      attemptId: waiverSignature.attemptId,
      as: waiverSignature.signedAs,
      settings: contentVersion.settings,
      endsByCorrection: attempt.signatureEndsAt,
    })
    .from(waiverSignature)
    .innerJoin(attempt, onKey(attempt.attemptId, waiverSignature.attemptId))
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, waiverSignature.contentVersionId))
    .where(
      and(
        ours(waiverSignature, call),
        inArray(
          waiverSignature.attemptId,
          of.map((one) => one.attemptId),
        ),
      ),
    );
  const born = new Map(of.map((one) => [one.attemptId, one.dateOfBirth]));
  return new Map(
    rows.flatMap(({ attemptId, as, settings, endsByCorrection: corrected }) => {
      if (settings.kind !== "waiver") return [];
      const { signAgainAtEighteen } = settings;
      const endsByCorrection = corrected?.getTime() ?? null;
      const dateOfBirth = born.get(attemptId) ?? null;
      const end = signatureEnds({ as, signAgainAtEighteen, dateOfBirth, endsByCorrection }, zone);
      return end === null ? [] : [[attemptId, end] as const];
    }),
  );
}

/** Letters that are not taken for one another when they are read from paper: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const readAs: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };

/** A code of 100 random bits, in groups of five. @param random 20 bytes. */
export function codeOf(random: Uint8Array): string {
  const letters = [...random].map((byte) => alphabet[byte & 31]).join("");
  return (letters.match(/.{5}/g) ?? []).join("-");
}

/** Hashes a code with SHA-256 after normalizing how it was typed; only the hash is stored. */
export function codeHash(code: string): Buffer {
  const letters = [...code.toUpperCase()].map((letter) => readAs[letter] ?? letter);
  return createHash("sha256")
    .update(letters.filter((letter) => alphabet.includes(letter)).join(""))
    .digest();
}

/** Tells the holder of a document or its code whether it is genuine and when it was signed, without any personal data. */
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

/** The signer's identity as it was known when they signed, and where they signed from. */
type SignatureFacts = {
  typedName: string;
  signerName: string;
  forName: string;
  address: string;
  userAgent: string;
  sessionId: string | null;
  authTime: string | null;
};

/** Decrypts the signatures made for a person, by attempt; at most a few thousand. The caller authorizes. */
export async function signaturesAbout(call: Call, profileId: string) {
  const rows = await call.db
    .select()
    .from(waiverSignature)
    .where(and(ours(waiverSignature, call), sql`${waiverSignature.profileId} = ANY(${everyEntry(call, profileId)})`))
    .orderBy(asc(waiverSignature.signedAt), asc(waiverSignature.waiverSignatureId))
    .limit(mostSignatures);
  const { wrappedKey } = await organizationFacts(call);
  return new Map(
    rows.flatMap(({ organizationId, writtenXid: _, sealedFacts, attemptId, signedAt, ...row }) => {
      // Who signed was disposed of.
      if (sealedFacts === null) return [];
      const place = { tenant: organizationId, table: "waiver_signature", column: "facts", id: row.waiverSignatureId };
      const facts = JSON.parse(call.adapters.vault.open(wrappedKey, place, sealedFacts)) as SignatureFacts;
      return [[attemptId, { ...row, signedAt: signedAt.toISOString(), ...facts }] as const];
    }),
  );
}

/** Far above what is signed for one person. */
const mostSignatures = 2_000;
