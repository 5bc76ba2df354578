import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { exportAudit, getAuditKey, listAudit } from "@touchline/contract/reporting/audit";
import { call } from "../../../client.ts";
import { type AuditSearch, auditQueryOf } from "./filter.ts";

export const rowsPerPage = 50;

export type AuditRow = ResponseOf<typeof listAudit>["data"][number];

/** One page of the log, the newest first. */
export const auditQuery = (organizationId: string, filter: AuditSearch, cursor: string) =>
  queryOptions({
    queryKey: ["audit", organizationId, filter, cursor],
    queryFn: ({ signal }) =>
      call(
        listAudit,
        { query: { ...auditQueryOf(filter), perPage: rowsPerPage, ...(cursor && { cursor }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export type AuditExportFormat = "ndjson" | "csv";
const mediaTypes: Record<AuditExportFormat, string> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv;charset=utf-8",
};

/** Downloads the whole file, part after part. @param onPart called with the number of parts so far. */
export async function fetchExport(filter: AuditSearch, format: AuditExportFormat, onPart: (parts: number) => void) {
  const parts: string[] = [];
  let cursor: string | null = null;
  let name = `audit-log.${format}`;
  do {
    const { part, fileName, next }: ResponseOf<typeof exportAudit> = await call(exportAudit, {
      body: { ...auditQueryOf(filter), format, ...(cursor !== null && { cursor }) },
    });
    parts.push(part);
    name = fileName;
    cursor = next;
    onPart(parts.length);
  } while (cursor !== null);
  return { name, blob: new Blob(parts, { type: mediaTypes[format] }) };
}

/** The data to keep elsewhere: the public key, and the latest checkpoint. */
export async function fetchKey() {
  const { publicKey, keyId, checkpoint } = await call(getAuditKey, {});
  return {
    key: { name: `audit-key-${keyId}.pem`, blob: new Blob([publicKey], { type: "application/x-pem-file" }) },
    checkpoint: checkpoint && {
      name: `audit-checkpoint-${checkpoint.sequence}.json`,
      blob: new Blob([JSON.stringify(checkpoint, null, 2)], { type: "application/json" }),
    },
  };
}
