import type { RegistryIdentity } from "@touchline/rules";

/** An entry as a vendor answers it. */
export type OffenderEntry = {
  entryId: string;
  names: readonly { firstName: string; lastName: string }[];
  dateOfBirth: string | null;
  link: string | null;
  facts: readonly { label: string; value: string }[];
};

/** A vendor that is asked for people, in place of a file that is searched here. */
export type OffenderSearchPort = {
  name: string;
  /** Whether its answers are made up, as every page then says. */
  simulated: boolean;
  /** Whoever may be this person, by each of their names. @throws ProviderError */
  search(person: RegistryIdentity): Promise<readonly OffenderEntry[]>;
};
