import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";

/** An account at a provider, with which checks are ordered and to which they are charged. */
export type ProviderAccount = {
  id: string;
  name: string;
  status: "pending" | "active";
  /** Our reference of the organization that it was opened for; null if it wasn't opened here. */
  reference: string | null;
};

/** The credentials for calls with one account; `token` is null if the installation's own key is used for all of them. */
export type AccountAccess = { accountId: string; token: string | null };

/** A product that can be ordered. `price` is in cents, and null if the provider doesn't state it. */
export type ProviderProduct = { id: string; name: string; price: number | null };

export type AccountDetails = {
  /** Our reference: equal for every repetition, and part of the account's name, so that no two organizations share one. */
  reference: string;
  legalName: string;
  ein: string;
  companyType: string;
  website: string;
  address: { line1: string; line2: string; city: string; state: string; postalCode: string };
  owner: { firstName: string; lastName: string; email: string; phone: string };
  permissiblePurpose: string;
};

/** Calls for setting up accounts. Every function throws `ProviderError`. */
export type ScreeningAccounts = {
  /** Lists the accounts of this installation's key. */
  accounts(): Promise<readonly ProviderAccount[]>;
  products(access: AccountAccess): Promise<readonly ProviderProduct[]>;
  /** Opens an account, or finds the one with that reference; null if only the provider's staff can open accounts. */
  open: ((details: AccountDetails) => Promise<ProviderAccount & { token: string | null }>) | null;
  /** Returns the credentials for calls with an existing account. */
  access(accountId: string): Promise<AccountAccess>;
  account(access: AccountAccess): Promise<ProviderAccount>;
};

export type NewOrder = {
  access: AccountAccess;
  productId: string;
  /** The address for its webhooks, for providers that receive it with each order. */
  webhookUrl: string;
  /** Our reference: equal for every repetition of one order. */
  reference: string;
  candidate: {
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string | null;
    /** Other names that they have or had, for providers whose orders have a field for them; others ask on their own page. */
    otherNames: readonly { firstName: string; lastName: string }[];
  };
  /** The state where the candidate works, which providers need for state law. */
  workState: string | null;
  expiresAt: Date;
};

/** An order in a provider's response. */
export type ProviderOrder = {
  /** The provider's id by which the order is read and canceled. */
  orderId: string;
  reportId: string | null;
  /** Every id that the provider's webhooks may use for it: of the invitation, the report, the candidate. */
  externalIds: readonly string[];
  /** The page where the candidate continues; null once it is no longer needed. */
  link: string | null;
  /** Until when that page accepts the candidate; null if the provider doesn't state it. */
  expiresAt: Date | null;
  /** The provider's own status, as in the table of statuses. */
  status: string;
  completedAt: Date | null;
  /** Whether a report is available. */
  hasReport: boolean;
};

/** A placed order, for reading it. */
export type PlacedOrder = Pick<ProviderOrder, "orderId" | "reportId">;

/** The event of a webhook. The order's present state is read from the provider. */
export type ProviderWebhook = {
  /** The provider's id of the event, by which a repetition is recognized. */
  eventId: string;
  /** The ids of its subjects; none if it isn't about an order. */
  externalIds: readonly string[];
  happenedAt: Date;
};

export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

/** Calls for ordering and following checks. Every function that calls the provider throws `ProviderError`. */
export type ScreeningOrders = {
  place(order: NewOrder): Promise<ProviderOrder>;
  /** Looks up an order by our reference: used after an unknown outcome, before anything is repeated. */
  find(access: AccountAccess, reference: string): Promise<ProviderOrder | null>;
  /** Reads an order's present state. */
  read(access: AccountAccess, order: PlacedOrder): Promise<ProviderOrder>;
  /** Cancels an order whose applicant hasn't submitted anything. */
  cancel(access: AccountAccess, order: PlacedOrder): Promise<void>;
  /** Invites the applicant of an expired invitation again; null if invitations last as long as requested. */
  renew: ((order: NewOrder, expired: PlacedOrder) => Promise<ProviderOrder>) | null;
  /** Returns the report as a PDF. */
  report(access: AccountAccess, order: PlacedOrder): Promise<Buffer>;
  /** Checks the signature over the raw body. Null: it is wrong. A signed body that can't be read is malformed. */
  readWebhook(body: Buffer, headers: WebhookHeaders): ProviderWebhook | "malformed" | null;
  /**
   * Asks the provider to send webhooks to an address; null if it is configured on the provider's pages, or sent with each
   * order.
   */
  subscribe: ((url: string) => Promise<void>) | null;
};

export type ScreeningProvider = {
  provider: BackgroundCheckProvider;
  name: string;
  /** Whether its results are simulated, which every page then shows. */
  simulated: boolean;
  accounts: ScreeningAccounts;
  orders: ScreeningOrders;
};

/** The providers that this installation has keys for. */
export type ScreeningProviders = ReadonlyMap<BackgroundCheckProvider, ScreeningProvider>;
