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
import { sql } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { type Json, wholeOf } from "../../../database/columns.ts";
import type { organization } from "../../../schema/accounts.ts";
import { profileDetail } from "../../../schema/requirements.ts";
import { screeningConsent } from "../../../schema/screening.ts";
import { everyEntryBy } from "../../compliance/index.ts";
import type { MemberTarget } from "../../people/index.ts";
import { decryptDetail, isOfKind, type PermittedRequirement } from "../../requirements/index.ts";

type Requirement = Pick<PermittedRequirement, "owed" | "required" | "zone">;

export type ConsentRow = typeof screeningConsent.$inferSelect;
export type VersionedDocument = ConsentDocument & { version: string };

/** The documents that a person must sign for one background check, and those that are signed. */
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
  /**
   * The documents that must be signed before a check is ordered; `homeState` if it isn't known which apply. Empty: it can be
   * ordered.
   */
  missing: ("homeState" | ConsentKind)[];
  /** The countries of citizenship in the profile; null if the person hasn't entered any. */
  citizenship(): ReturnType<typeof decryptDetail<"citizenship">>;
};

/** Reads the required and the signed documents, without authorization. */
export async function readConsents(call: Call, target: MemberTarget, on: Requirement): Promise<ConsentsRead> {
  const [read] = await readConsentsOf(call, [{ target, on }]);
  if (!read) throw new Error("One is read for each that is asked.");
  return read;
}

/** Reads the required and the signed documents of several background checks in one statement, in their order. */
export async function readConsentsOf(
  call: Call,
  requirements: readonly { target: MemberTarget; on: Requirement }[],
): Promise<ConsentsRead[]> {
  const rows = await consentRows(
    call,
    requirements.map(({ target, on }) => ({
      requirementId: on.owed.requirement.requirementId,
      profileId: target.profileId,
      contentId: on.required.contentId,
    })),
  );
  return requirements.map(({ target, on }) => {
    const row = rows.get(on.owed.requirement.requirementId);
    if (!row) throw new Error("A call has an organization.");
    return consentsFrom(call, target, on, row);
  });
}

function consentsFrom(call: Call, target: MemberTarget, on: Requirement, read: ReadRow): ConsentsRead {
  const { settings: contentSettings } = on.required;
  const settings =
    isOfKind(contentSettings, "background-check") && isOrderedAtProvider(contentSettings) ? contentSettings : null;
  const { wrappedKey, detail } = read;
  const person = { profileId: target.profileId, wrappedKey, detail };
  const homeState = decryptDetail(call, person, "contact")?.stateId ?? null;
  const now = call.now.getTime();
  const minor = target.dateOfBirth !== null && isMinor(target.dateOfBirth, now, on.zone);
  const documents = settings
    ? consentDocuments({
        organization: read.name,
        organizationState: read.countryCode === "UnitedStates" ? read.stateCode : null,
        homeState,
        provider: settings.provider,
        notice: settings.notice,
        noticeFile: read.notice,
      }).map((document) => ({ ...document, version: sha256Of(document.wording) }))
    : [];
  const { signed: rows, withdrawals } = read;
  const from = consentsCountFrom(
    {
      withdrawnAt: withdrawals[0]?.getTime() ?? null,
      completedAt: on.owed.requirement.completion?.completedAt.getTime() ?? null,
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
    ...{ organization: { name: read.name, wrappedKey }, settings, homeState, minor, documents, given: signed },
    citizenship: () => decryptDetail(call, person, "citizenship"),
    missing: unsignedConsents(documents, counting),
  };
}

export const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

const asSigned = ({ kind, version, signedAt, signedAs }: ConsentRow) => ({
  ...{ kind, version, as: signedAs },
  signedAt: signedAt.getTime(),
});

/** Far more than anybody signs for one requirement. */
const mostConsents = sql.raw("1000");
const consentRow = wholeOf(screeningConsent);
const detailRow = wholeOf(profileDetail);

type OwnOrganization = Pick<typeof organization.$inferSelect, "name" | "countryCode" | "stateCode" | "wrappedKey">;
type ReadRow = OwnOrganization & {
  /** The organization's own notice as a file, if it uploaded one. */
  notice: { name: string; sha256: string } | null;
  detail: typeof profileDetail.$inferSelect | null;
  /** Everything signed by or for the person, also as an entry that was merged into this one, the newest first. */
  signed: ConsentRow[];
  /** Lists withdrawals, the latest first. */
  withdrawals: Date[];
};

async function consentRows(
  call: Call,
  signed: readonly { requirementId: string; profileId: string; contentId: string }[],
): Promise<Map<string, ReadRow>> {
  const { organizationId } = call;
  const theirs = sql`FROM screening_consent WHERE screening_consent.organization_id = ${organizationId}
    AND screening_consent.profile_id = ANY(${everyEntryBy(call, sql`asked.profile_id`)})
    AND screening_consent.content_id = asked.content_id`;
  const { rows } = await call.db.execute<
    OwnOrganization & {
      requirementId: string;
      notice: ReadRow["notice"];
      detail: Json | null;
      signed: Json[];
      withdrawals: string[];
    }
  >(sql`
    SELECT asked.requirement_id AS "requirementId", organization.name, organization.country_code AS "countryCode",
      organization.state_code AS "stateCode", organization.wrapped_key AS "wrappedKey",
      (SELECT json_build_object('name', stored_file.name, 'sha256', stored_file.sha256)
        FROM organization_file JOIN stored_file
          ON stored_file.organization_id = ${organizationId} AND stored_file.file_id = organization_file.file_id
        WHERE organization_file.organization_id = ${organizationId} AND organization_file.purpose = 'BackgroundCheckNotice'
          AND organization_file.removed_at IS NULL LIMIT 1) AS notice,
      (SELECT to_json(profile_detail) FROM profile_detail WHERE profile_detail.organization_id = ${organizationId}
        AND profile_detail.profile_id = asked.profile_id) AS detail,
      coalesce((SELECT json_agg(to_json(signed)) FROM (
        SELECT screening_consent.* ${theirs}
        ORDER BY screening_consent.signed_at DESC, screening_consent.screening_consent_id DESC LIMIT ${mostConsents}
      ) AS signed), '[]') AS signed,
      coalesce((SELECT json_agg(withdrawn.withdrawn_at) FROM (
        SELECT withdrawal.withdrawn_at FROM screening_consent_withdrawal AS withdrawal
        WHERE withdrawal.organization_id = ${organizationId} AND (withdrawal.requirement_id = asked.requirement_id
          OR withdrawal.requirement_id IN (SELECT screening_consent.requirement_id ${theirs}))
        ORDER BY withdrawal.withdrawn_at DESC LIMIT ${mostConsents}
      ) AS withdrawn), '[]') AS withdrawals
    FROM unnest(
      ${sql.param(signed.map((one) => one.requirementId))}::uuid[],
      ${sql.param(signed.map((one) => one.profileId))}::uuid[],
      ${sql.param(signed.map((one) => one.contentId))}::uuid[]
    ) AS asked (requirement_id, profile_id, content_id)
    JOIN organization ON organization.organization_id = ${organizationId}`);
  return new Map(
    rows.map(({ requirementId, detail, signed, withdrawals, ...row }) => [
      requirementId,
      {
        ...row,
        detail: detail && detailRow.read(detail),
        signed: signed.map(consentRow.read),
        withdrawals: withdrawals.map((at) => new Date(at)),
      },
    ]),
  );
}
