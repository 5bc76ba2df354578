import { overallStatuses, RequirementStatus } from "@touchline/contract";
import { expect, test } from "vitest";
import { overallShares, requirementShares, type Share, shareText } from "./shares.ts";

test("every status has its share, also that of nobody", () => {
  const shares = overallShares({ Cleared: 3 });
  expect(shares.map((share) => share.key).sort()).toEqual([...overallStatuses].sort());
  expect(shares.find((share) => share.key === "Cleared")?.count).toBe(3);
  expect(shares.find((share) => share.key === "Incomplete")?.count).toBe(0);
  const statuses = Object.values(RequirementStatus).map(String);
  expect(
    requirementShares({})
      .map((share) => share.key)
      .sort(),
  ).toEqual(statuses.sort());
});

test("what is wrong comes first, what is well last", () => {
  expect(overallShares({}).map((share) => share.label)).toEqual([
    "Disqualified",
    "Incomplete",
    "Not Activated",
    "Not Confirmed",
    "Optional",
    "No Requirements",
    "Cleared",
  ]);
  expect(requirementShares({}).at(0)?.label).toBe("Rejected");
  expect(requirementShares({}).at(-1)?.label).toBe("Completed");
});

test("neighbors of one color are told apart by hatching", () => {
  const look = (share: Share | undefined) => `${share?.tone} ${share?.hatched}`;
  for (const shares of [overallShares({}), requirementShares({})]) {
    shares.forEach((share, index) => {
      expect(look(share)).not.toBe(look(shares[index + 1]));
    });
  }
});

test("a share never hides somebody, nor claims everybody", () => {
  const texts = [shareText(0, 900), shareText(1, 900), shareText(450, 900), shareText(899, 900), shareText(900, 900)];
  expect(texts).toEqual(["0%", "<1%", "50%", ">99%", "100%"]);
  expect(shareText(0, 0)).toBe("0%");
});
