import fc from "fast-check";
import { expect, test } from "vitest";
import { loginHref, nextPath } from "./next-path.ts";

const origin = "https://touchline.example";

test("an address of this origin is gone back to, query and all", () => {
  expect(nextPath("/requirements/1?pla=2#why", origin)).toBe("/requirements/1?pla=2#why");
});

test.each([
  "//elsewhere.example",
  "/\\elsewhere.example",
  "https://elsewhere.example/",
  "/.//elsewhere.example",
  "/a/..//elsewhere.example",
  "/.//",
  "javascript:alert(1)",
  "requirements",
  "/login?next=/login",
  "/logout",
  "/select-profile",
  "",
  undefined,
  ["/a", "/b"],
])("%j leads home", (next) => {
  expect(nextPath(next, origin)).toBe("/");
});

test("whatever a link says, nobody is sent elsewhere", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), (next) => {
      const path = nextPath(next, origin);
      expect(new URL(path, origin).origin).toBe(origin);
    }),
  );
}, 60_000);

test("the way to the login page and back is one", () => {
  const path = "/dashboard/1?labels=a&labels=b";
  const { searchParams } = new URL(loginHref(path), origin);
  expect(nextPath(searchParams.get("next"), origin)).toBe(path);
  expect(loginHref("/")).toBe("/login");
});
