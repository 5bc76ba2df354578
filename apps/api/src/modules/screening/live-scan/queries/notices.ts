import { RequirementType, type ResponseOf } from "@touchline/contract";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { listLiveScanNotices, NoticeOutcome, NoticeReason } from "@touchline/contract/screening/live-scan";
import { dayOf } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { content } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { authorizeSomewhere } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { factsOfAll } from "../../../requirements/index.ts";

type Row = {
  attemptId: string;
  name: string;
  dateOfBirth: string | null;
  levelName: string | null;
  requirementName: string;
  sentAt: number;
  ori: string | null;
  agency: string | null;
  reason: NoticeReason | null;
  since: number | null;
  outcome: NoticeOutcome | null;
  noticedOn: string | null;
  recordedByName: string | null;
  at: number;
};

const rowsOfPage = 50;
const mostCounted = 1_000;
const spots = cursors(z.strictObject({ at: z.number(), id: z.uuid() }));

/** Selects the rows where this actor reviews Live Scans. @throws Forbidden if nowhere */
function withinReach(call: Call): SQL {
  authorizeSomewhere(call, "requirements.review", RequirementType.LiveScan);
  return rowsWithinReach(call, "requirements.review", { pre: level.pre, type: content.type }) ?? sql`false`;
}

/** Submitted fingerprints, with their person and requirement. */
const fingerprints = ({ organizationId }: Call) => sql`live_scan AS scan
  JOIN attempt ON attempt.organization_id = ${organizationId} AND attempt.attempt_id = scan.attempt_id
  JOIN requirement ON requirement.organization_id = ${organizationId} AND requirement.requirement_id = attempt.requirement_id
  JOIN content ON content.organization_id = ${organizationId} AND content.content_id = requirement.content_id
  JOIN level ON level.organization_id = ${organizationId} AND level.level_id = attempt.level_id`;

/** Whether a Live Scan is still required of the person. */
const stillRequired = ({ organizationId }: Call) => sql`EXISTS (
  SELECT FROM requirement AS present
  JOIN content AS asked ON asked.organization_id = ${organizationId} AND asked.content_id = present.content_id
    AND asked.type = ${RequirementType.LiveScan}
  WHERE present.organization_id = ${organizationId} AND present.profile_id = requirement.profile_id
    AND present.archived_at IS NULL)`;

/** Selects the latest fingerprints of everybody who no longer needs a Live Scan and whose notification isn't recorded. */
const due = (call: Call, within: SQL) => {
  const { organizationId } = call;
  return sql`scan.organization_id = ${organizationId} AND scan.sent_at IS NOT NULL AND ${within}
    AND NOT EXISTS (SELECT FROM live_scan_notice AS notice WHERE notice.organization_id = ${organizationId}
      AND notice.attempt_id = scan.attempt_id)
    AND NOT EXISTS (
      SELECT FROM requirement AS other
      JOIN attempt AS after ON after.organization_id = ${organizationId} AND after.requirement_id = other.requirement_id
      JOIN live_scan AS later ON later.organization_id = ${organizationId} AND later.attempt_id = after.attempt_id
      WHERE other.organization_id = ${organizationId} AND other.profile_id = requirement.profile_id
        AND (later.sent_at, later.attempt_id) > (scan.sent_at, scan.attempt_id))
    AND NOT ${stillRequired(call)}`;
};

/** Since when no Live Scan is required of the person. */
const since = sql`coalesce(requirement.archived_at, scan.sent_at)`;

/** How many notices are due, up to 1,000. @throws Forbidden */
export async function dueNoticeCount(call: Call): Promise<number> {
  const { rows } = await call.db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count
    FROM (SELECT FROM ${fingerprints(call)} WHERE ${due(call, withinReach(call))} LIMIT ${mostCounted}) AS counted`);
  return rows[0]?.count ?? 0;
}

/** One page of the notices that are due, the longest first, or of those that were dealt with, the latest first. @throws Forbidden */
export async function noticePage(
  call: Call,
  { recorded = false, cursor }: { recorded?: boolean | undefined; cursor?: string | undefined },
): Promise<ResponseOf<typeof listLiveScanNotices>> {
  const { organizationId } = call;
  const within = withinReach(call);
  const after = cursor === undefined ? undefined : spots.read(cursor);
  const order = recorded ? sql`notice.recorded_at` : since;
  const which = recorded
    ? sql`scan.organization_id = ${organizationId} AND notice.attempt_id IS NOT NULL AND ${within}`
    : due(call, within);
  const spot = after && sql`(to_timestamp(${after.at}::float8 / 1000), ${after.id}::uuid)`;
  const direction = sql.raw(recorded ? "DESC" : "ASC");
  const [{ rows: found }, { timeZone: zone }, count] = await Promise.all([
    call.db.execute<Row>(sql`
      SELECT scan.attempt_id AS "attemptId", trim(profile.first_name || ' ' || profile.last_name) AS name,
        profile.date_of_birth::text AS "dateOfBirth", level.name AS "levelName", content.name AS "requirementName",
        (extract(epoch FROM scan.sent_at) * 1000)::float8 AS "sentAt",
        version.settings ->> 'ori' AS ori, version.settings ->> 'agency' AS agency,
        CASE WHEN ${stillRequired(call)} THEN NULL
          WHEN EXISTS (SELECT FROM profile_level_access AS place WHERE place.organization_id = ${organizationId}
            AND place.profile_id = requirement.profile_id) THEN 'notRequired' ELSE 'left' END AS reason,
        (extract(epoch FROM requirement.archived_at) * 1000)::float8 AS since,
        notice.outcome, notice.noticed_on::text AS "noticedOn", trim(recorder.first_name || ' ' || recorder.last_name) AS "recordedByName",
        (extract(epoch FROM ${order}) * 1000)::float8 AS at
      FROM ${fingerprints(call)}
      JOIN content_version AS version ON version.organization_id = ${organizationId}
        AND version.content_version_id = attempt.content_version_id
      JOIN profile ON profile.organization_id = ${organizationId} AND profile.profile_id = requirement.profile_id
      LEFT JOIN live_scan_notice AS notice ON notice.organization_id = ${organizationId} AND notice.attempt_id = scan.attempt_id
      LEFT JOIN profile AS recorder ON recorder.organization_id = ${organizationId} AND recorder.profile_id = notice.recorded_by
      WHERE ${which} ${spot ? sql`AND (${order}, scan.attempt_id) ${sql.raw(recorded ? "<" : ">")} ${spot}` : sql``}
      ORDER BY ${order} ${direction}, scan.attempt_id ${direction} LIMIT ${rowsOfPage + 1}`),
    organizationFacts(call),
    dueNoticeCount(call),
  ]);
  const rows = found.slice(0, rowsOfPage);
  const facts = await factsOfAll(
    call,
    rows.map((row) => row.attemptId),
  );
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({
      attemptId: row.attemptId,
      name: row.name,
      dateOfBirth: row.dateOfBirth,
      levelName: row.levelName ?? "a deleted level",
      requirementName: row.requirementName,
      atiNumber: (facts.get(row.attemptId) as SubmissionFacts | undefined)?.atiNumber ?? null,
      submittedOn: dayOf(row.sentAt, zone),
      ori: row.ori ?? "",
      agency: row.agency ?? "",
      reason: row.reason,
      since: row.reason === null || row.since === null ? null : new Date(row.since).toISOString(),
      recorded:
        row.outcome === null || row.noticedOn === null
          ? null
          : { outcome: row.outcome, noticedOn: row.noticedOn, recordedByName: row.recordedByName ?? "" },
    })),
    next: last && found.length > rowsOfPage ? spots.write({ at: last.at, id: last.attemptId }) : null,
    due: count,
  };
}

/** The submission about which a notice is recorded, or null where none is due within reach. @throws Forbidden */
export async function dueNotice(call: Call, attemptId: string) {
  const { rows } = await call.db.execute<{
    attemptId: string;
    requirementId: string;
    profileId: string;
    contentId: string;
    profileLevelAccessId: string;
  }>(sql`
    SELECT attempt.attempt_id AS "attemptId", attempt.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
      requirement.content_id AS "contentId", attempt.profile_level_access_id AS "profileLevelAccessId"
    FROM ${fingerprints(call)} WHERE scan.attempt_id = ${attemptId} AND ${due(call, withinReach(call))}`);
  return rows[0] ?? null;
}
