import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetAnswers } from "./actions/export-answers.ts";

/** Answers are personal data, so export files are deleted when their download period ends. */
export const forgetAnswerExports: Schedule = {
  name: "forms.forgetExports",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetAnswers),
};
