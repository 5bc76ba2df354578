import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetAnswers } from "./actions/export-answers.ts";

/** Answers are personal data: a file of them lies here no longer than it is fetched. */
export const forgetAnswerExports: Schedule = {
  name: "forms.forgetExports",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetAnswers),
};
