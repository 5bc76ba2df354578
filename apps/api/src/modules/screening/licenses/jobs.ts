import { z } from "zod";
import { defineErrand, enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { beginLookup, finishLookup, requestLicenses } from "./actions/lookup.ts";
import { dueForLook, problemsForOperators } from "./queries/record.ts";

/** Looks one person's licenses up at U.S. Soccer. */
export const lookUpLicenses = defineErrand({
  name: "licenses.look",
  payload: z.object({ profileId: z.uuid() }),
  // Runs after members' own actions: thousands are queued in a night.
  priority: -1,
  begin: beginLookup,
  act: requestLicenses,
  finish: finishLookup,
});

/** People of one organization who are taken up at once; the rest at the next turn. */
const mostAtOnce = 200;

/** Finds the people who are due, once a minute: new ones, changed ones, and everybody once a night. */
export const noticeLicenses: Schedule = {
  name: "licenses.notice",
  everySeconds: 60,
  async run({ eachOrganization, tenancy, adapters, errors }) {
    if (adapters.licenses === null) return;
    await eachOrganization(async (call) => {
      for (const profileId of await dueForLook(call, mostAtOnce)) {
        await enqueue(call, lookUpLicenses, { profileId }, { singletonKey: profileId });
      }
      for (const code of await problemsForOperators(call)) {
        errors?.report({ source: "job", name: "ProviderError", code, route: "licenses.look", place: [] });
      }
    }, tenancy.organizationsAskingLicenses());
  },
};
