import { z } from "zod";
import { providerAt } from "../provider-http.ts";
import { everyPage } from "./pages.ts";
import type { ProviderAccount, ScreeningAccounts } from "./port.ts";
import type { YardstikSettings } from "./settings.ts";

/**
 * Yardstik's accounts: a sub-account with a token of its own for each organization, below the account of this installation.
 *
 * Source: developer.yardstik.com (`/sub_accounts`, `/accounts/{id}`, `/accounts/{id}/api_token`, `/packages`). For an existing
 * name the response is that account with a new token, so opening an account can be repeated. The fields besides `account_name`
 * aren't in the public documentation.
 */
const account = z.object({ id: z.string().min(1).max(200), account_name: z.string(), status: z.string() });
const opened = account.extend({ api_token: z.string().min(1).max(500) });
const token = z.object({ api_token: z.string().min(1).max(500) });
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ meta: z.object({ page: z.int(), total_pages: z.int() }), data: z.array(item) });
const accountPage = pageOf(account);
const packagePage = pageOf(z.object({ id: z.string().min(1).max(200), name: z.string() }));

const perPage = 100;

/** Returns the authorization of every call: the account's token, or the key of this installation. */
export const yardstikHeaders = ({ apiKey }: Pick<YardstikSettings, "apiKey">, accountToken: string | null) => ({
  authorization: `Account ${accountToken ?? apiKey}`,
});

/** Returns the name of an organization's account at Yardstik: readable, and unique to the organization. */
const accountName = (legalName: string, reference: string) => `${legalName} (${reference})`;
const nameForm = /^(.+) \(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)$/;

function read({ id, account_name, status }: z.output<typeof account>): ProviderAccount {
  const [, name = account_name, reference = null] = nameForm.exec(account_name) ?? [];
  return { id, name: name.slice(0, 200), status: status === "credentialed" ? "active" : "pending", reference };
}

export function yardstikAccounts(settings: YardstikSettings): ScreeningAccounts {
  const call = providerAt(settings.url, settings);
  const platform = yardstikHeaders(settings, null);
  return {
    accounts: async () =>
      (
        await everyPage("GET /sub_accounts", async (page) => {
          const path = `/sub_accounts?page=${page}&per_page=${perPage}`;
          const { data, meta } = await call({ method: "GET", path, headers: platform, answer: accountPage });
          return { items: data, isLast: page >= meta.total_pages };
        })
      ).map(read),
    products: async ({ token: accountToken }) =>
      (
        await everyPage("GET /packages", async (page) => {
          const path = `/packages?page=${page}&per_page=${perPage}`;
          const headers = yardstikHeaders(settings, accountToken);
          const { data, meta } = await call({ method: "GET", path, headers, answer: packagePage });
          return { items: data, isLast: page >= meta.total_pages };
        })
      ).map(({ id, name }) => ({ id, name: name.slice(0, 200), price: null })),
    async open({ reference, legalName, ein, companyType, website, address, owner, permissiblePurpose }) {
      const body = {
        account_name: accountName(legalName, reference),
        legal_name: legalName,
        ein,
        company_type: companyType,
        website,
        address: {
          line_1: address.line1,
          line_2: address.line2,
          city: address.city,
          state: address.state,
          postal_code: address.postalCode,
        },
        owner: { first_name: owner.firstName, last_name: owner.lastName, email: owner.email, phone: owner.phone },
        permissible_purpose: permissiblePurpose,
      };
      const answer = await call({ method: "POST", path: "/sub_accounts", headers: platform, body, answer: opened });
      return { ...read(answer), token: answer.api_token };
    },
    async access(accountId) {
      const path = `/accounts/${encodeURIComponent(accountId)}/api_token`;
      const { api_token } = await call({ method: "POST", path, headers: platform, answer: token });
      return { accountId, token: api_token };
    },
    async account({ accountId, token: accountToken }) {
      const path = `/accounts/${encodeURIComponent(accountId)}`;
      const headers = yardstikHeaders(settings, accountToken);
      return read(await call({ method: "GET", path, headers, answer: account }));
    },
  };
}
