import type { Schedule } from "../../../jobs/schedules.ts";
import { disposeConsents } from "./actions/dispose.ts";

/** Disposes of consents at the end of their retention period. */
export const disposeOldConsents: Schedule = {
  name: "consents.dispose",
  everySeconds: 86_400,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      while (await disposeConsents(call));
    }),
};
