import type { Schedule } from "../../../jobs/schedules.ts";
import { disposeConsents } from "./actions/dispose.ts";

/** Rounds of one organization in a day, each of 200. */
const mostRounds = 50;

/** Disposes of consents at the end of their retention period. */
export const disposeOldConsents: Schedule = {
  name: "consents.dispose",
  whileSuspended: true,
  everySeconds: 86_400,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (let rounds = 0; rounds < mostRounds && (await disposeConsents(call)); ) rounds += 1;
    }),
};
