import type { Schedule } from "../../../jobs/schedules.ts";
import { disposeSigned } from "./actions/dispose.ts";

/** Disposes of signed documents at the end of their retention period. */
export const disposeSignedDocuments: Schedule = {
  name: "waivers.dispose",
  everySeconds: 86_400,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      while (await disposeSigned(call));
    }),
};
