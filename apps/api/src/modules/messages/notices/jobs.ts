import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetNotices } from "./actions.ts";

/** What was told long ago is not asked for any more. */
export const forgetOldNotices: Schedule = {
  name: "notices.forget",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetNotices),
};
