import type { LicenseIdentity } from "@touchline/contract/screening/licenses";
import type { HeldLicense } from "@touchline/rules";

export type LicenseHolder = { firstName: string; lastName: string; dateOfBirth: string | null };

/** What is known of an id: its licenses, and whether it is the id of whoever is asked about. */
export type LicenseAnswer = { licenses: readonly HeldLicense[]; identity: LicenseIdentity };

/** Where licenses are looked up. */
export type LicensesPort = {
  name: string;
  /** Whether its answers are made up, as every page then says. */
  simulated: boolean;
  /** @throws ProviderError; `notFound` for an id that nobody has */
  look(ussfId: string, holder: LicenseHolder): Promise<LicenseAnswer>;
};
