/** One page of a list. The first page is 1. */
export type ListPage<Item> = { items: Item[]; page: number; perPage: number; total: number; pages: number };

/** Returns a page of a list by the query parameters `page` and `per_page`, which Yardstik and Checkr share. */
export function pageOf<Item>(list: readonly Item[], query: Record<string, unknown>, most = 100): ListPage<Item> {
  const whole = (value: unknown, otherwise: number) =>
    typeof value === "string" && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : otherwise;
  const page = whole(query.page, 1);
  const perPage = Math.min(whole(query.per_page, 25), most);
  return {
    items: list.slice((page - 1) * perPage, page * perPage),
    page,
    perPage,
    total: list.length,
    pages: Math.ceil(list.length / perPage),
  };
}
