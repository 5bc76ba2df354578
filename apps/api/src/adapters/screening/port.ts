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
  /** Ours: the same for every repetition of one order. */
  reference: string;
  candidate: {
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string | null;
    postalCode: string | null;
  };
  /** Where the candidate works, as providers want it for state law. */
  workState: string | null;
  expiresAt: Date;
};

/** An order as a provider has it. `link` is the page where the candidate continues; null once it is of no use. */
export type ProviderOrder = {
  /** The provider's id by which its reports and webhooks name it. */
  orderId: string;
  reportId: string | null;
  link: string | null;
  /** The provider's own words, as the map of statuses has them. */
  status: string;
};

/** What a provider says happened, by its webhook or when it is asked. */
export type ProviderNews = {
  /** Its own id, by which the same news told twice is known. */
  newsId: string;
  accountId: string | null;
  orderId: string | null;
  reportId: string | null;
  happenedAt: Date;
};

/** Ordering and following checks. Every function that asks the provider throws `ProviderError`. */
export type ScreeningOrders = {
  place(order: NewOrder): Promise<ProviderOrder>;
  /** Looks an order up by our reference: after an unknown outcome it is asked before anything is repeated. */
  find(access: AccountAccess, reference: string): Promise<ProviderOrder | null>;
  /** How an order stands now. */
  read(access: AccountAccess, order: { orderId: string; reportId: string | null }): Promise<ProviderOrder>;
  cancel(access: AccountAccess, orderId: string): Promise<void>;
  /** Checks the signature over the raw body. Null: it is wrong, or too old. */
  news(body: Buffer, headers: Readonly<Record<string, string | undefined>>): ProviderNews | null;
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
