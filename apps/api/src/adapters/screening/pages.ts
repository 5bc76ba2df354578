import { ProviderError } from "../provider-http.ts";

/** The most pages of a list that are read, so that a provider whose list never ends isn't followed forever. */
const mostPages = 50;

/** Reads a list page by page, counted from 1, until a page is the last one. @throws ProviderError */
export async function everyPage<Item>(
  name: string,
  read: (page: number) => Promise<{ items: readonly Item[]; isLast: boolean }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, isLast } = await read(page);
    all.push(...items);
    if (isLast || items.length === 0) return all;
  }
  throw new ProviderError("malformed", name);
}
