import type { Schedule } from "../../../jobs/schedules.ts";
import { tendLoads } from "./actions/load.ts";

export { loadEntries } from "./actions/load.ts";

/** A load whose job was given up would otherwise seem to be under way for ever. */
export const noticeAbandonedLoads: Schedule = {
  name: "registries.noticeAbandoned",
  everySeconds: 60,
  run: ({ tenancy, now }) => tenancy.runShared((db) => tendLoads(db, now())),
};
