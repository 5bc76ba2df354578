import { organizationCountryLabels } from "@touchline/contract";
import type { ListedOrganization } from "@touchline/contract/setup/organization-creation";

/** City, state and country, as far as they are known. */
export function placeText({
  cityName,
  stateCode,
  countryCode,
}: Pick<ListedOrganization, "cityName" | "stateCode" | "countryCode">): string | null {
  const country =
    countryCode === null || countryCode === "Unknown" || countryCode === "UnitedStates"
      ? null
      : organizationCountryLabels[countryCode];
  return [cityName, stateCode, country].filter(Boolean).join(", ") || null;
}
