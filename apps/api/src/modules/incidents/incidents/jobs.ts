import type { Schedule } from "../../../jobs/schedules.ts";
import { disposeIncidents } from "./actions/dispose.ts";
import { sealOverdueDocuments } from "./actions/seal-documents.ts";

/** Has documents of incidents sealed that weren't when they came. */
export const noticeUnsealedDocuments: Schedule = {
  name: "incidents.noticeUnsealedDocuments",
  whileSuspended: true,
  everySeconds: 600,
  run: ({ eachOrganization }) => eachOrganization(sealOverdueDocuments),
};

/** Rounds of one organization in a day, each of 200. */
const mostRounds = 50;

/** Disposes of closed incidents at the end of their retention period. */
export const disposeClosedIncidents: Schedule = {
  name: "incidents.dispose",
  whileSuspended: true,
  everySeconds: 86_400,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (let rounds = 0; rounds < mostRounds && (await disposeIncidents(call)); ) rounds += 1;
    }),
};
