import { contactInformation, saveName, updateProfile } from "@touchline/contract/requirements/profile-details";
import type { FieldErrors } from "../../../form-errors.ts";
import { problemsOf } from "../../../form-errors.ts";

/** What the contract finds wrong with what is typed. Fetched when something is saved first: with it comes Zod. */

export const checkName = (body: unknown) => problemsOf(saveName.body, body);
export const checkDetails = (body: unknown) => problemsOf(updateProfile.body, body);

/** By the paths that the server gives. */
export function checkContact(information: unknown): FieldErrors | null {
  const found = problemsOf(contactInformation, information);
  return (
    found && Object.fromEntries(Object.entries(found).map(([path, message]) => [`contactInformation.${path}`, message]))
  );
}
