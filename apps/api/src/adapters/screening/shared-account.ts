import { ProviderError } from "../provider-http.ts";
import type { ProviderAccount, ProviderProduct, ScreeningAccounts } from "./port.ts";

/** The id of the only account of a key. */
export const sharedAccountId = "shared";

/**
 * Accounts of a provider whose key belongs to one account: the provider's staff opens it, and every organization that a
 * platform operator allows orders with it.
 */
export function sharedAccount(name: string, products: () => Promise<readonly ProviderProduct[]>): ScreeningAccounts {
  const only: ProviderAccount = { id: sharedAccountId, name, status: "active", reference: null };
  const named = (accountId: string) => {
    if (accountId !== sharedAccountId) throw new ProviderError("notFound", "account");
  };
  return {
    // The key is tested: an account without products isn't usable.
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
