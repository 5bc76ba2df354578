import type { Validity } from "@touchline/contract/library/content-settings";
import { endOfCompletion, expiryOf, signatureEnds } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";

type Completion = {
  attempt_id: string;
  validity: Validity;
  again: boolean | null;
  completed_at: number;
  expires_at: number | null;
  valid_until: string | null;
  extended_until: string | null;
  redo_by: string | null;
  guardian: boolean;
  signature_ends: number | null;
  date_of_birth: string | null;
};

/**
 * Lists completions of these people that are valid until another instant than their facts give: the validity of their version,
 * a day to repeat it by, an extension, and a guardian's signature. Not checked in organizations that have changed their time
 * zone: completions during a day were on a day of the previous zone.
 */
export async function wrongEndDates(call: Call, people: readonly string[]): Promise<string[]> {
  const { rows } = await call.db.execute<Completion>(sql`
    SELECT attempt.attempt_id, version.settings -> 'validity' AS validity,
      (version.settings ->> 'signAgainAtEighteen')::boolean AS again,
      floor(extract(epoch FROM attempt.completed_at) * 1000)::float8 AS completed_at,
      floor(extract(epoch FROM attempt.expires_at) * 1000)::float8 AS expires_at,
      attempt.valid_until::text, attempt.extended_until::text, attempt.redo_by::text, profile.date_of_birth::text,
      floor(extract(epoch FROM attempt.signature_ends_at) * 1000)::float8 AS signature_ends,
      EXISTS (SELECT FROM waiver_signature AS signed WHERE signed.organization_id = attempt.organization_id
        AND signed.attempt_id = attempt.attempt_id AND signed.signed_as = 'guardian') AS guardian
    FROM requirement
    JOIN profile ON profile.organization_id = requirement.organization_id AND profile.profile_id = requirement.profile_id
    JOIN attempt ON attempt.organization_id = requirement.organization_id
      AND attempt.requirement_id = requirement.requirement_id AND attempt.state = 'approved'
      AND attempt.voided_at IS NULL AND attempt.completed_at IS NOT NULL
    JOIN content_version AS version ON version.organization_id = attempt.organization_id
      AND version.content_version_id = attempt.content_version_id
    WHERE requirement.organization_id = ${call.organizationId}
      AND requirement.profile_id = ANY(${sql.param([...people])}::uuid[])
      AND NOT EXISTS (SELECT FROM audit_event WHERE audit_event.organization_id = requirement.organization_id
        AND audit_event.action = 'organization.timeZoneChanged')`);
  const { timeZone: zone } = await organizationFacts(call);
  return rows.filter((row) => endOf(row, zone) !== row.expires_at).map((row) => row.attempt_id);
}

function endOf(row: Completion, zone: string): number | null {
  const signed = { as: row.guardian ? "guardian" : "self", signAgainAtEighteen: row.again ?? false } as const;
  const recorded = {
    ...{ redoBy: row.redo_by, extendedUntil: row.extended_until },
    signatureEnds: signatureEnds(
      { ...signed, dateOfBirth: row.date_of_birth, endsByCorrection: row.signature_ends },
      zone,
    ),
  };
  const own = expiryOf(row.validity, { completedAt: row.completed_at, givenDay: row.valid_until }, zone);
  return endOfCompletion(own, recorded, zone);
}
