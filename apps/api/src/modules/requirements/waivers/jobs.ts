import type { Schedule } from "../../../jobs/schedules.ts";
import { disposeSigned } from "./actions/dispose.ts";

/** Rounds of one organization in a day, each of 200. */
const mostRounds = 50;

/** Disposes of signed documents at the end of their retention period. */
export const disposeSignedDocuments: Schedule = {
  name: "waivers.dispose",
  whileSuspended: true,
  everySeconds: 86_400,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (let rounds = 0; rounds < mostRounds && (await disposeSigned(call)); ) rounds += 1;
    }),
};
