import { expect, test } from "vitest";
import { faultOf, isFault } from "./faults.ts";
import { NotLoaded } from "./not-loaded.ts";
import { CallFailed } from "./transport.ts";

const withStack = (error: Error, stack: string) => Object.assign(error, { stack });

test("of an error its kind and its locations in the code are reported, and never its message", () => {
  const error = withStack(
    new TypeError("Ada Byron is not a function"),
    [
      "TypeError: Ada Byron is not a function",
      "    at MembersTable (https://clubs.example.org/assets/index-4f9ac21b.js?who=ada@example.org:1:4711)",
      "    at async Promise.all (index 0)",
      "    at https://clubs.example.org/assets/react-00ab12cd.js:2:3",
    ].join("\n"),
  );
  expect(faultOf(error, "/members/$plaId")).toEqual({
    name: "TypeError",
    place: ["MembersTable (assets/index-4f9ac21b.js:1:4711)", "assets/react-00ab12cd.js:2:3"],
    route: "/members/$plaId",
  });
  const inFirefox = withStack(new RangeError("Ada"), "render@https://clubs.example.org/assets/a.js:1:2\nada@x\n");
  expect(faultOf(inFirefox, null).place).toEqual(["render (assets/a.js:1:2)"]);
  expect(faultOf(Object.assign(new Error("x"), { name: "Ada Byron" }), null).name).toBe("Error");
});

test("a refusal, a lost connection, code that did not come and other people's scripts are not reported", () => {
  expect(isFault(new TypeError("x is undefined"))).toBe(true);
  expect(isFault(new CallFailed("Not allowed.", 403))).toBe(false);
  expect(isFault(new NotLoaded(new TypeError("Failed to fetch dynamically imported module: /a.js")))).toBe(false);
  expect(isFault(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(false);
  expect(isFault(new DOMException("left", "AbortError"))).toBe(false);
  expect(isFault(new Error("ResizeObserver loop completed with undelivered notifications."))).toBe(false);
  expect(isFault(new Error("Script error."))).toBe(false);
  expect(isFault(withStack(new Error("x"), "Error: x\n    at f (chrome-extension://abc/inpage.js:1:2)"))).toBe(false);
  expect(isFault("a text")).toBe(false);
});
