import { createOrganization } from "@touchline/contract/setup/organization-creation";
import { expect, test } from "vitest";
import { problemsOf } from "../../../form-errors.ts";
import {
  centsOf,
  creationOf,
  emptyDraft,
  errorsOf,
  firstWrong,
  moneyText,
  rolesIn,
  withRequirement,
  zoneErrors,
} from "./creation.ts";

test.each([
  ["49", 4900],
  ["49.5", 4950],
  ["$1,234.56", 123456],
  ["468.00", 46800],
  ["-1", Number.NaN],
  ["4.999", Number.NaN],
  ["free", Number.NaN],
  ["", Number.NaN],
])("%s is so many cents: %s", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test("a new draft has the plan of the specification and what is suggested for each role", () => {
  const sent = creationOf(emptyDraft);
  expect(sent.plan).toEqual({ monthUnitAmount: 4900, yearUnitAmount: 46800, productName: "Basic" });
  expect(sent.roleRequirements.every((row) => row.isDefault)).toBe(true);
  expect(moneyText(46800)).toBe("468.00");
});

test("errors are shown at their own step, the earliest first", () => {
  const errors = problemsOf(createOrganization.body, creationOf(emptyDraft)) ?? {};
  expect(Object.keys(errorsOf(errors, "details")).sort()).toEqual([
    "admin.email",
    "admin.firstName",
    "admin.lastName",
    "general.name",
  ]);
  expect(errorsOf(errors, "plan")).toEqual({});
  expect(firstWrong(errors)).toBe("details");
  const free = { ...emptyDraft, plan: { ...emptyDraft.plan, yearUnitAmount: "free" } };
  expect(firstWrong(problemsOf(createOrganization.body, creationOf(free)) ?? {})).toBe("plan");
});

test("no one pays for a requirement that a role doesn't have anymore", () => {
  const [row] = rolesIn(emptyDraft);
  if (!row) throw new Error("there are roles");
  const [id = ""] = row.paidRoleRequirementsIds;
  const without = withRequirement(row, id, false);
  expect(without.paidRoleRequirementsIds).not.toContain(id);
  expect(without.roleRequirementsList.map((one) => one.id)).toEqual(without.roleRequirementsIds);
  expect(withRequirement(without, id, true).roleRequirementsIds).toContain(id);
});

test("the time zone is preset from the state, can be changed, and must be chosen where no state says it", () => {
  expect(zoneErrors(emptyDraft)).toEqual({ "general.timeZone": "Choose a time zone." });
  expect(zoneErrors({ ...emptyDraft, general: { ...emptyDraft.general, stateCode: "WA" } })).toEqual({});
  const zoneSent = (general: Partial<typeof emptyDraft.general>) =>
    creationOf({ ...emptyDraft, general: { ...emptyDraft.general, ...general } }).general.timeZone;
  expect(zoneSent({ stateCode: "WA" })).toBe("America/Los_Angeles");
  expect(zoneSent({ countryCode: "Canada", stateCode: "NL" })).toBe("America/St_Johns");
  expect(zoneSent({ stateCode: "IN", timeZone: "America/Chicago" })).toBe("America/Chicago");
  expect(zoneSent({})).toBeNull();
});
