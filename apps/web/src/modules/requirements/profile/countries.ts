import { countryCodes } from "@touchline/contract/regions";

const names = new Intl.DisplayNames(undefined, { type: "region", fallback: "code" });

/** A country in the reader's language. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** All of them, as a list to choose from. */
export const countryChoices = () =>
  countryCodes.map((value) => ({ value, label: countryName(value) })).sort((a, b) => a.label.localeCompare(b.label));
