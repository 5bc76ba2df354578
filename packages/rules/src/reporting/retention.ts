/** How disposals are named, on the page and in certificates. */
import type { DisposalCertificate, DisposalKind, RetentionSetting } from "@touchline/contract/reporting/retention";
import { plural } from "../plural.ts";

export const disposalKindNames: Readonly<Record<DisposalKind, string>> = {
  incidents: "Incidents",
  consents: "Consents to background checks",
  signedDocuments: "Signed documents",
  screeningResults: "Screening results",
  reportCopies: "Copies of background check reports",
  adverseLetters: "Adverse action letters",
  statementFiles: "Files attached to statements",
  identityPictures: "Pictures of identity verifications",
  identityDocuments: "Documents that prove age or identity",
};

export const retentionSettingNames: Readonly<Record<RetentionSetting, string>> = {
  incidentYears: "Closed incidents",
  consentYears: "Consents and signatures",
  outcomeYears: "Screening results",
  reportMonths: "Copies of reports",
  letterYears: "Adverse action letters",
  keepDays: "Pictures and documents of identity verification",
};

const units = {
  days: { one: "# day", other: "# days" },
  months: { one: "# month", other: "# months" },
  years: { one: "# year", other: "# years" },
};

/** "Closed incidents: 10 years". */
export const retentionText = ({
  setting,
  settingValue,
  settingUnit,
}: Pick<DisposalCertificate, "setting" | "settingValue" | "settingUnit">): string =>
  `${retentionSettingNames[setting]}: ${plural(settingValue, units[settingUnit])}`;
