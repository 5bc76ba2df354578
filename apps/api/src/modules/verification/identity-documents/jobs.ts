import { z } from "zod";
import { defineErrand } from "../../../jobs/jobs.ts";
import { beginReading, finishReading, readPictures } from "./actions/read.ts";

/** Reads the pictures of a submission. One that can't be read within a quarter of an hour goes to a reviewer unread. */
export const readSubmittedDocument = defineErrand({
  name: "documents.read",
  payload: z.object({ attemptId: z.uuid() }),
  retries: 5,
  backoffSeconds: 30,
  expireSeconds: 300,
  begin: beginReading,
  act: readPictures,
  finish: finishReading,
});
