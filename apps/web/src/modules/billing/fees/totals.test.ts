import { RequirementType } from "@touchline/contract/enums";
import { expect, test } from "vitest";
import type { OutstandingFee } from "./queries.ts";
import { totalsByLevel } from "./totals.ts";

const aFee = (levelName: string, amount: number, currency: OutstandingFee["currency"] = "USD"): OutstandingFee => ({
  requirementId: "requirement",
  profileLevelAccessId: "membership",
  profileId: "person",
  personName: "Ana Ruiz",
  levelName,
  name: "Background check",
  type: RequirementType.BackgroundCheck,
  amount,
  currency,
  fullPrice: amount,
});

test("levels are listed by what is outstanding, the most first, and never two currencies in one sum", () => {
  const fees = [aFee("U10", 500), aFee("U12", 2500), aFee("U10", 1500), aFee("U12", 100, "CAD")];
  expect(totalsByLevel(fees)).toEqual([
    { levelName: "U12", currency: "USD", amount: 2500, count: 1 },
    { levelName: "U10", currency: "USD", amount: 2000, count: 2 },
    { levelName: "U12", currency: "CAD", amount: 100, count: 1 },
  ]);
});
