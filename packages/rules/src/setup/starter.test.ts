import { RequirementType } from "@touchline/contract";
import { contentSettings } from "@touchline/contract/library/content-settings";
import { expect, test } from "vitest";
import { filesAccepted } from "../library/content.ts";
import {
  defaultRoleRequirements,
  roleRequirementsFault,
  starterLabel,
  starterRequirements,
  starterType,
} from "./starter.ts";

test("every requirement of the catalog is one that can be saved as it stands, under an id and a name of its own", () => {
  for (const { settings } of starterRequirements) expect(contentSettings.parse(settings)).toEqual(settings);
  expect(new Set(starterRequirements.map((one) => one.id)).size).toBe(starterRequirements.length);
  expect(new Set(starterRequirements.map((one) => one.name)).size).toBe(starterRequirements.length);
});

test("every requirement has the type that its name promises, and something for the member to do", () => {
  const types = new Map(starterRequirements.map((one) => [one.name, starterType(one)]));
  expect(types.get("Code of conduct")).toBe(RequirementType.Waiver);
  expect(types.get("Liability waiver")).toBe(RequirementType.Waiver);
  expect(types.get("Photo permission")).toBe(RequirementType.Form);
  expect(new Set(types.values())).toEqual(new Set([0, 1, 2, 3, 5, 7, 8, 10, 11]));
  for (const { settings } of starterRequirements) {
    const done =
      settings.kind === "waiver" ? settings.text !== "" : settings.kind === "form" ? settings.form !== null : false;
    expect(done || filesAccepted(settings) !== null || settings.kind === "us-soccer").toBe(true);
  }
});

test("what is suggested for each role has no fault, and is marked as suggested", () => {
  const suggested = defaultRoleRequirements();
  expect(roleRequirementsFault(suggested)).toBeNull();
  expect(suggested.every((row) => row.isDefault)).toBe(true);
});

test("a label is what is usual for its name, however it is written; any other carries no rights", () => {
  expect(starterLabel("  team MANAGER ")).toEqual({ role: "Manager" });
  expect(starterLabel("Player")).toEqual({ role: "Individual", forFamily: "child" });
  expect(starterLabel("Groundskeeper")).toEqual({ role: "Individual" });
});

const [row] = defaultRoleRequirements();
if (!row) throw new Error("there are suggestions");
const [first, second] = row.roleRequirementsIds as [string, string];

test.each([
  ["two roles of one name", [row, { ...row, roleLabel: "DIRECTOR" }], "roleRequirements.1.roleLabel"],
  ["the administrator's own name", [{ ...row, roleLabel: "administrator" }], "roleRequirements.0.roleLabel"],
  [
    "a requirement that is in no catalog",
    [{ ...row, roleRequirementsIds: ["019ab000-0000-7000-8000-0000000fffff"] }],
    "roleRequirements.0.roleRequirementsIds",
  ],
  [
    "one requirement twice",
    [{ ...row, roleRequirementsIds: [first, first] }],
    "roleRequirements.0.roleRequirementsIds",
  ],
  [
    "something paid for that is not owed",
    [
      {
        ...row,
        roleRequirementsIds: [first],
        roleRequirementsList: [{ id: first, name: "x" }],
        paidRoleRequirementsIds: [second],
      },
    ],
    "roleRequirements.0.paidRoleRequirementsIds",
  ],
  ["a list of something else", [{ ...row, roleRequirementsList: [] }], "roleRequirements.0.roleRequirementsList"],
])("refused: %s", (_, rows, path) => {
  expect(roleRequirementsFault(rows)?.path).toBe(path);
});
