import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetNotices } from "./actions.ts";

/** Deletes old notices. */
export const forgetOldNotices: Schedule = {
  name: "notices.forget",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetNotices),
};
