import { expect, test } from "vitest";
import { ofField, toField } from "./local-date-time.ts";

test("an instant comes back from its field as the minute it was", () => {
  expect(ofField(toField("2026-03-07T20:15:42.123Z"))).toBe("2026-03-07T20:15:00.000Z");
});

test("an empty or half filled field is no instant", () => {
  expect([ofField(""), ofField("2026-03-"), toField(null)]).toEqual([null, null, ""]);
});
