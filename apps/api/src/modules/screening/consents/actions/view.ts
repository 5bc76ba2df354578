import { RequirementType, type ResponseOf } from "@touchline/contract";
import { getOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import type { listConsents } from "@touchline/contract/screening/consents";
import { agencyOf, signingRefusal, signingTexts, viewAction } from "@touchline/rules";
import { and, inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import { screeningConsentText } from "../../../../schema/screening.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { type MemberTarget, memberTarget } from "../../../people/index.ts";
import { isOfKind, ownNames, requirementOn, type SignatureFacts } from "../../../requirements/index.ts";
import { type ConsentRow, type ConsentsRead, readConsents, type VersionedDocument } from "../queries.ts";
import { consentPlace } from "./record.ts";

/**
 * Lists the documents to sign and the signed ones, for the person, a guardian, or people who may see the results.
 *
 * @throws NotFound, Forbidden
 */
export async function viewConsents(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof listConsents>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  authorizeView(call, target, on.required.type);
  if (!isOfKind(on.required.settings, "background-check")) throw notFound("requirement");
  const read = await readConsents(call, target, on);
  const as = target.self ? "self" : target.guardedChild ? "guardian" : null;
  const refusal = signingRefusal({ minor: read.minor }, as);
  const begin = on.verdicts.begin;
  const signer = await ownNames(call);
  return {
    requirementId: input.requirementId,
    organizationName: read.organization.name,
    providerName: read.settings ? agencyOf(read.settings.provider).name : "",
    forName: nameOf(target),
    signs: {
      as,
      allowed: refusal === null && begin.allowed,
      reason: refusal === null ? (begin.allowed ? null : "There's nothing to sign right now.") : signingTexts[refusal],
      name: signer ? nameOf(signer) : "",
    },
    homeState: read.homeState,
    homeStateMissing: read.missing.includes("homeState"),
    pages: read.documents.map((document) => pageOf(call, document, read)),
    missing: read.missing,
    given: await givenOf(call, read),
    withdrawable: as !== null && begin.allowed && read.given.some((one) => one.counts),
  };
}

/** Signed documents are as confidential as the results. @throws Forbidden */
export function authorizeView(call: Call, target: MemberTarget, type: Parameters<typeof viewAction>[0]): void {
  // Reviewers see signed documents even if somebody outside reviews the result.
  const requirementType = type === RequirementType.BackgroundCheck ? undefined : type;
  const sees = verdictOn(call, viewAction(type), {
    ...target,
    ...(requirementType !== undefined && { requirementType }),
  });
  if (!sees.allowed) throw forbidden(denialText(sees.reason), sees.reason);
  if (sees.outcomeOnly) throw forbidden("You can see the status of this requirement but not the files.", "outcomeOnly");
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

function pageOf(call: Call, document: VersionedDocument, { given }: ConsentsRead) {
  const { kind, version, title, text, statement, copyOption, source } = document;
  const signed = given.find((one) => one.counts && one.row.kind === kind && one.row.version === version);
  return {
    ...{ kind, version, title, text, statement, copyOption, source },
    fileUrl: document.fileSha256 === null ? null : noticePath(call),
    signedAt: signed?.row.signedAt.toISOString() ?? null,
  };
}

const noticePath = ({ organizationId }: Call) =>
  `${getOrganizationFile.path.replace("{id}", organizationId)}?purpose=BackgroundCheckNotice`;

async function givenOf(call: Call, { given, organization }: ConsentsRead) {
  const titles = await titlesOf(
    call,
    given.map(({ row }) => row.version),
  );
  return given.map(({ row, counts, withdrawnAt }) => ({
    screeningConsentId: row.screeningConsentId,
    kind: row.kind,
    title: titles.get(row.version) ?? "",
    version: row.version,
    signedAt: row.signedAt.toISOString(),
    signerName: signatureOf(call, row, organization.wrappedKey).signerName,
    as: row.signedAs,
    wantsCopy: row.wantsCopy,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    counts,
  }));
}

/** Opens who signed, and from where. */
export const signatureOf = (call: Call, row: ConsentRow, wrappedKey: Buffer) =>
  JSON.parse(
    call.adapters.vault.open(wrappedKey, consentPlace(call, row.screeningConsentId), row.sealedFacts),
  ) as SignatureFacts;

async function titlesOf(call: Call, versions: readonly string[]): Promise<Map<string, string>> {
  if (versions.length === 0) return new Map();
  const rows = await call.db
    .select({ version: screeningConsentText.version, title: screeningConsentText.title })
    .from(screeningConsentText)
    .where(and(ours(screeningConsentText, call), inArray(screeningConsentText.version, [...new Set(versions)])));
  return new Map(rows.map(({ version, title }) => [version, title]));
}
