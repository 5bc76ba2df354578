import { companyTypes, type OnboardingInfo, permissiblePurposes } from "@touchline/contract/screening/onboarding";
import { expect, test } from "vitest";
import { companyTypeLabels, onboardingProblems, onboardingSteps, permissiblePurposeLabels } from "./onboarding.ts";

const whole: OnboardingInfo = {
  legalName: "Evergreen Rovers",
  ein: "91-1234567",
  companyType: "non-profit",
  website: "https://rovers.example",
  address: { line1: "1 Field Road", line2: "", city: "Tacoma", state: "WA", postalCode: "98401" },
  owner: { firstName: "Ana", lastName: "Silva", email: "ana@rovers.example", phone: "+1 253 555 0100" },
  permissiblePurpose: "employment",
};
const nothing: OnboardingInfo = {
  ...{ legalName: "", ein: "", companyType: null, website: "", permissiblePurpose: null },
  address: { line1: "", line2: "", city: "", state: "", postalCode: "" },
  owner: { firstName: "", lastName: "", email: "", phone: "" },
};

test("a whole application can be submitted", () => {
  expect(onboardingProblems(whole, { hasTaxDocument: true })).toEqual({});
});

test("an empty one names every field but the second line of the address", () => {
  const fields = Object.values(onboardingSteps).flat();
  const problems = onboardingProblems(nothing, { hasTaxDocument: false });
  expect(Object.keys(problems)).toEqual(fields.filter((field) => field !== "address.line2"));
});

test("values that can't be right are named", () => {
  const address = { ...whole.address, state: "ZZ", postalCode: "9840" };
  const wrong = { ...whole, website: "rovers.example", address, owner: { ...whole.owner, email: "ana", phone: "12" } };
  expect(Object.keys(onboardingProblems(wrong, { hasTaxDocument: true }))).toEqual([
    ...["website", "address.state", "address.postalCode", "owner.email", "owner.phone"],
  ]);
});

test("every choice has a name of its own", () => {
  expect(new Set(companyTypes.map((one) => companyTypeLabels[one])).size).toBe(7);
  expect(new Set(permissiblePurposes.map((one) => permissiblePurposeLabels[one])).size).toBe(2);
});
