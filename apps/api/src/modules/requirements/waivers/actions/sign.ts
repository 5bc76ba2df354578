import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { completeWaiver } from "@touchline/contract/requirements/waivers";
import { signatureEnds } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import type { Input, Origin, UploadedFile } from "../../../../http/mount.ts";
import { recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { waiverProof, waiverSignature } from "../../../../schema/requirements.ts";
import { canonical } from "../../../../security/audit-chain.ts";
import { presentAttempt } from "../../../compliance/index.ts";
import { keepUploads, ownPdf } from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { permittedOfKind } from "../../requirements/actions/permitted.ts";
import { submit } from "../../requirements/actions/submit.ts";
import { codeHash, codeOf } from "../queries.ts";
import { renderWaiver, type SignedWaiver } from "./document.ts";
import { signerNamed } from "./signer.ts";

type Signing = Input<typeof completeWaiver>;
type Begun = { waiver: SignedWaiver; storageKey: string };
type Drawn = Begun & { upload: UploadedFile };

export const sha256Of = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

export async function versionNumber(call: Call, contentVersionId: string): Promise<number> {
  const [row] = await call.db
    .select({ number: contentVersion.number })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentVersionId, contentVersionId)));
  return row?.number ?? 1;
}

/**
 * Judges whether this may be signed now, and puts together what the document says. Nothing is written but a note of where
 * its bytes will lie.
 *
 * @throws NotFound; Forbidden (a guardian signs, an adult signs); Conflict (another version is in force, done already); 400
 * for a name that is not the signer's.
 */
export async function beginSigning(call: Call, { params, body, origin }: Signing): Promise<Begun> {
  const input = { requirementId: params.id, profileLevelAccessId: body.profileLevelAccessId };
  const { waiver } = await judged(call, input, body, {
    origin,
    waiverSignatureId: newId(),
    code: codeOf(randomBytes(20)),
  });
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  return { waiver, storageKey };
}

/** Renders the document and stores it, with no transaction open. */
export async function drawSigned({ waiver, storageKey }: Begun, { files }: Adapters): Promise<Drawn> {
  const bytes = await renderWaiver(waiver);
  const received = await files.receive(Readable.from([bytes]), bytes.length, storageKey);
  if (!received) throw new Error("The signed document couldn't be saved.");
  const name = `${waiver.name.replaceAll(/[\\/:*?"<>|]/g, " ").slice(0, 120)}, signed ${waiver.signedAt.toISOString().slice(0, 10)}.pdf`;
  return { waiver, storageKey, upload: ownPdf(received, name) };
}

/**
 * Signs a waiver: the attempt is approved with the document as its file, and signature and proof are recorded. Everything is
 * authorized again, because names, guardians, or the version may have changed while the document was rendered.
 */
export async function finishSigning(unlocked: Call, { params, body, origin }: Signing, drawn: Drawn) {
  const call = await withLocks(unlocked, { peopleOf: [body.profileLevelAccessId] });
  const { waiverSignatureId, code } = drawn.waiver;
  const input = { requirementId: params.id, profileLevelAccessId: body.profileLevelAccessId };
  const { found, waiver, endsBy } = await judged(call, input, body, { origin, waiverSignatureId, code });
  if (canonical(printed(waiver)) !== canonical(printed(drawn.waiver))) {
    throw conflict("A name or guardian just changed. Reload the page, then sign.", "concurrentChange");
  }
  const [fileId = ""] = await keepUploads(call, [drawn.upload], ["pdf"]);
  const submitted = await submit(call, found, { reviewWanted: false, fileIds: [fileId], endsBy });
  await record(call, { waiver, fileId, fileSha256: drawn.upload.sha256, attemptId: submitted.attemptId });
  const expiresAt = (await presentAttempt(call, input.requirementId))?.expiresAt?.toISOString() ?? null;
  return { ...submitted, signedAt: waiver.signedAt.toISOString(), fileId, code, expiresAt };
}

/** All of it as text, to be compared. */
const printed = (waiver: SignedWaiver) => ({
  ...waiver,
  signedAt: waiver.signedAt.toISOString(),
  authTime: waiver.authTime?.toISOString() ?? null,
});

async function judged(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
  body: Signing["body"],
  signing: { origin: Origin; waiverSignatureId: string; code: string },
) {
  const { found, settings } = await permittedOfKind(call, input, "acceptWaiver", "waiver");
  const { target, on } = found;
  const { text, consent, signAgainAtEighteen } = settings;
  if (body.contentVersionId !== on.required.versionId) {
    throw conflict("This waiver changed since you opened it. Read the new version, then sign it.", "newVersion");
  }
  const { profileId: signerProfileId, signerName } = await signerNamed(call, body.name);
  const organization = await organizationFacts(call);
  const as = target.self ? "self" : "guardian";
  const waiver: SignedWaiver = {
    organizationId: call.organizationId,
    organization: organization.name,
    waiverSignatureId: signing.waiverSignatureId,
    code: signing.code,
    verifyAt: `${call.adapters.site.url}/verify/waiver`,
    name: on.required.name,
    contentId: on.required.contentId,
    contentVersionId: on.required.versionId,
    version: await versionNumber(call, on.required.versionId),
    text,
    textSha256: sha256Of(text),
    consent,
    consentSha256: sha256Of(consent),
    requirementId: input.requirementId,
    forProfileId: target.profileId,
    forName: `${target.firstName} ${target.lastName}`.trim(),
    signerProfileId,
    signerName,
    as,
    typedName: body.name,
    signedAt: call.now,
    zone: on.zone,
    ...signing.origin,
  };
  return {
    found,
    waiver,
    endsBy: signatureEnds({ as, signAgainAtEighteen, dateOfBirth: target.dateOfBirth }, on.zone),
  };
}

type Signed = { waiver: SignedWaiver; fileId: string; fileSha256: string; attemptId: string };

/** Records who signed, and the hashes that prove that the document is genuine. */
async function record(call: Call, { waiver, fileId, fileSha256, attemptId }: Signed): Promise<void> {
  const { organizationId } = call;
  const { vault } = call.adapters;
  const { waiverSignatureId, textSha256, signedAt } = waiver;
  const { wrappedKey } = await organizationFacts(call);
  const place = { tenant: organizationId, table: "waiver_signature", column: "facts", id: waiverSignatureId };
  const { typedName, signerName, forName, address, userAgent, sessionId, authTime } = waiver;
  const facts = { typedName, signerName, forName, address, userAgent, sessionId, authTime };
  await call.db.insert(waiverSignature).values({
    organizationId,
    waiverSignatureId,
    requirementId: waiver.requirementId,
    attemptId,
    contentId: waiver.contentId,
    contentVersionId: waiver.contentVersionId,
    version: waiver.version,
    profileId: waiver.forProfileId,
    signerProfileId: waiver.signerProfileId,
    signedAs: waiver.as,
    textSha256,
    consentSha256: waiver.consentSha256,
    fileId,
    fileSha256,
    sealedFacts: vault.seal(wrappedKey, place, JSON.stringify(facts)),
    signedAt,
  });
  const { keyId } = vault.signing;
  const signedFields = [organizationId, waiverSignatureId, fileSha256, textSha256, signedAt.toISOString(), keyId];
  const statement = canonical(["touchline-waiver/1", ...signedFields]);
  await call.db.insert(waiverProof).values({
    codeHash: codeHash(waiver.code),
    fileSha256,
    organizationId,
    waiverSignatureId,
    statement,
    keyId,
    signature: Buffer.from(vault.signing.sign(statement), "base64"),
    signedAt,
  });
}
