import { contactInformation, saveName, updateProfile } from "@touchline/contract/requirements/profile-details";
import type { FieldErrors } from "../../../form-errors.ts";
import { problemsOf } from "../../../form-errors.ts";

/** Checks typed values against the contract. Loaded with the first save, because it needs Zod. */

export const checkName = (body: unknown) => problemsOf(saveName.body, body);
export const checkDetails = (body: unknown) => problemsOf(updateProfile.body, body);

/** Errors by the server's paths. */
export function checkContact(information: unknown): FieldErrors | null {
  const found = problemsOf(contactInformation, information);
  return (
    found && Object.fromEntries(Object.entries(found).map(([path, message]) => [`contactInformation.${path}`, message]))
  );
}
