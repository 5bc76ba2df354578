import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { monthDay } from "../library/content-settings.ts";
import { states } from "../regions.ts";

/** The limits of the setting, and its default. */
export const identityLimits = { keepDays: { least: 1, usual: 30, most: 365 } } as const;

const stateIds = new Set(states.map(({ stateId }) => stateId));

/** The date by which children who live in a state must be five to start kindergarten. */
const stateCutoff = z.strictObject({
  stateId: z.string().refine((value) => stateIds.has(value), "Choose a state from the list."),
  date: monthDay,
});
export type StateCutoff = z.output<typeof stateCutoff>;

const settings = {
  /** Whether members can take a selfie that is compared with the photo on their document. */
  selfies: z.boolean(),
  /** Days after the decision on which pictures are destroyed. */
  keepDays: z
    .int()
    .min(identityLimits.keepDays.least, `Enter at least ${identityLimits.keepDays.least}.`)
    .max(identityLimits.keepDays.most, `Enter at most ${identityLimits.keepDays.most}.`),
  /** The day of a year by which children must be five to start kindergarten, for usual grades; null: the state's date. */
  kindergarten: monthDay.nullable().default(null),
  /** Dates for children who live in single states, before the one above. */
  kindergartenByState: z
    .array(stateCutoff)
    .max(stateIds.size)
    .refine((rows) => new Set(rows.map(({ stateId }) => stateId)).size === rows.length, "Choose each state once.")
    .default([]),
};

const shownSettings = z.object({
  ...settings,
  version: z.int(),
  /** Which company reads the photos; null: they stay with the organization. */
  notice: z.string().nullable(),
});

export const getIdentitySettings = endpoint({
  method: "GET",
  path: "/api/app/organization/identity-settings",
  summary:
    "Gets whether members may verify with a selfie, how long pictures of documents are kept, and the cutoff dates of school years.",
  errors: [403],
  response: shownSettings,
});

export const saveIdentitySettings = endpoint({
  method: "PUT",
  path: "/api/app/organization/identity-settings",
  summary:
    "Changes whether members may verify with a selfie, how long pictures of documents are kept, and the cutoff dates of school years.",
  errors: [403, 409],
  body: z.strictObject({ ...settings, version: z.int().min(0) }),
  response: shownSettings,
});
