import { createHash } from "node:crypto";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { ConsentKind } from "@touchline/contract/screening/consents";
import {
  type ConsentDocument,
  consentCounts,
  consentDocuments,
  consentsCountFrom,
  isMinor,
  isOrderedAtProvider,
  unsignedConsents,
} from "@touchline/rules";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { organization, organizationFile } from "../../../schema/accounts.ts";
import { storedFile } from "../../../schema/files.ts";
import { profileDetail } from "../../../schema/requirements.ts";
import { screeningConsent, screeningConsentWithdrawal } from "../../../schema/screening.ts";
import { everyEntry } from "../../compliance/index.ts";
import { type MemberTarget, memberTarget } from "../../people/index.ts";
import { decryptDetail, isOfKind, requirementOn } from "../../requirements/index.ts";

type Requirement = Pick<Awaited<ReturnType<typeof requirementOn>>, "owed" | "asked" | "zone">;

export type ConsentRow = typeof screeningConsent.$inferSelect;
export type VersionedDocument = ConsentDocument & { version: string };

/** What is asked of a person for one background check, and what of it was signed. */
export type ConsentsRead = {
  organization: { name: string; wrappedKey: Buffer };
  /** Null where nothing is ordered at a provider, and nothing is signed. */
  settings: SettingsOf<"background-check"> | null;
  homeState: string | null;
  minor: boolean;
  /** In the order of the pages. */
  documents: readonly VersionedDocument[];
  /** Everything ever signed for the requirement, the newest first, each with whether a check can be ordered on it. */
  given: readonly { row: ConsentRow; counts: boolean; withdrawnAt: Date | null }[];
  missing: ("homeState" | ConsentKind)[];
};

/**
 * What still has to be signed before this background check is ordered: kinds of consents, or `homeState` where it isn't known
 * which apply. Empty: it can be ordered.
 *
 * @throws NotFound
 */
export async function missingConsents(
  call: Call,
  subject: { requirementId: string; profileLevelAccessId: string },
): Promise<readonly string[]> {
  const target = await memberTarget(call, subject.profileLevelAccessId);
  return (await readConsents(call, target, await requirementOn(call, target, subject.requirementId))).missing;
}

/** Reads what is asked and what was signed, whoever asks. */
export async function readConsents(call: Call, target: MemberTarget, on: Requirement): Promise<ConsentsRead> {
  const { settings: given } = on.asked;
  const settings = isOfKind(given, "background-check") && isOrderedAtProvider(given) ? given : null;
  const { requirement } = on.owed;
  const own = await ownOrganization(call);
  const homeState = await homeStateOf(call, target.profileId, own.wrappedKey);
  const now = call.now.getTime();
  const minor = target.dateOfBirth !== null && isMinor(target.dateOfBirth, now, on.zone);
  const documents = settings
    ? consentDocuments({
        organization: own.name,
        organizationState: own.countryCode === "UnitedStates" ? own.stateCode : null,
        homeState,
        provider: settings.provider,
        notice: settings.notice,
        noticeFile: await noticeFile(call),
      }).map((document) => ({ ...document, version: sha256Of(document.wording) }))
    : [];
  const rows = await rowsOf(call, target.profileId, on.asked.contentId);
  const ids = [requirement.requirementId, ...rows.map((row) => row.requirementId)];
  const withdrawals = await withdrawalsOf(call, [...new Set(ids)]);
  const from = consentsCountFrom(
    {
      withdrawnAt: withdrawals[0]?.getTime() ?? null,
      completedAt: requirement.completion?.completedAt.getTime() ?? null,
    },
    now,
  );
  const signed = rows.map((row) => ({
    row,
    counts: consentCounts(asSigned(row), { minor }, from),
    withdrawnAt: withdrawals.findLast((at) => at >= row.signedAt) ?? null,
  }));
  const counting = signed.filter((one) => one.counts).map(({ row }) => asSigned(row));
  return {
    ...{ organization: own, settings, homeState, minor, documents, given: signed },
    missing: unsignedConsents(documents, counting),
  };
}

export const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

const asSigned = ({ kind, version, signedAt, signedAs }: ConsentRow) => ({
  ...{ kind, version, as: signedAs },
  signedAt: signedAt.getTime(),
});

async function ownOrganization(call: Call) {
  const { name, countryCode, stateCode, wrappedKey } = organization;
  const [row] = await call.db
    .select({ name, countryCode, stateCode, wrappedKey })
    .from(organization)
    .where(ours(organization, call));
  if (!row) throw new Error("A call has an organization.");
  return row;
}

/** The state in which a person lives, as they told; null: they didn't. */
async function homeStateOf(call: Call, profileId: string, wrappedKey: Buffer): Promise<string | null> {
  const [detail] = await call.db
    .select()
    .from(profileDetail)
    .where(and(ours(profileDetail, call), eq(profileDetail.profileId, profileId)));
  return decryptDetail(call, { profileId, wrappedKey, detail: detail ?? null }, "contact")?.stateId ?? null;
}

/** The organization's own notice as a file, if it uploaded one. */
async function noticeFile(call: Call): Promise<{ name: string; sha256: string } | null> {
  const [row] = await call.db
    .select({ name: storedFile.name, sha256: storedFile.sha256 })
    .from(organizationFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, organizationFile.fileId))
    .where(
      and(
        ours(organizationFile, call),
        eq(organizationFile.purpose, "BackgroundCheckNotice"),
        isNull(organizationFile.removedAt),
      ),
    );
  return row ?? null;
}

/** Far above what is signed for one requirement. */
const mostConsents = 1_000;

/** What a person signed for a requirement, also as an entry that was merged into this one. */
const rowsOf = (call: Call, profileId: string, contentId: string) =>
  call.db
    .select()
    .from(screeningConsent)
    .where(
      and(
        ours(screeningConsent, call),
        sql`${screeningConsent.profileId} = ANY(${everyEntry(call, profileId)})`,
        eq(screeningConsent.contentId, contentId),
      ),
    )
    .orderBy(desc(screeningConsent.signedAt), desc(screeningConsent.screeningConsentId))
    .limit(mostConsents);

/** When what was signed was withdrawn, the latest first. */
async function withdrawalsOf(call: Call, requirementIds: readonly string[]): Promise<Date[]> {
  const rows = await call.db
    .select({ at: screeningConsentWithdrawal.withdrawnAt })
    .from(screeningConsentWithdrawal)
    .where(
      and(
        ours(screeningConsentWithdrawal, call),
        inArray(screeningConsentWithdrawal.requirementId, [...requirementIds]),
      ),
    )
    .orderBy(desc(screeningConsentWithdrawal.withdrawnAt))
    .limit(mostConsents);
  return rows.map(({ at }) => at);
}
