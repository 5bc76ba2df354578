import { z } from "zod";
import { organizationCountries } from "../enums.ts";
import { webAddress } from "../library/content-settings.ts";
import { line } from "../values.ts";

/** The location of an organization, and its contact details. */
export const generalFacts = z.strictObject({
  name: line(120),
  website: webAddress.nullable(),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d\s().-]{5,30}$/, "Enter a phone number, like +1 206 555 0142.")
    .nullable(),
  countryCode: z.enum(organizationCountries),
  /** The state, in the United States and Canada: the two-letter postal code. */
  stateCode: z
    .string()
    .regex(/^[A-Z]{2}$/, "Enter two letters, like WA.")
    .nullable(),
  cityName: line(100).nullable(),
});
