import type { OverallStatus } from "@touchline/contract";
import { gateJudgment } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import type { PartnerCredentials, PartnerPort } from "../../../../adapters/partners/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import type { Outcome } from "../../../../jobs/jobs.ts";
import { partnerConnection, partnerFlag, partnerReport } from "../../../../schema/partners.ts";
import { overallStatusNow } from "../../../compliance/index.ts";
import { credentialsOf } from "../queries.ts";

/** People whose statuses one look compares, and flags in one report. */
const atOnce = 1_000;
const mostLooks = 100;
const retryAfter = 120;
/** Milliseconds before the next report after one that the partner refused. */
const longPause = 60 * 60_000;

type Flag = { externalId: string; cleared: boolean };
type Reporting = { port: PartnerPort; credentials: PartnerCredentials; reportId: string; flags: Flag[] };
type Taken = { reportId: string; fault: ProviderFault | null; retryAfter: number | null };

/**
 * Reads what a partner is to be told: the report that it hasn't taken yet, or the people whose clearance differs from what it was
 * told. A report is stored before it is sent, so that a repetition says the same under the same key.
 */
export async function beginReport(
  call: Call,
  { partnerConnectionId }: { partnerConnectionId: string },
): Promise<Reporting | null> {
  const [connection] = await call.db
    .select()
    .from(partnerConnection)
    .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, partnerConnectionId)))
    .for("update");
  if (!connection?.pushCleared || connection.state !== "active") return null;
  const { reportProblemAt } = connection;
  if (reportProblemAt !== null && call.now.getTime() - reportProblemAt.getTime() < longPause) return null;
  const credentials = await credentialsOf(call, connection);
  const port = call.adapters.partners.get(connection.integrationSource);
  if (!credentials || !port) return null;
  const [waiting] = await call.db.select().from(partnerReport).where(ofConnection(call, partnerConnectionId));
  if (waiting) return { port, credentials, reportId: waiting.partnerReportId, flags: waiting.flags };
  const flags = await flagsToReport(call, connection);
  if (flags.length === 0) return null;
  const reportId = newId();
  await call.db.insert(partnerReport).values({
    ...{ organizationId: call.organizationId, partnerConnectionId, partnerReportId: reportId, flags },
    createdAt: call.now,
  });
  return { port, credentials, reportId, flags };
}

const ofConnection = (call: Call, partnerConnectionId: string) =>
  and(ours(partnerReport, call), eq(partnerReport.partnerConnectionId, partnerConnectionId));

type StatusRow = { external_id: string; reportedCleared: boolean | null; statuses: OverallStatus[] };

/** The next people whose clearance differs from what the partner was told, or of whom it was told nothing by this connection. */
async function flagsToReport(
  call: Call,
  { partnerConnectionId, integrationSource, siteId }: typeof partnerConnection.$inferSelect,
): Promise<Flag[]> {
  const flags: Flag[] = [];
  let after = "";
  for (let looks = 0; looks < mostLooks && flags.length < atOnce; looks += 1) {
    const { rows } = await call.db.execute<StatusRow>(sql`
      SELECT known.external_id, flag.told AS "reportedCleared", array(
        SELECT DISTINCT ${overallStatusNow(call, "m")}
        FROM profile_level_access AS pla
        JOIN member_standing AS m ON m.organization_id = ${call.organizationId}
          AND m.profile_level_access_id = pla.profile_level_access_id
        WHERE pla.organization_id = ${call.organizationId} AND pla.profile_id = known.profile_id) AS statuses
      FROM external_identity AS known
      LEFT JOIN partner_flag AS flag ON flag.organization_id = ${call.organizationId}
        AND flag.partner_connection_id = ${partnerConnectionId} AND flag.external_id = known.external_id
      WHERE known.organization_id = ${call.organizationId} AND known.integration_source = ${integrationSource}
        AND known.site_id = ${siteId} AND known.external_id > ${after}
      ORDER BY known.external_id LIMIT ${atOnce}`);
    for (const { external_id: externalId, reportedCleared, statuses } of rows) {
      const cleared = gateJudgment(statuses).verdict === "cleared";
      if (cleared !== reportedCleared && flags.length < atOnce) flags.push({ externalId, cleared });
    }
    after = rows.at(-1)?.external_id ?? after;
    if (rows.length < atOnce) break;
  }
  return flags;
}

/** Tells the partner. */
export async function sendReport(
  { port, credentials, reportId, flags }: Reporting,
  _adapters: Adapters,
): Promise<Taken> {
  try {
    await port.report(credentials, reportId, flags);
    return { reportId, fault: null, retryAfter: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { reportId, fault: error.fault, retryAfter: error.retryAfter };
  }
}

/**
 * Records what the partner was told. A report that didn't get through, or whose answer can't be read, stays and is sent again. One
 * that the partner refuses is deleted, so that the next one, an hour later, holds what is true then.
 */
export async function finishReport(
  call: Call,
  { partnerConnectionId }: { partnerConnectionId: string },
  { reportId, fault, retryAfter: requestedSeconds }: Taken,
): Promise<Outcome> {
  if (fault === "busy" || fault === "unreachable") {
    return { at: new Date(call.now.getTime() + Math.min(requestedSeconds ?? retryAfter, 3_600) * 1_000) };
  }
  await call.db
    .update(partnerConnection)
    .set({ reportProblem: fault, reportProblemAt: fault && call.now })
    .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, partnerConnectionId)));
  if (fault === "malformed") return undefined;
  // Another job may have sent the report, too: only the first one settles it.
  const [taken] = await call.db
    .delete(partnerReport)
    .where(and(ofConnection(call, partnerConnectionId), eq(partnerReport.partnerReportId, reportId)))
    .returning();
  if (fault !== null || !taken) return undefined;
  await insertRows(
    call,
    partnerFlag,
    taken.flags.map(({ externalId, cleared }) => ({
      ...{ organizationId: call.organizationId, partnerConnectionId, externalId },
      ...{ reportedCleared: cleared, reportedAt: call.now },
    })),
    sql`ON CONFLICT (organization_id, partner_connection_id, external_id) DO UPDATE SET told = excluded.told, told_at = excluded.told_at`,
  );
  return "again";
}
