import { expect, test } from "vitest";
import { isNarrowed, readDashboardSearch } from "./search.ts";

test("an address without a word lists everybody by name, from the first page", () => {
  const state = readDashboardSearch({});
  expect(state).toEqual({
    search: "",
    overallStatuses: [],
    requirementStatuses: [],
    labels: [],
    sortDir: "ASC",
    page: 1,
  });
  expect(isNarrowed(state)).toBe(false);
});

test("filters, search, direction and page come from the address", () => {
  const label = "01890000-0000-7000-8000-000000000001";
  const state = readDashboardSearch({
    search: " 2014",
    overallStatuses: ["Incomplete", "NotActivated"],
    requirementStatuses: "4",
    labels: label,
    sortDir: "DESC",
    page: "3",
  });
  expect(state).toEqual({
    search: "2014",
    overallStatuses: ["Incomplete", "NotActivated"],
    requirementStatuses: ["4"],
    labels: [label],
    sortDir: "DESC",
    page: 3,
  });
  expect(isNarrowed(state)).toBe(true);
});

test("what is unknown is passed over, and neither page nor direction narrows the list", () => {
  const state = readDashboardSearch({ overallStatuses: "Fine", labels: "x", page: "9", sortDir: "DESC" });
  expect(state.page).toBe(9);
  expect(isNarrowed(state)).toBe(false);
});
