import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { id, instant, paging } from "../values.ts";

/** What is disposed of at the end of a retention period. */
export const disposalKinds = [
  "incidents",
  "consents",
  "signedDocuments",
  "screeningResults",
  "reportCopies",
  "adverseLetters",
  "statementFiles",
  "identityPictures",
  "identityDocuments",
] as const;
export type DisposalKind = (typeof disposalKinds)[number];

export const retentionSettings = [
  "incidentYears",
  "consentYears",
  "outcomeYears",
  "reportMonths",
  "letterYears",
  "keepDays",
] as const;
export type RetentionSetting = (typeof retentionSettings)[number];

export const retentionUnits = ["days", "months", "years"] as const;

const certificate = z.object({
  disposalCertificateId: id,
  kind: z.enum(disposalKinds),
  items: z.int(),
  /** From when to when the retention periods of what was disposed of began. */
  fromAt: instant,
  toAt: instant,
  setting: z.enum(retentionSettings),
  settingValue: z.int(),
  settingUnit: z.enum(retentionUnits),
  disposedAt: instant,
});
export type DisposalCertificate = z.output<typeof certificate>;

export const listDisposalCertificates = endpoint({
  method: "GET",
  path: "/api/app/disposal-certificate",
  summary:
    "Lists what was disposed of at the end of its retention period, newest first: kind, number, period and setting, without personal data.",
  errors: [403],
  query: { perPage: paging.perPage, cursor: z.string().max(300).optional() },
  response: z.object({ data: z.array(certificate), next: z.string().nullable() }),
});

export const downloadDisposalCertificate = endpoint({
  method: "GET",
  path: "/api/app/disposal-certificate/{id}",
  summary: "Downloads a certificate of disposal as a PDF/A document.",
  errors: [403],
  response: fileContent,
});
