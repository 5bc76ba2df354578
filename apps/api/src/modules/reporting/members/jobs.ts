import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetExports } from "./actions/export-task.ts";

/** Deletes exports, which are personal data, when their download period ends. */
export const forgetMemberExports: Schedule = {
  name: "members.forgetExports",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetExports),
};
