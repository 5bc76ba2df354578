import type { DueItem } from "@touchline/contract/billing/individual-payments";
import { RequirementType } from "@touchline/contract/enums";
import { expect, test } from "vitest";
import { feeKey } from "../../../billing/addresses.ts";
import { chosenOf, feesByPerson } from "./owed.ts";

let count = 0;
function aFee(part: Partial<DueItem> = {}): DueItem {
  count += 1;
  return {
    requirementId: `requirement${count}`,
    profileLevelAccessId: `membership${count}`,
    profileId: "parent",
    personName: "Ana Ruiz",
    name: "Background check",
    type: RequirementType.BackgroundCheck,
    amount: 2500,
    currency: "USD",
    fullPrice: 2500,
    refusal: null,
    paymentId: null,
    ...part,
  };
}

test("the reader's own fees come first", () => {
  const fees = [aFee({ profileId: "child", personName: "Leo" }), aFee(), aFee({ profileId: "child" })];
  expect(feesByPerson(fees, "parent").map(({ profileId, fees: theirs }) => [profileId, theirs.length])).toEqual([
    ["parent", 1],
    ["child", 2],
  ]);
});

test("all that can be paid is chosen until somebody chooses", () => {
  const fees = [
    aFee({ amount: 1000 }),
    aFee({ amount: 250 }),
    aFee({ refusal: { reason: "consentMissing", text: "Sign first." } }),
    aFee({ paymentId: "under way" }),
  ];
  expect(chosenOf(fees, null)).toMatchObject({
    total: 1250,
    currency: "USD",
    fees: [{ amount: 1000 }, { amount: 250 }],
  });
});

test("selected items that can't be paid anymore are left out", () => {
  const paid = aFee();
  const refused = aFee({ refusal: { reason: "consentMissing", text: "Sign first." } });
  const fee = aFee({ amount: 700 });
  expect(chosenOf([refused, fee], [paid, refused, fee].map(feeKey))).toMatchObject({
    total: 700,
    fees: [{ amount: 700 }],
  });
  expect(chosenOf([fee], []).fees).toEqual([]);
});

test("one charge is in one currency", () => {
  const fees = [aFee({ currency: "CAD", amount: 100 }), aFee({ amount: 900 })];
  expect(chosenOf(fees, null)).toMatchObject({ total: 100, currency: "CAD" });
  expect(chosenOf(fees, fees.slice(1).map(feeKey))).toMatchObject({ total: 900, currency: "USD" });
});

test("at most fifty are paid at once", () => {
  expect(
    chosenOf(
      Array.from({ length: 60 }, () => aFee({ amount: 1 })),
      null,
    ).total,
  ).toBe(50);
});
