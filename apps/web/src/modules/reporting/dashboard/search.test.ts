import { expect, test } from "vitest";
import { isNarrowed, readDashboardSearch } from "./search.ts";

test("an address without a word lists everybody by name, from the first page", () => {
  const state = readDashboardSearch({});
  expect(state).toEqual({
    members: {
      search: "",
      overallStatuses: [],
      requirementStatuses: [],
      labels: [],
      content: undefined,
      sortCol: "FullName",
      sortDir: "ASC",
    },
    page: 1,
    by: null,
    asTable: false,
    day: null,
    until: null,
    columns: null,
  });
  expect(isNarrowed(state.members)).toBe(false);
});

test("filters, search, order, page and what is open come from the address", () => {
  const label = "01890000-0000-7000-8000-000000000001";
  const state = readDashboardSearch({
    search: " 2014",
    overallStatuses: ["Incomplete", "NotActivated"],
    requirementStatuses: "4",
    labels: label,
    content: label,
    sortCol: "OverallStatus",
    sortDir: "DESC",
    page: "3",
    by: "levels",
    as: "table",
    day: "2026-05-03",
    until: "2026-05-09",
    columns: ["done", "email", "shoe"],
  });
  expect(state).toEqual({
    members: {
      search: "2014",
      overallStatuses: ["Incomplete", "NotActivated"],
      requirementStatuses: ["4"],
      labels: [label],
      content: label,
      sortCol: "OverallStatus",
      sortDir: "DESC",
    },
    page: 3,
    by: "levels",
    asTable: true,
    day: "2026-05-03",
    until: "2026-05-09",
    columns: ["email", "done"],
  });
  expect(isNarrowed(state.members)).toBe(true);
});

test("what is unknown is passed over, and neither page nor direction narrows the list", () => {
  const address = {
    overallStatuses: "Fine",
    labels: "x",
    content: "x",
    page: "9",
    sortDir: "DESC",
    sortCol: "Shoe",
    by: "luck",
  };
  const { members, page, by, day } = readDashboardSearch(address);
  expect([page, members.sortCol, by, day]).toEqual([9, "FullName", null, null]);
  expect(isNarrowed(members)).toBe(false);
});
