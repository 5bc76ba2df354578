import type { Schedule } from "../../../jobs/schedules.ts";
import { giveUpAbandoned } from "./actions/run.ts";

/** A task whose job was given up would otherwise look as if it ran forever. */
export const noticeAbandonedTasks: Schedule = {
  name: "tasks.noticeAbandoned",
  everySeconds: 60,
  run: ({ eachOrganization }) => eachOrganization(giveUpAbandoned),
};
