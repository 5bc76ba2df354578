import { currencies } from "@touchline/contract/currencies";
import { expect, test } from "vitest";
import { amountOf, decimalOf, moneyText } from "./money.ts";

test("an amount is read with its currency, and a currency without hundredths has none", () => {
  expect(moneyText(4900, "USD")).toBe("$49.00");
  expect(moneyText(46800, "CAD")).toBe("CA$468.00");
  expect(moneyText(-1250, "USD")).toBe("-$12.50");
  expect(moneyText(4900, "JPY")).toBe("¥4,900");
});

test.each([
  ["20", 2000],
  ["$20", 2000],
  [" 19.9 ", 1990],
  ["0.29", 29],
  ["1,024.50", 102_450],
  ["1024.50", 102_450],
])("%j is an amount in cents, without a rounding error", (typed, amount) => {
  expect(amountOf(typed, "USD")).toBe(amount);
});

test.each(["", "free", "-5", "1.234", "1,5", "12,34.00", "1e3"])("%j is no amount", (typed) => {
  expect(amountOf(typed, "USD")).toBeNull();
});

test.each([
  ["4900", 4900],
  ["¥4,900", 4900],
  ["4900.5", null],
  ["4900.00", null],
])("of yen, %j is %j", (typed, amount) => {
  expect(amountOf(typed, "JPY")).toBe(amount);
});

test("what stands in a field is read as the same amount", () => {
  for (const currency of currencies) {
    for (const amount of [1, 10, 99, 100, 2550, 100_000_000]) {
      expect(amountOf(decimalOf(amount, currency), currency)).toBe(amount);
    }
  }
});
