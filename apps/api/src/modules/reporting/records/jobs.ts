import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetRecords } from "./actions/export-task.ts";

/** A record holds all personal data of a member, so its archive is deleted when the download period ends. */
export const forgetRecordExports: Schedule = {
  name: "records.forgetExports",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetRecords),
};
