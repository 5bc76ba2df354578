import { z } from "zod";
import type { Announced } from "../../../../jobs/jobs.ts";

const ofSync = { partnerSyncId: z.uuid() };

/** Asks the partner for the next rows of a sync. */
export const readPartner = {
  name: "partners.read",
  payload: z.object(ofSync),
} satisfies Announced<typeof ofSync>;

/** Hands the registrations of a sync to its import. */
export const prepareSync = {
  name: "partners.prepare",
  payload: z.object(ofSync),
} satisfies Announced<typeof ofSync>;
