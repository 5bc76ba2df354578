import { expect, test } from "vitest";
import { amountOf, moneyText, typedAmount } from "./money.ts";

test("an amount is read with its currency", () => {
  expect(moneyText(4900, "USD")).toBe("$49.00");
  expect(moneyText(46800, "CAD")).toBe("CA$468.00");
  expect(moneyText(-1250, "USD")).toBe("-$12.50");
});

test.each([
  ["20", 2000],
  ["$20", 2000],
  [" 19.9 ", 1990],
  ["0.29", 29],
  ["1,024.50", 102_450],
  ["1024.50", 102_450],
])("%j is an amount in cents, without a rounding error", (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});

test.each(["", "free", "-5", "1.234", "1,5", "12,34.00", "1e3"])("%j is no amount", (typed) => {
  expect(amountOf(typed)).toBeNull();
});

test("what stands in a field is read as the same amount", () => {
  for (const amount of [1, 10, 99, 100, 2550, 100_000_000]) expect(amountOf(typedAmount(amount))).toBe(amount);
});
