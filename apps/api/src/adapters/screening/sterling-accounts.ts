import { z } from "zod";
import type { OauthSession } from "../oauth-session.ts";
import { everyPage } from "./pages.ts";
import type { ScreeningAccounts } from "./port.ts";
import { sharedAccount } from "./shared-account.ts";

/** Source: github.com/api-evangelist/sterling-check (`/packages`, lists with `limit`, `offset` and `total`). */
const packagePage = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(200), title: z.string() })),
  total: z.int().min(0),
});
const limit = 100;

/** Sterling's account of this installation and its packages. */
export function sterlingAccounts(call: OauthSession): ScreeningAccounts {
  return sharedAccount("Sterling account of this server", async () =>
    (
      await everyPage("GET /packages", async (page) => {
        const offset = (page - 1) * limit;
        const path = `/v2/packages?limit=${limit}&offset=${offset}`;
        const { data, total } = await call({ method: "GET", path, answer: packagePage });
        return { items: data, isLast: offset + data.length >= total };
      })
    ).map(({ id, title }) => ({ id, name: title.slice(0, 200), price: null })),
  );
}
