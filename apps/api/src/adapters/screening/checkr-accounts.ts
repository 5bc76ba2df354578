import { z } from "zod";
import { providerAt } from "../provider-http.ts";
import { everyPage } from "./pages.ts";
import type { ScreeningAccounts } from "./port.ts";
import type { CheckrSettings } from "./settings.ts";
import { sharedAccount } from "./shared-account.ts";

/** Source: docs.checkr.com (`/packages`, lists with `next_href`, prices in cents; the key is the user of Basic authentication). */
const packagePage = z.object({
  data: z.array(z.object({ slug: z.string().min(1).max(200), name: z.string(), price: z.int().nullish() })),
  next_href: z.string().nullish(),
});

export const checkrHeaders = ({ apiKey }: Pick<CheckrSettings, "apiKey">) => ({
  authorization: `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}`,
});

/** Checkr's account of this installation and its packages. */
export function checkrAccounts(settings: CheckrSettings): ScreeningAccounts {
  const call = providerAt(settings.url, settings);
  return sharedAccount("Checkr account of this server", async () =>
    (
      await everyPage("GET /packages", async (page) => {
        const path = `/v1/packages?page=${page}&per_page=100`;
        const answer = await call({ method: "GET", path, headers: checkrHeaders(settings), answer: packagePage });
        return { items: answer.data, isLast: (answer.next_href ?? null) === null };
      })
    ).map(({ slug, name, price }) => ({ id: slug, name: name.slice(0, 200), price: price ?? null })),
  );
}
