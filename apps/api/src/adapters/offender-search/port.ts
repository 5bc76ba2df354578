import type { RegistryIdentity } from "@touchline/rules";

/** An entry in a vendor's response. */
export type OffenderEntry = {
  entryId: string;
  names: readonly { firstName: string; lastName: string }[];
  dateOfBirth: string | null;
  link: string | null;
  facts: readonly { label: string; value: string }[];
};

/** A vendor that searches for people, instead of a file that is searched here. */
export type OffenderSearchPort = {
  name: string;
  /** Whether its answers are simulated, which every page then shows. */
  simulated: boolean;
  /** Finds entries that may be this person, by each of their names. @throws ProviderError */
  search(person: RegistryIdentity): Promise<readonly OffenderEntry[]>;
};
