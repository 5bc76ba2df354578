import type { Schedule } from "../../../jobs/schedules.ts";
import { sealOverdueDocuments } from "./actions/seal-documents.ts";

/** Has documents of incidents sealed that weren't when they came. */
export const noticeUnsealedDocuments: Schedule = {
  name: "incidents.noticeUnsealedDocuments",
  everySeconds: 600,
  run: ({ eachOrganization }) => eachOrganization(sealOverdueDocuments),
};
