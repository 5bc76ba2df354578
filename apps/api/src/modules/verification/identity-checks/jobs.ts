import { z } from "zod";
import { defineErrand } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { destroyDueFiles, sealOverdueFiles } from "../identity-documents/actions/destroy.ts";
import { identitySettings } from "../identity-documents/queries/identity-settings.ts";
import { dropOldReadings } from "../identity-documents/queries/kept-readings.ts";
import { destroyDue } from "./actions/destroy.ts";
import { beginReading, finishReading, readImages } from "./actions/read.ts";

/** Reads the pictures of a verification, and compares the faces of one that was submitted. What can't be read in time goes to a reviewer. */
export const readIdentityImages = defineErrand({
  name: "identity.read",
  payload: z.object({ attemptId: z.uuid() }),
  retries: 5,
  backoffSeconds: 30,
  expireSeconds: 600,
  begin: beginReading,
  act: readImages,
  finish: finishReading,
});

/** Has files sealed that show documents and weren't when they came. */
export const noticeUnsealedFiles: Schedule = {
  name: "identity.noticeUnsealedFiles",
  everySeconds: 600,
  run: ({ eachOrganization }) => eachOrganization(sealOverdueFiles),
};

/** Rounds of one organization in an hour, each of 200 verifications. */
const mostRounds = 20;

/** Destroys the keys of pictures and files of documents that aren't needed anymore. */
export const destroyIdentityKeys: Schedule = {
  name: "identity.destroyDue",
  everySeconds: 3600,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      await dropOldReadings(call);
      let rounds = 0;
      while (rounds < mostRounds && (await destroyDue(call))) rounds += 1;
      const { keepDays } = await identitySettings(call);
      for (rounds = 0; rounds < mostRounds && (await destroyDueFiles(call, keepDays)); ) rounds += 1;
    }),
};
