import type { ResponseOf } from "@touchline/contract";
import type { ConsentKind, recordConsent } from "@touchline/contract/screening/consents";
import { signingRefusal, signingTexts } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, forbidden, notFound } from "../../../../errors.ts";
import type { Input } from "../../../../http/mount.ts";
import { screeningConsent, screeningConsentText } from "../../../../schema/screening.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { permittedOfKind, signatureFacts, signerNamed } from "../../../requirements/index.ts";
import { readConsents, type VersionedDocument } from "../queries.ts";

/** The encryption context of a consent's facts. */
export const consentPlace = (call: Pick<Call, "organizationId">, screeningConsentId: string) => ({
  tenant: call.organizationId,
  table: "screening_consent",
  column: "facts",
  id: screeningConsentId,
});

/**
 * Signs one document. The same one signed again, as a repeated click does, is answered with the first signature.
 *
 * @throws NotFound; Forbidden (a guardian signs, an adult signs); Conflict (another version is in force, the check is under way
 * or done); 400 for a name that isn't the signer's.
 */
export async function signConsent(
  unlocked: Call,
  { params, body, origin }: Input<typeof recordConsent>,
): Promise<ResponseOf<typeof recordConsent>> {
  const call = await withLocks(unlocked, { peopleOf: [body.profileLevelAccessId] });
  const input = { requirementId: params.id, profileLevelAccessId: body.profileLevelAccessId };
  const { found } = await permittedOfKind(call, input, "begin", "background-check");
  const { target, on } = found;
  const read = await readConsents(call, target, on);
  const as = target.self ? "self" : "guardian";
  const refusal = signingRefusal({ minor: read.minor }, as);
  if (refusal !== null) throw forbidden(signingTexts[refusal], refusal);
  const document = documentToSign(read.documents, body);
  const { profileId: signerProfileId, signerName } = await signerNamed(call, body.name);
  const before = read.given.find(
    ({ row, counts }) => counts && row.kind === body.kind && row.version === document.version,
  );
  if (before) return answer(before.row, read.missing);
  const screeningConsentId = newId();
  const signature = signatureFacts({ typedName: body.name, signerName }, target, origin);
  await keepText(call, document);
  const { wrappedKey } = read.organization;
  const row = {
    organizationId: call.organizationId,
    screeningConsentId,
    requirementId: params.id,
    contentId: on.required.contentId,
    contentVersionId: on.required.versionId,
    kind: body.kind,
    version: document.version,
    profileId: target.profileId,
    signerProfileId,
    signedAs: as,
    wantsCopy: document.copyOption === null ? null : body.wantsCopy,
    sealedFacts: call.adapters.vault.seal(
      wrappedKey,
      consentPlace(call, screeningConsentId),
      JSON.stringify(signature),
    ),
    signedAt: call.now,
  } as const;
  await call.db.insert(screeningConsent).values(row);
  return answer(row, (await readConsents(call, await memberTarget(call, body.profileLevelAccessId), on)).missing);
}

/** @throws NotFound for a document that isn't required, Conflict for another version of it. */
function documentToSign(
  documents: readonly VersionedDocument[],
  { kind, version }: { kind: ConsentKind; version: string },
): VersionedDocument {
  const document = documents.find((one) => one.kind === kind);
  if (!document) throw notFound("consent");
  if (document.version !== version) {
    throw conflict("This document changed since you opened it. Read the new version, then sign it.", "newVersion");
  }
  return document;
}

/** Keeps the wording, once for everybody who signs it. */
const keepText = (call: Call, { version, wording, title, text: body, statement, copyOption }: VersionedDocument) =>
  call.db
    .insert(screeningConsentText)
    .values({ organizationId: call.organizationId, version, wording, title, body, statement, copyOption })
    .onConflictDoNothing();

const answer = (
  { screeningConsentId, kind, signedAt }: { screeningConsentId: string; kind: ConsentKind; signedAt: Date },
  missing: ("homeState" | ConsentKind)[],
) => ({ screeningConsentId, kind, signedAt: signedAt.toISOString(), missing });
