import type { IntegrationSource } from "@touchline/contract";

/** What an organization got from its partner to sign in with. */
export type PartnerCredentials = {
  /** The partner's own name for the organization's site. */
  siteId: string;
  clientId: string;
  /** The private key, or the client's secret. */
  secret: string;
};

/** A person as the partner has them. Nothing is trusted: any text may be empty, far too long, or no such thing. */
export type PartnerPerson = {
  externalId: string;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  phone: string;
};

/** A program or a team. `parentId` may lead in a circle. */
export type PartnerPlace = {
  placeId: string;
  name: string;
  parentId: string | null;
  deleted: boolean;
};

/** What a person registered for. */
export type PartnerRegistration = {
  registrationId: string;
  externalId: string;
  placeId: string;
  role: string;
  deleted: boolean;
};

/** The lists of a site, in the order in which they are read. */
export const partnerLists = ["places", "people", "registrations"] as const;
export type PartnerList = (typeof partnerLists)[number];

/** Where reading a list continues: after the last row that was read. */
export type PartnerPosition = { updated: number; id: string };

/** Rows of one list. The row of the position may be among them again. */
export type PartnerPage = {
  places: PartnerPlace[];
  people: PartnerPerson[];
  registrations: PartnerRegistration[];
  /** The last row's position; null when there is no row. */
  position: PartnerPosition | null;
  /** Whether nothing is left. */
  last: boolean;
};

/** A platform on which the organization's members register. Functions that call it throw `ProviderError`. */
export type PartnerPort = {
  source: IntegrationSource;
  name: string;
  /** Whether its people are made up, which every page then shows. */
  simulated: boolean;
  /** What one signs in with: a key that the partner hands out, or an OAuth client and its secret. */
  signIn: "key" | "oauth";
  /** What opens the simulated site; null for a real partner. */
  example: PartnerCredentials | null;
  /** Reads the next rows of a list. */
  read(credentials: PartnerCredentials, list: PartnerList, position: PartnerPosition | null): Promise<PartnerPage>;
  /** Reports who is cleared. @param key equal for every repetition, so that the partner takes it once */
  report(
    credentials: PartnerCredentials,
    key: string,
    flags: readonly { externalId: string; cleared: boolean }[],
  ): Promise<void>;
  /**
   * Returns whether the body of a webhook is one that this partner sends; null where it sends none. Nothing in it is believed but
   * that something changed.
   */
  isNew: ((body: Buffer) => boolean) | null;
};

/** The partners that an installation can be connected with. */
export type PartnerProviders = ReadonlyMap<IntegrationSource, PartnerPort>;

/** Characters of a field that are kept: enough to tell that it is too long. */
const longestField = 1_001;

/** A partner's field as text that can be stored. */
export const fieldOf = (value: unknown): string =>
  (typeof value === "string" ? value : typeof value === "number" ? String(value) : "")
    .slice(0, longestField)
    .replaceAll("\0", "")
    .toWellFormed();

/** A page that has rows of one list only. */
export const pageOf = (rows: Partial<PartnerPage> & Pick<PartnerPage, "position" | "last">): PartnerPage => ({
  places: [],
  people: [],
  registrations: [],
  ...rows,
});
