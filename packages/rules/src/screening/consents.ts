/** Decides which documents are signed before a background check is ordered, and how long a signature is valid. */
import type { BackgroundCheckProvider, SettingsOf } from "@touchline/contract/library/content-settings";
import { type ConsentKind, consentKinds } from "@touchline/contract/screening/consents";
import type { Instant } from "../calendar.ts";
import { type Signer, whoSigns } from "../compliance/signing.ts";
import { type ScreeningAgency, screeningAgencies } from "./agencies.ts";
import { type ConsentText, consentTexts } from "./consent-texts.ts";

/** The number of days for which a check can be ordered after signing. */
export const consentDays = 60;
const dayLong = 86_400_000;

export type ConsentFacts = {
  organization: string;
  /** Two letters if the organization is in the United States. */
  organizationState: string | null;
  /** The person's state, as in the list of states (`US-WA`); null if unknown. */
  homeState: string | null;
  provider: BackgroundCheckProvider;
  notice: string;
  /** The organization's own notice as a file. */
  noticeFile: { name: string; sha256: string } | null;
};

export type ConsentDocument = ConsentText & {
  kind: ConsentKind;
  /** The file that belongs to it, by its SHA-256. */
  fileSha256: string | null;
  /** The full signed text. Its SHA-256 is the version. */
  wording: string;
};

/** Tests whether a check is ordered from a provider for this content, so that consents are needed. */
export const isOrderedAtProvider = (settings: SettingsOf<"background-check">): boolean =>
  settings.clientId !== null && settings.productId !== null && settings.provider in screeningAgencies;

export type OrderedProduct = { productId: string; product: string; international: boolean };

/**
 * Returns the product for a person: the one for citizens of other countries if it exists and the person is a citizen
 * only of other
 * countries than the United States. Null if nothing is ordered from a provider. Without a known citizenship it is the
 * usual one.
 */
export function orderedProduct(
  settings: SettingsOf<"background-check">,
  citizenship: { country: string; otherCountry: string | null } | null,
): OrderedProduct | null {
  const { productId, product, internationalProductId, internationalProduct } = settings;
  if (settings.clientId === null || productId === null) return null;
  const countries = citizenship === null ? [] : [citizenship.country, citizenship.otherCountry];
  const isForeign = countries.some((country) => country !== null && country !== "US");
  return isForeign && internationalProductId !== null
    ? { productId: internationalProductId, product: internationalProduct, international: true }
    : { productId, product, international: false };
}

/** Returns the agency that runs a provider's checks. */
export function agencyOf(provider: BackgroundCheckProvider): ScreeningAgency {
  const agency = screeningAgencies[provider];
  if (!agency) throw new Error(`No checks are ordered at provider ${provider}.`);
  return agency;
}

/** The state whose law requires a kind; null for all states. */
const stateOf = (kind: ConsentKind): string | null => /^state-(\w\w)$/.exec(kind)?.[1] ?? null;

/** Lists the documents that this person must sign, in the order of the pages. */
export function consentDocuments(facts: ConsentFacts): ConsentDocument[] {
  const words = {
    organization: facts.organization,
    agency: agencyOf(facts.provider),
    notice: noticeText(facts),
    days: consentDays,
  };
  return consentKinds
    .filter((kind) => applies(kind, facts))
    .map((kind) => {
      const text = consentTexts[kind](words);
      const fileSha256 = kind === "notice" ? (facts.noticeFile?.sha256 ?? null) : null;
      return { kind, ...text, fileSha256, wording: wordingOf(text, fileSha256) };
    });
}

/** A state's notice is for people who live there, and for people checked by an organization there. */
function applies(kind: ConsentKind, facts: ConsentFacts): boolean {
  const state = stateOf(kind);
  if (state !== null) return facts.homeState === `US-${state}` || facts.organizationState === state;
  if (kind === "notice") return noticeText(facts) !== "";
  return kind === "abroad" ? facts.homeState === null : true;
}

const noticeText = ({ notice, noticeFile, organization }: ConsentFacts): string =>
  [notice.trim(), noticeFile && `Read the notice of ${organization} in the file “${noticeFile.name}”.`]
    .filter(Boolean)
    .join("\n\n");

const wordingOf = ({ title, text, statement, copyOption }: ConsentText, fileSha256: string | null): string =>
  [
    title,
    text,
    ...(fileSha256 === null ? [] : [`SHA-256 of the file: ${fileSha256}`]),
    `[ ] ${statement}`,
    ...(copyOption === null ? [] : [`[ ] ${copyOption}`]),
  ].join("\n\n");

/** The facts of a signature that decide whether it is valid. */
export type SignedConsent = { kind: ConsentKind; version: string; signedAt: Instant; as: Signer };

/** Returns the instant from which signatures count now. Withdrawn, used and old ones don't count. */
export function consentsCountFrom(
  { withdrawnAt, completedAt }: { withdrawnAt: Instant | null; completedAt: Instant | null },
  now: Instant,
): Instant {
  return Math.max((withdrawnAt ?? Number.NEGATIVE_INFINITY) + 1, (completedAt ?? 0) + 1, now - consentDays * dayLong);
}

/**
 * Tests whether a check can be ordered with a signature: the right person signed it, recently enough, and not before
 * `from`.
 */
export const consentCounts = (signed: SignedConsent, person: { minor: boolean }, from: Instant): boolean =>
  signed.as === whoSigns(person) && signed.signedAt >= from;

/**
 * Lists what must still be signed. `homeState` comes first if the state of residence is unknown, because other
 * documents depend on it.
 */
export function unsignedConsents(
  documents: readonly { kind: ConsentKind; version: string }[],
  counting: readonly SignedConsent[],
): ("homeState" | ConsentKind)[] {
  return documents
    .filter(({ kind, version }) => !counting.some((one) => one.kind === kind && one.version === version))
    .map(({ kind }) => (kind === "abroad" ? "homeState" : kind))
    .sort((a, b) => Number(b === "homeState") - Number(a === "homeState"));
}
