import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetExports } from "./actions/export-task.ts";

/** Exports are personal data and have served their purpose. */
export const forgetMemberExports: Schedule = {
  name: "members.forgetExports",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetExports),
};
