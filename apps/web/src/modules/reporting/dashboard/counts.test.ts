import { type OverallStatus, overallStatuses, RequirementStatus } from "@touchline/contract";
import { done } from "@touchline/rules";
import { expect, test } from "vitest";
import {
  allIn,
  choiceCounts,
  type DashboardInfo,
  listOfOpen,
  listOfUncleared,
  openIn,
  openRequirement,
  standingOf,
  worstFirst,
} from "./counts.ts";
import { readDashboardSearch } from "./search.ts";

const counts = (some: Partial<Record<OverallStatus, number>>) =>
  ({ ...Object.fromEntries(overallStatuses.map((status) => [status, 0])), ...some }) as Record<OverallStatus, number>;
const coach = "01890000-0000-7000-8000-000000000001";
const referee = "01890000-0000-7000-8000-000000000002";
const info: DashboardInfo = {
  levelId: "01890000-0000-7000-8000-000000000009",
  total: 16,
  overall: counts({ Cleared: 9, Incomplete: 5, Disqualified: 1, Optional: 1 }),
  labels: [
    { labelId: coach, labelName: "Coach", overall: counts({ Cleared: 5, Incomplete: 4, Optional: 1 }) },
    { labelId: referee, labelName: "Referee", overall: counts({ Cleared: 4, Incomplete: 1, Disqualified: 1 }) },
  ],
  requirements: [],
  children: [],
};
const chosen = (search: Record<string, unknown>) => readDashboardSearch(search).members;

test("people with only optional or no requirements aren't open", () => {
  expect(openIn(info.overall)).toBe(6);
  expect(openIn(counts({ NotActivated: 2, NotConfirmed: 3, NoRequirements: 7 }))).toBe(5);
  expect(allIn(info.overall)).toBe(16);
});

test("“not done: 22” opens the list of exactly those who are not done, and of everybody where nobody is", () => {
  const at = (address: string) =>
    readDashboardSearch(Object.fromEntries(new URL(address, "http://a").searchParams)).members;
  const statuses = new URL(listOfOpen("l", "c", 22), "http://a").searchParams.getAll("requirementStatuses").map(Number);
  expect(statuses).toEqual(Object.values(RequirementStatus).filter((status) => !done(status)));
  expect(at(listOfOpen("l", coach, 22)).content).toBe(coach);
  expect(at(listOfOpen("l", coach, 0)).requirementStatuses).toEqual([]);
});

test("what a role has left to clear opens the list of as many people as are counted", () => {
  const { searchParams } = new URL(listOfUncleared("l", coach, 4), "http://a");
  const listed = info.labels[0]?.overall;
  const found = searchParams
    .getAll("overallStatuses")
    .reduce((sum, one) => sum + (listed?.[one as OverallStatus] ?? 0), 0);
  expect(searchParams.getAll("labels")).toEqual([coach]);
  expect(found).toBe(openIn(listed as DashboardInfo["overall"]));
  expect(new URL(listOfUncleared("l", coach, 0), "http://a").searchParams.has("overallStatuses")).toBe(false);
});

test("with nothing chosen each choice leaves as many as there are", () => {
  const left = choiceCounts(info, chosen({}));
  expect(left?.overall).toEqual(info.overall);
  expect(left?.labels.get(coach)).toBe(10);
  expect(left?.labels.get(referee)).toBe(6);
});

test("a chosen role narrows what the statuses would leave, and a chosen status what the roles would", () => {
  expect(choiceCounts(info, chosen({ labels: referee }))?.overall).toEqual(
    counts({ Cleared: 4, Incomplete: 1, Disqualified: 1 }),
  );
  const left = choiceCounts(info, chosen({ overallStatuses: ["Incomplete", "Disqualified"] }));
  expect(left?.labels.get(coach)).toBe(4);
  expect(left?.labels.get(referee)).toBe(2);
  expect(left?.overall).toEqual(info.overall);
});

test("of a search, and of a requirement's status, the counts know nothing and say nothing", () => {
  expect(choiceCounts(info, chosen({ search: "ana" }))).toBeNull();
  expect(choiceCounts(info, chosen({ requirementStatuses: "4" }))).toBeNull();
});

test("several roles stand together", () => {
  expect(standingOf(info, [coach, referee])).toEqual(info.overall);
});

test("the worst comes first by share, then by number, then in the tree's order", () => {
  const rows = [
    { name: "half of two", open: 1, all: 2 },
    { name: "none", open: 0, all: 9 },
    { name: "empty", open: 0, all: 0 },
    { name: "half of forty", open: 20, all: 40 },
    { name: "all", open: 3, all: 3 },
  ];
  const order = worstFirst(
    rows,
    (row) => row.open,
    (row) => row.all,
  ).map((row) => row.name);
  expect(order).toEqual(["all", "half of forty", "half of two", "none", "empty"]);
});

test("of a requirement, what is completed or expires soon is done", () => {
  const statuses = { 3: 10, 6: 2, 4: 1, 0: 5 };
  expect(openRequirement({ contentId: coach, name: "Waiver", type: 2, total: 18, statuses })).toBe(6);
});
