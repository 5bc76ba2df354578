import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { exportAudit as exportShape } from "@touchline/contract/reporting/audit";
import { auditDetailText } from "@touchline/rules";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { csvOf } from "../../../../documents/csv.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { chainPart, type Extent, extentOf } from "../queries/export.ts";
import { type AuditCriteria, criteriaOf } from "../queries/filter.ts";
import { auditPage } from "../queries/page.ts";
import { sealSome } from "./seal.ts";

const spots = cursors(z.strictObject({ after: z.int().min(0), first: z.int().min(1), last: z.int().min(1) }));
/** Rows in one part of a table. */
const rowsAtOnce = 1_000;

/**
 * Exports the log as a file in parts. The export is recorded, and pending rows are sealed first.
 *
 * @throws Forbidden, 400
 */
export async function exportAudit(
  call: Call,
  { format, cursor, ...filter }: BodyOf<typeof exportShape>,
): Promise<ResponseOf<typeof exportShape>> {
  authorize(call, "audit", { organizationWide: true });
  const criteria = await criteriaOf(call, filter);
  const fileName = `audit-log-${call.now.toISOString().slice(0, 10)}.${format}`;
  if (cursor === undefined) {
    await audit(call, [{ action: "audit.exported", subjectId: null, levelId: criteria.level, facts: { format } }]);
  }
  if (format === "csv") return { fileName, ...(await table(call, criteria, cursor)) };
  if (cursor === undefined) await sealSome(call);
  const spot = cursor === undefined ? null : spots.read(cursor);
  const extent = spot ?? (await extentOf(call, criteria));
  const part = extent && (await chainPart(call, criteria, extent, spot?.after ?? extent.first - 1));
  if (part === null) return { fileName, part: "", next: null };
  const { first, last } = extent as Extent;
  return { fileName, part: part.part, next: part.more ? spots.write({ after: part.through, first, last }) : null };
}

const columns = ["When (UTC)", "Done by", "What happened", "Person", "Level", "Details", "Action", "Entry number"];

async function table(call: Call, criteria: AuditCriteria, cursor: string | undefined) {
  const { data, next } = await auditPage(call, criteria, { perPage: rowsAtOnce, cursor });
  const rows = data.map((row) => [
    row.at,
    row.who.name,
    row.sentence,
    row.whom?.name ?? "",
    row.level?.name ?? "",
    row.details.map(auditDetailText).join("; "),
    row.action,
    row.sequence === null ? "" : String(row.sequence),
  ]);
  const first = cursor === undefined;
  return { part: csvOf(first ? [columns, ...rows] : rows, { bom: first }), next };
}
