import { ProviderError } from "../provider-http.ts";

/** Pages that a list is read for: a provider that never says that a list ends is not followed forever. */
const mostPages = 50;

/** Reads a list page by page, counted from 1, until a page says that it is the last. @throws ProviderError */
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
