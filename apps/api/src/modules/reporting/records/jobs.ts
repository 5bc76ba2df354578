import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetRecords } from "./actions/export-task.ts";

/** A record is all that is known of somebody: an archive of it lies here no longer than it is fetched. */
export const forgetRecordExports: Schedule = {
  name: "records.forgetExports",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetRecords),
};
