import type { LicenseIdentity } from "@touchline/contract/screening/licenses";
import type { HeldLicense } from "@touchline/rules";

export type LicenseHolder = { firstName: string; lastName: string; dateOfBirth: string | null };

/** The facts about an id: its licenses, and whether it belongs to the person in question. */
export type LicenseAnswer = { licenses: readonly HeldLicense[]; identity: LicenseIdentity };

/** A service that looks up licenses. */
export type LicensesPort = {
  name: string;
  /** Whether its answers are simulated, which every page then shows. */
  simulated: boolean;
  /** @throws ProviderError; `notFound` for an unknown id */
  look(ussfId: string, holder: LicenseHolder): Promise<LicenseAnswer>;
};
