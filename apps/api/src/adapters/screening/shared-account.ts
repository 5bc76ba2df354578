import { ProviderError } from "../provider-http.ts";
import type { ProviderAccount, ProviderProduct, ScreeningAccounts } from "./port.ts";

/** The id of the only account that a key opens. */
export const sharedAccountId = "shared";

/**
 * Accounts of a provider whose key is one account: the provider opens it by its own staff, and every organization that a
 * platform operator allows orders in its name.
 */
export function sharedAccount(name: string, products: () => Promise<readonly ProviderProduct[]>): ScreeningAccounts {
  const only: ProviderAccount = { id: sharedAccountId, name, status: "active" };
  const named = (accountId: string) => {
    if (accountId !== sharedAccountId) throw new ProviderError("notFound", "account");
  };
  return {
    // The key is tried: an account that nothing can be ordered at is none.
    async accounts() {
      await products();
      return [only];
    },
    async products({ accountId }) {
      named(accountId);
      return products();
    },
    open: null,
    async access(accountId) {
      named(accountId);
      return { accountId, token: null };
    },
    async account({ accountId }) {
      named(accountId);
      await products();
      return only;
    },
  };
}
