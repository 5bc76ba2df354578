import type { Schedule } from "../../../jobs/schedules.ts";
import { measureOrganization } from "./actions.ts";

/** Measures how each organization is doing. */
export const measureHealth: Schedule = {
  name: "oversight.measure",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(measureOrganization),
};
