import { RequirementStatus, RequirementType } from "@touchline/contract";
import { expect, test } from "vitest";
import { groupOwed, mergeMemberships, nextOfAll, requirementHref, worstOverall } from "./owed.ts";
import { listed, membershipWith } from "./samples.ts";

const reason = (requirementId: string) => ({ kind: "mandatoryOpen" as const, requirementId });

test("what two memberships ask is one thing to do, as it stands on the worse, explained by both", () => {
  const [owed, ...others] = mergeMemberships([
    membershipWith("u9", [listed()], [reason("r1"), reason("r2")]),
    membershipWith("u12", [listed({ status: RequirementStatus.Overdue })], [reason("r1")]),
  ]);
  expect(others).toEqual([]);
  expect(owed?.requirement.status).toBe(RequirementStatus.Overdue);
  expect(owed && requirementHref(owed)).toBe("/requirements/r1?pla=u12");
  expect(owed?.reasons).toHaveLength(2);
});

test("of equal ones the mandatory one is shown, whichever comes first", () => {
  const optional = membershipWith("u9", [listed({ mandatory: false })]);
  const mandatory = membershipWith("u12", [listed()]);
  for (const both of [
    [optional, mandatory],
    [mandatory, optional],
  ]) {
    expect(mergeMemberships(both)[0]?.plaId).toBe("u12");
  }
});

const groupsOf = (...changes: Parameters<typeof listed>[0][]) =>
  groupOwed(
    mergeMemberships([
      membershipWith(
        "u9",
        changes.map((change, index) => listed({ requirementId: `r${index}`, name: `r${index}`, ...change })),
      ),
    ]),
  );
const names = (group: { requirement: { name: string } }[]) => group.map((one) => one.requirement.name);

test("each is where its turn is", () => {
  const groups = groupsOf(
    { name: "todo" },
    { name: "at the provider", status: RequirementStatus.WaitingOnProvider },
    { name: "in review", status: RequirementStatus.PendingReview },
    { name: "done", status: RequirementStatus.Completed },
    { name: "rejected", status: RequirementStatus.Rejected },
    { name: "to renew", status: RequirementStatus.ExpiringSoon },
    { name: "renewed", status: RequirementStatus.ExpiringSoon, renewal: true, actions: ["view"] },
    { name: "left", mandatory: false, declined: true },
  );
  expect(names(groups.needsYou)).toEqual(["todo", "to renew"]);
  expect(names(groups.waits)).toEqual(["at the provider", "in review", "renewed"]);
  expect(names(groups.done)).toEqual(["done"]);
  expect(names(groups.stopped)).toEqual(["rejected"]);
  expect(names(groups.declined)).toEqual(["left"]);
});

test("next is what must be done: first what was sent back, then the worst, of equals the sooner; what is optional comes last", () => {
  const groups = groupsOf(
    { name: "optional", mandatory: false, dueAt: "2026-01-01T00:00:00Z" },
    { name: "some day" },
    { name: "in june", dueAt: "2026-06-01T00:00:00Z" },
    { name: "in may", dueAt: "2026-05-01T00:00:00Z" },
    { name: "expired", status: RequirementStatus.Expired },
    { name: "overdue", status: RequirementStatus.Overdue },
    { name: "sent back", changesRequested: true },
  );
  expect(names(groups.needsYou)).toEqual([
    "sent back",
    "overdue",
    "expired",
    "in may",
    "in june",
    "some day",
    "optional",
  ]);
});

test("after one thing comes the next that needs the person, and nothing when that was all", () => {
  const groups = groupsOf({ status: RequirementStatus.PendingReview }, {}, { status: RequirementStatus.Overdue });
  const next = (of: typeof groups, done: string) => nextOfAll([{ of: "me", groups: of }], done)?.next.requirement.name;
  expect(next(groups, "r0")).toBe("r2");
  expect(next(groups, "r2")).toBe("r1");
  expect(next(groupsOf({}), "r0")).toBeUndefined();
});

test("what must be done for a child comes before what one may do oneself; what children may do is not pressed on anybody", () => {
  const [mine, emily] = [groupsOf({ mandatory: false }), groupsOf({ requirementId: "e1", name: "Proof of age" })];
  const all = [
    { of: "me", groups: mine },
    { of: "Emily", groups: emily },
  ];
  expect(nextOfAll(all, "done")).toMatchObject({ of: "Emily", next: { requirement: { name: "Proof of age" } } });
  expect(nextOfAll(all, "e1")).toMatchObject({ of: "me", next: { requirement: { name: "r0" } } });
  expect(
    nextOfAll(
      [
        { of: "me", groups: groupsOf() },
        { of: "Emily", groups: mine },
      ],
      "done",
    ),
  ).toBeNull();
});

test("a person has the status of the worst membership, and none without a membership", () => {
  expect(worstOverall(["Cleared", "Incomplete", "Optional"])).toBe("Incomplete");
  expect(worstOverall(["NoRequirements", "Cleared"])).toBe("Cleared");
  expect(worstOverall([])).toBe("NoRequirements");
});

test("what is open waits on others once nothing of it is left for the reader", () => {
  const groups = groupsOf(
    { name: "search", type: RequirementType.SexOffenderSearch, actions: [] },
    { name: "license", type: RequirementType.USSoccer, actions: ["setUSSoccerId", "viewLicences"] },
    { name: "id to give", type: RequirementType.USSoccer, actions: ["setUSSoccerId"] },
    { name: "asked back", status: RequirementStatus.WaitingOnApplicant, actions: [] },
  );
  expect(names(groups.waits).sort()).toEqual(["license", "search"]);
  expect(names(groups.needsYou).sort()).toEqual(["asked back", "id to give"]);
});
