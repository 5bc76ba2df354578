import { Readable } from "node:stream";
import { externalFieldLabels, externalFileLimits } from "@touchline/contract/screening/external-review";
import { dayOf } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { csvOf } from "../../../../documents/csv.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { audit } from "../../../../security/audit.ts";
import { reviewerNames } from "../queries/checks.ts";
import { type ExternalQueueFilter, type WaitingCheck, wholeQueue } from "../queries/queue.ts";

const { reference, externalId, firstName, lastName, dateOfBirth, result, resultOn, validUntil } = externalFieldLabels;

/** The columns of an export, in its order. Filled in, it is a file of results. */
export const exportColumns = [
  ...[reference, externalId, firstName, lastName, dateOfBirth],
  ...["Requirement", "Waiting since", "Due by", result, resultOn, validUntil],
] as const;

/** Rows of a step: no list of thousands holds up other calls. */
const rowsAtOnce = 500;

/** Exports the checks that wait for a reviewer as a CSV file without formulas. It is audited. @throws Forbidden */
export async function exportQueue(
  call: Call,
  filter: ExternalQueueFilter & Required<Pick<ExternalQueueFilter, "reviewer">>,
): Promise<FileAnswer> {
  const { reviewer } = filter;
  if (reviewer === undefined) throw new TypeError("An export is for one reviewer.");
  const rows = await wholeQueue(call, filter, externalFileLimits.exported);
  const { timeZone: zone } = await organizationFacts(call);
  const facts = { reviewer: reviewerNames[reviewer], rows: rows.length };
  await audit(call, [{ action: "screening.queueExported", subjectId: call.organizationId, facts }]);
  const parts = [Buffer.from(csvOf([exportColumns], { bom: true }))];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const lines = rows.slice(start, start + rowsAtOnce).map((row) => lineOf(row, zone));
    parts.push(Buffer.from(csvOf(lines, { bom: false })));
  }
  return {
    name: `Waiting for ${reviewerNames[reviewer]} ${dayOf(call.now.getTime(), zone)}.csv`,
    mediaType: "text/csv",
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    stream: Readable.from(parts),
  };
}

const lineOf = (row: WaitingCheck, zone: string): string[] => [
  ...[row.attemptId, row.externalId ?? "", row.firstName, row.lastName, row.dateOfBirth ?? ""],
  ...[row.requirementName, dayOf(row.since, zone), row.dueOn, "", "", ""],
];
