import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";

/** An account at a provider, in whose name checks are ordered and to which they are charged. */
export type ProviderAccount = {
  id: string;
  name: string;
  status: "pending" | "active";
  /** Ours, of the organization that it was opened for; null where it was not opened here. */
  reference: string | null;
};

/** How calls for one account are signed in; `token` is null where the installation's own key serves all of them. */
export type AccountAccess = { accountId: string; token: string | null };

/** What can be ordered. `price` is in cents, and null where the provider does not tell it. */
export type ProviderProduct = { id: string; name: string; price: number | null };

export type AccountDetails = {
  /** Ours: the same for every repetition, and part of the account's name, so that no two organizations share one. */
  reference: string;
  legalName: string;
  ein: string;
  companyType: string;
  website: string;
  address: { line1: string; line2: string; city: string; state: string; postalCode: string };
  owner: { firstName: string; lastName: string; email: string; phone: string };
  permissiblePurpose: string;
};

/** Setting up accounts. Every function throws `ProviderError`. */
export type ScreeningAccounts = {
  /** Accounts that exist for this installation's key. */
  accounts(): Promise<readonly ProviderAccount[]>;
  products(access: AccountAccess): Promise<readonly ProviderProduct[]>;
  /** Opens an account, or finds the one of that reference; null where the provider opens accounts only by its own staff. */
  open: ((details: AccountDetails) => Promise<ProviderAccount & { token: string | null }>) | null;
  /** Gets what calls for an account that exists are signed in with. */
  access(accountId: string): Promise<AccountAccess>;
  account(access: AccountAccess): Promise<ProviderAccount>;
};

export type NewOrder = {
  access: AccountAccess;
  productId: string;
  /** Where webhooks about it go, for providers that are told with each order. */
  webhookUrl: string;
  /** Ours: the same for every repetition of one order. */
  reference: string;
  candidate: {
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string | null;
  };
  /** Where the candidate works, as providers want it for state law. */
  workState: string | null;
  expiresAt: Date;
};

/** An order as a provider has it. */
export type ProviderOrder = {
  /** The provider's id by which the order is read and canceled. */
  orderId: string;
  reportId: string | null;
  /** Every id by which the provider's webhooks may name it: of the invitation, the report, the candidate. */
  externalIds: readonly string[];
  /** The page where the candidate continues; null once it is of no use. */
  link: string | null;
  /** Until when that page accepts the candidate; null where the provider does not tell it. */
  expiresAt: Date | null;
  /** The provider's own words, as the table of statuses has them. */
  status: string;
  completedAt: Date | null;
  /** Whether a report can be had. */
  hasReport: boolean;
};

/** An order that was placed, as it is read. */
export type PlacedOrder = Pick<ProviderOrder, "orderId" | "reportId">;

/** What a webhook says happened. How the order stands is asked of the provider. */
export type ProviderNews = {
  /** The provider's id of it, by which the same news told twice is known. */
  newsId: string;
  /** The ids of what it is about; none where it is about no order. */
  externalIds: readonly string[];
  happenedAt: Date;
};

export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

/** Ordering and following checks. Every function that asks the provider throws `ProviderError`. */
export type ScreeningOrders = {
  place(order: NewOrder): Promise<ProviderOrder>;
  /** Looks an order up by our reference: after an unknown outcome it is asked before anything is repeated. */
  find(access: AccountAccess, reference: string): Promise<ProviderOrder | null>;
  /** How an order stands now. */
  read(access: AccountAccess, order: PlacedOrder): Promise<ProviderOrder>;
  /** Cancels an order whose applicant hasn't submitted anything. */
  cancel(access: AccountAccess, order: PlacedOrder): Promise<void>;
  /** Invites the applicant of an expired invitation anew; null where an invitation lasts as long as it was asked for. */
  renew: ((order: NewOrder, expired: PlacedOrder) => Promise<ProviderOrder>) | null;
  /** The report as a PDF. */
  report(access: AccountAccess, order: PlacedOrder): Promise<Buffer>;
  /** Checks the signature over the raw body. Null: it is wrong. What is signed and can't be read is malformed. */
  news(body: Buffer, headers: WebhookHeaders): ProviderNews | "malformed" | null;
  /** Asks the provider to send webhooks to an address; null where somebody enters it on the provider's pages, or each order says it. */
  subscribe: ((url: string) => Promise<void>) | null;
};

export type ScreeningProvider = {
  provider: BackgroundCheckProvider;
  name: string;
  /** Whether its results are made up, as every page then says. */
  simulated: boolean;
  accounts: ScreeningAccounts;
  orders: ScreeningOrders;
};

/** The providers that this installation has keys for. */
export type ScreeningProviders = ReadonlyMap<BackgroundCheckProvider, ScreeningProvider>;
