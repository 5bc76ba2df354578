import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorText, genericFailure, readResponse } from "./api.ts";

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const email = "help@club.example";

describe("reading an answer", () => {
  test("a body is the data", async () => {
    expect(await readResponse(json({ count: 3 }))).toEqual({ ok: true, data: { count: 3 } });
  });

  test("false, zero and null are data too", async () => {
    expect(await readResponse(json(false))).toEqual({ ok: true, data: false });
    expect(await readResponse(json(0))).toEqual({ ok: true, data: 0 });
    expect(await readResponse(json(null))).toEqual({ ok: true, data: null });
  });

  test("204 and an empty body are null", async () => {
    expect(await readResponse(new Response(null, { status: 204 }))).toEqual({ ok: true, data: null });
    expect(await readResponse(new Response("", { status: 200 }))).toEqual({ ok: true, data: null });
  });

  test("404 is null where the caller says so, and a failure elsewhere", async () => {
    const missing = () => json({ message: "No such requirement" }, { status: 404 });
    expect(await readResponse(missing(), { nullOn404: true })).toEqual({ ok: true, data: null });
    expect(await readResponse(missing())).toEqual({
      ok: false,
      status: 404,
      error: { message: "No such requirement" },
    });
  });

  test("a body that cannot be parsed is an error with status 200", async () => {
    expect(await readResponse(new Response("<html>", { status: 200 }))).toEqual({
      ok: false,
      status: 200,
      error: { status: 200, message: "Failed to parse response data" },
    });
  });

  test("a failure gives its error body, or its status text where the body says nothing", async () => {
    expect(await readResponse(json({ code: "state" }, { status: 409 }))).toEqual({
      ok: false,
      status: 409,
      error: { code: "state" },
    });
    const gateway = new Response("<html>", { status: 502, statusText: "Bad Gateway" });
    expect(await readResponse(gateway)).toEqual({ ok: false, status: 502, error: "Bad Gateway" });
  });
});

describe("the text of an error", () => {
  test.each([
    [{ message: "The waiver has a newer version." }, "The waiver has a newer version."],
    [{ details: "Choose a date in the past." }, "Choose a date in the past."],
    [{ message: "", details: "Choose a date in the past." }, "Choose a date in the past."],
    [{ error: { message: "Not allowed." } }, "Not allowed."],
    [{ error: { details: "Not allowed." } }, "Not allowed."],
    [{ error: "invalid_grant" }, "invalid_grant"],
    [
      { errors: [{ path: "city", message: "City is missing." }, { message: "Phone is missing." }] },
      "City is missing. Phone is missing.",
    ],
    [{ errors: ["Twice.", "Twice."] }, "Twice."],
    ["Bad Gateway", "Bad Gateway"],
  ])("of %j is %s", (body, text) => {
    expect(errorText(body, email)).toBe(text);
  });

  test.each([[null], [undefined], [7], [{}], [[]], [""], [{ errors: [] }], ["<html>502</html>"]])(
    "of %j is the generic one, with the address to write to",
    (body) => {
      expect(errorText(body, email)).toBe(
        "An unexpected error occurred. Please try again. If the problem persists, please contact support at help@club.example.",
      );
    },
  );

  test("is never empty nor longer than 500 characters, whatever the server sends", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const text = errorText(body, email);
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(500);
      }),
    );
    expect(errorText({ message: "x".repeat(2000) }, email)).toHaveLength(500);
    expect(genericFailure(email)).toContain(email);
  });
});
