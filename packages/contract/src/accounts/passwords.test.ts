import { describe, expect, test } from "vitest";
import { passwordProblemOf, passwordStrength } from "./passwords.ts";

const of = (password: string) => passwordProblemOf(password, "ana.nunez@example.org");

describe("a new password", () => {
  test.each([
    ["", "empty"],
    ["seven77", "short"],
    ["x".repeat(257), "long"],
    ["\ud800aaaaaaaaaaa", "unusable"],
    ["aaaaaaaaaaaa", "guessable"],
    ["abababababab", "guessable"],
    ["12345678910", "guessable"],
    ["987654321", "guessable"],
    ["Qwertyuiop1!", "guessable"],
    ["abcdefghij", "guessable"],
    ["Touchline2026", "guessable"],
    ["football123", "guessable"],
    ["ana.nunez1", "guessable"],
    ["ana.nunez@example.org", "guessable"],
    ["kick off at half past nine", null],
    ["correct horse battery", null],
    ["touchline of the north field", null],
    ["paßwörter für alle", null],
    ["zq7hvmpx", null],
  ])("%j is %s", (password, problem) => {
    expect(of(password)).toBe(problem);
  });

  test("of any kind of characters will do: there are no rules of composition", () => {
    expect(of("nothing but small letters")).toBeNull();
    expect(of("只有汉字的密码也可以用")).toBeNull();
  });

  test("is the stronger the longer it is", () => {
    expect(["zq7hvmpx", "zq7hvmpx qd4", "kick off at half past nine"].map(passwordStrength)).toEqual([
      "fair",
      "good",
      "strong",
    ]);
    expect(passwordStrength("ababababababababab")).toBe("fair");
  });
});
