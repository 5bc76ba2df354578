import { expect, test } from "vitest";
import { listHref, readFilter, reviewHref } from "./place.ts";

const place = { requirementId: "r1", profileLevelAccessId: "m1" };
const asRead = (href: string) => {
  const query = new URL(href, "http://localhost").searchParams;
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
};

test("an address without a filter is the plain one", () => {
  const all = readFilter({});
  expect(listHref(all)).toBe("/review");
  expect(reviewHref(place, all)).toBe("/review/r1?pla=m1");
});

const [content, role, level] = [1, 2, 3].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`);

test("a filter travels from the list to the submission and back", () => {
  const historical = { type: "Historical", source: "LiveScan", kind: ["0", "10"], search: "ana li", order: "oldest" };
  const pending = { content, role: [role, content], level, claimed: "nobody", due: "soon", proposed: "yes" };
  for (const search of [historical, pending]) {
    const filter = readFilter(search);
    for (const href of [listHref(filter), reviewHref(place, filter)]) {
      const read = Object.entries(asRead(href)).map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
      const { pla: _, ...back } = Object.fromEntries(read);
      expect(back).toEqual(search);
      expect(readFilter(back)).toEqual(filter);
    }
  }
});

test("the usual order is not said, and what only waiting things have is not asked of the others", () => {
  expect(readFilter({ order: "oldest" })).toEqual(readFilter({}));
  const historical = { type: "Historical", claimed: "mine", due: "soon", proposed: "yes", order: "newest" };
  expect(readFilter(historical)).toEqual(readFilter({ type: "Historical" }));
});

test("what an address has of somebody's own making is left out", () => {
  expect(readFilter({ type: "Everything", source: ["Rumour"], kind: "99" })).toEqual(readFilter({}));
});
