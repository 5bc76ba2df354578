import type { Signer } from "@touchline/rules";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../../kernel/columns.ts";

/** Who signed which version of a waiver for whom, and when. Only added to; names and places lie sealed. */
export const waiverSignature = pgTable(
  "waiver_signature",
  {
    organizationId: organizationId(),
    waiverSignatureId: uuid("waiver_signature_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    contentId: uuid("content_id").notNull(),
    contentVersionId: uuid("content_version_id").notNull(),
    version: integer("version").notNull(),
    /** For whom it was signed, by whom, and as what. */
    profileId: uuid("profile_id").notNull(),
    signerProfileId: uuid("signer_profile_id").notNull(),
    signedAs: text("signed_as").$type<Signer>().notNull(),
    /** The hash of the text and of the sentence beside the box, as UTF-8, in hexadecimal. */
    textSha256: text("text_sha256").notNull(),
    consentSha256: text("consent_sha256").notNull(),
    fileId: uuid("file_id").notNull(),
    fileSha256: text("file_sha256").notNull(),
    /** The name as typed, names as they were known, address, browser, session and when it had begun, as JSON. */
    sealedFacts: bytes("sealed_facts").notNull(),
    signedAt: instantColumn("signed_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.waiverSignatureId] })],
);

/**
 * Shared: by what anybody who holds a signed document learns that it is genuine. Names nobody. `signature`: Ed25519 over
 * `statement`, which holds the hash of the PDF.
 */
export const waiverProof = pgTable("waiver_proof", {
  /** SHA-256 of the code that is printed on the document. */
  codeHash: bytes("code_hash").primaryKey(),
  fileSha256: text("file_sha256").notNull(),
  organizationId: organizationId(),
  waiverSignatureId: uuid("waiver_signature_id").notNull(),
  statement: text("statement").notNull(),
  keyId: text("key_id").notNull(),
  signature: bytes("signature").notNull(),
  signedAt: instantColumn("signed_at").notNull(),
});
