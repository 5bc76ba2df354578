/** Decides what is read and signed before a background check is ordered, and for how long it counts. */
import type { BackgroundCheckProvider, SettingsOf } from "@touchline/contract/library/content-settings";
import { type ConsentKind, consentKinds } from "@touchline/contract/screening/consents";
import type { Instant } from "../calendar.ts";
import { type Signer, whoSigns } from "../compliance/signing.ts";
import { type ScreeningAgency, screeningAgencies } from "./agencies.ts";
import { type ConsentText, consentTexts } from "./consent-texts.ts";

/** A check can be ordered on what was signed for so many days. */
export const consentDays = 60;
const dayLong = 86_400_000;

export type ConsentFacts = {
  organization: string;
  /** Two letters, where the organization is in the United States. */
  organizationState: string | null;
  /** Where the person lives, as in the list of states (`US-WA`); null: not known. */
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
  /** Everything that is signed, letter for letter: its SHA-256 is the version. */
  wording: string;
};

/** Whether a check is ordered at a provider for this content, by which consents are asked at all. */
export const isOrderedAtProvider = (settings: SettingsOf<"background-check">): boolean =>
  settings.clientId !== null && settings.productId !== null && settings.provider in screeningAgencies;

export type OrderedProduct = { productId: string; product: string; international: boolean };

/**
 * What is ordered for a person: the product for citizens of other countries, where there is one and the person is a citizen of any country
 * but the United States. Null where nothing is ordered at a provider. Who hasn't told their citizenship gets what everybody gets.
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

/** The agency that runs checks for a provider, by the provider's number. */
export function agencyOf(provider: BackgroundCheckProvider): ScreeningAgency {
  const agency = screeningAgencies[provider];
  if (!agency) throw new Error(`No checks are ordered at provider ${provider}.`);
  return agency;
}

/** By which state's law a kind is asked; null: everywhere. */
const stateOf = (kind: ConsentKind): string | null => /^state-(\w\w)$/.exec(kind)?.[1] ?? null;

/** The documents that this person is asked to sign, in the order of the pages. */
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

/** A state's notice is for who lives there and for who is checked by an organization there. */
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

/** What was signed, as far as it decides whether it counts. */
export type SignedConsent = { kind: ConsentKind; version: string; signedAt: Instant; as: Signer };

/** From which instant on a signature counts now: what was withdrawn, used up by a completion, or is too old does not. */
export function consentsCountFrom(
  { withdrawnAt, completedAt }: { withdrawnAt: Instant | null; completedAt: Instant | null },
  now: Instant,
): Instant {
  return Math.max((withdrawnAt ?? Number.NEGATIVE_INFINITY) + 1, (completedAt ?? 0) + 1, now - consentDays * dayLong);
}

/** Whether a check can be ordered on a signature: the right person signed it, and neither too long ago nor before `from`. */
export const consentCounts = (signed: SignedConsent, person: { minor: boolean }, from: Instant): boolean =>
  signed.as === whoSigns(person) && signed.signedAt >= from;

/**
 * What still has to be signed. `homeState` comes first where neither a state of residence nor a statement of living elsewhere
 * is known, for it decides what else there is.
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
