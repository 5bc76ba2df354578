/** The interface of the setup area for other areas: imports whose rows a partner gives. */

export {
  addPartnerRows,
  beginPartnerImport,
  checkPartnerImport,
  type PartnerRow,
  partnerImport,
  settledMapping,
  stopPartnerImport,
} from "./imports/actions/from-partner.ts";
export { followPartnerImport, recordPresentIds } from "./imports/actions/partner.ts";
export { startImport } from "./imports/actions/run.ts";
export { writeRoster } from "./imports/jobs.ts";
export { type ImportRecord, rowsToWrite } from "./imports/queries.ts";
