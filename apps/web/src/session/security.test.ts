import { expect, test } from "vitest";
import { clearSecurity, isLoggedIn, readSecurity, setToken, watchSecurity } from "./security.ts";

const signedIn = { token: "t", authTime: 1_000, profileId: "p", remember: false, isLoaded: true };

test("logged in is who has a token and signed in before now", () => {
  expect(isLoggedIn(signedIn, 1_001)).toBe(true);
});

test.each([
  ["before it is known", { ...signedIn, isLoaded: false }, 2_000],
  ["without a token", { ...signedIn, token: null }, 2_000],
  ["at the very instant of signing in", signedIn, 1_000],
  ["with a sign-in in the future", signedIn, 999],
] as const)("nobody is logged in %s", (_, security, now) => {
  expect(isLoggedIn(security, now)).toBe(false);
});

test("a listener is called once for each change, until it unsubscribes", () => {
  const tokens: (string | null)[] = [];
  const stop = watchSecurity(() => tokens.push(readSecurity().token));
  setToken("first", 1, "p");
  setToken("second", 1, "p");
  clearSecurity();
  clearSecurity();
  stop();
  setToken("third", 1, "p");
  clearSecurity();
  expect(tokens).toEqual(["first", "second", null]);
});
