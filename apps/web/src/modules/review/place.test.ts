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

test("a filter travels from the list to the submission and back", () => {
  const filter = readFilter({ type: "Historical", source: "LiveScan", kind: ["0", "10"], search: "ana li" });
  expect(filter).toEqual({ type: "Historical", source: ["LiveScan"], requirementType: [0, 10], search: "ana li" });
  for (const href of [listHref(filter), reviewHref(place, filter)]) {
    const { type, ...read } = asRead(href);
    expect(readFilter({ ...read, type: type?.[0] })).toEqual(filter);
  }
});

test("what an address has of somebody's own making is left out", () => {
  expect(readFilter({ type: "Everything", source: ["Rumour"], kind: "99" })).toEqual(readFilter({}));
});
