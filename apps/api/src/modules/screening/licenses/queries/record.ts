import { type RequirementStatus, RequirementType } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { HeldLicense } from "@touchline/rules";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { licenseRecord } from "../../../../schema/lookups.ts";
import type { AttemptSubject } from "../../../compliance/index.ts";

export type LicenseRecord = typeof licenseRecord.$inferSelect;

/** U.S. Soccer's latest answer for a person; null if there is none yet. */
export async function licenseRecordOf(call: Call, profileId: string): Promise<LicenseRecord | null> {
  const [row] = await call.db
    .select()
    .from(licenseRecord)
    .where(and(ours(licenseRecord, call), eq(licenseRecord.profileId, profileId)));
  return row ?? null;
}

/** The encryption context of a record's sealed bytes. */
export const recordPlace = (call: Call, profileId: string, column: "sealed_licenses" | "sealed_answer") => ({
  tenant: call.organizationId,
  table: "license_record",
  column,
  id: profileId,
});

/** The licenses of a record, opened; none where U.S. Soccer didn't answer yet. */
export async function licensesOf(call: Call, record: LicenseRecord | null): Promise<HeldLicense[]> {
  if (!record?.sealedLicenses) return [];
  const { wrappedKey } = await organizationFacts(call);
  const place = recordPlace(call, record.profileId, "sealed_licenses");
  return JSON.parse(call.adapters.vault.open(wrappedKey, place, record.sealedLicenses)) as HeldLicense[];
}

/** A person whose licenses are looked up. */
export type LicensePerson = {
  profileId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  sealedUssfId: Buffer;
  /** Changes when the ID, the names, the date of birth, or the required licenses change. */
  basis: string;
  /** A hash of the id, the names and the date of birth alone. */
  holder: string;
};

/** Selects people with a U.S. Soccer ID who need a license. */
const lookupsWhere = (call: Call, where: SQL) => sql`
  SELECT profile.profile_id AS "profileId", profile.first_name AS "firstName", profile.last_name AS "lastName",
    profile.date_of_birth AS "dateOfBirth", detail.sealed_ussf_id AS "sealedUssfId",
    holder.holder, md5(concat_ws(E'\n', holder.holder, wanted.versions)) AS basis
  FROM (
    SELECT requirement.profile_id, string_agg(content.current_version_id::text, ' ' ORDER BY requirement.requirement_id) AS versions
    FROM content
    JOIN requirement ON requirement.organization_id = content.organization_id
      AND requirement.content_id = content.content_id AND requirement.archived_at IS NULL
    WHERE content.organization_id = ${call.organizationId} AND content.type = ${RequirementType.USSoccer}
      AND content.archived_at IS NULL
    GROUP BY requirement.profile_id
  ) AS wanted
  JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = wanted.profile_id
  JOIN profile_detail AS detail ON detail.organization_id = ${call.organizationId}
    AND detail.profile_id = wanted.profile_id AND detail.sealed_ussf_id IS NOT NULL
  CROSS JOIN LATERAL (SELECT md5(concat_ws(E'\n', encode(detail.sealed_ussf_id, 'hex'), profile.first_name,
    profile.last_name, profile.date_of_birth::text)) AS holder) AS holder
  LEFT JOIN license_record AS record ON record.organization_id = ${call.organizationId}
    AND record.profile_id = wanted.profile_id
  WHERE ${where}`;

/** Reads one person; null if they have no ID, or need no license. */
export async function licensePerson(call: Call, profileId: string): Promise<LicensePerson | null> {
  const { rows } = await call.db.execute<LicensePerson>(
    lookupsWhere(call, sql`profile.organization_id = ${call.organizationId} AND profile.profile_id = ${profileId}`),
  );
  return rows[0] ?? null;
}

/** People who are due: never asked about, changed since, or after the time of their next look. */
export async function dueForLook(call: Call, most: number): Promise<string[]> {
  const { rows } = await call.db.execute<{ profileId: string }>(sql`
    SELECT due."profileId" FROM (${lookupsWhere(call, sql`profile.organization_id = ${call.organizationId}`)}) AS due
    LEFT JOIN license_record AS record ON record.organization_id = ${call.organizationId}
      AND record.profile_id = due."profileId"
    WHERE record.profile_id IS NULL OR record.next_look_at <= ${call.now.toISOString()}::timestamptz
      OR (record.basis <> due.basis AND record.asked_at < ${new Date(call.now.getTime() - leaseMs).toISOString()}::timestamptz)
    ORDER BY record.next_look_at NULLS FIRST, due."profileId" LIMIT ${most}`);
  return rows.map((one) => one.profileId);
}

/** Milliseconds after a lookup in which a change doesn't start another one, because the lookup may be in progress. */
const leaseMs = 60_000;

/** A requirement for which a person's licenses count. */
export type AskedLicense = AttemptSubject & {
  contentVersionId: string;
  name: string;
  settings: SettingsOf<"us-soccer">;
  status: RequirementStatus;
};

/** The licenses that a person needs. */
export async function askedLicenses(call: Call, profileId: string): Promise<AskedLicense[]> {
  const { rows } = await call.db.execute<AskedLicense>(sql`
    SELECT requirement.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
      requirement.content_id AS "contentId", place.profile_level_access_id AS "profileLevelAccessId",
      content.current_version_id AS "contentVersionId", content.name, content_version.settings, requirement.status
    FROM requirement
    JOIN content ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
      AND content.type = ${RequirementType.USSoccer} AND content.archived_at IS NULL
    JOIN content_version ON content_version.organization_id = content.organization_id
      AND content_version.content_version_id = content.current_version_id
    CROSS JOIN LATERAL (SELECT demand.profile_level_access_id FROM demand
      WHERE demand.organization_id = requirement.organization_id AND demand.requirement_id = requirement.requirement_id
      ORDER BY demand.profile_level_access_id LIMIT 1) AS place
    WHERE requirement.organization_id = ${call.organizationId} AND requirement.profile_id = ${profileId}
      AND requirement.archived_at IS NULL
    ORDER BY requirement.requirement_id LIMIT 100`);
  return rows;
}

/** Problems that operators must solve, from the last minutes. */
export async function problemsForOperators(call: Call): Promise<string[]> {
  const since = new Date(call.now.getTime() - 2 * leaseMs).toISOString();
  const { rows } = await call.db.execute<{ problem: string }>(sql`
    SELECT DISTINCT problem FROM license_record
    WHERE organization_id = ${call.organizationId} AND problem IN ('unauthorized', 'malformed')
      AND asked_at >= ${since}::timestamptz`);
  return rows.map((one) => one.problem);
}
