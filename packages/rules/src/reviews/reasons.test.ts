import { expect, test } from "vitest";
import { fillReason, unknownVariables } from "./reasons.ts";

const facts = { firstName: "Ana {requirement}", requirement: "Coach agreement", organization: "FC", reviewer: "Ben" };

test("a reason names the person and what was asked for, and a name becomes nothing but itself", () => {
  expect(fillReason("{firstName}: {requirement}, {requirement}, {what}", facts)).toBe(
    "Ana {requirement}: Coach agreement, Coach agreement, {what}",
  );
});

test("what nothing is known of is told, each once", () => {
  expect(unknownVariables("{firstname} {firstName} {} {firstname}")).toEqual(["firstname", ""]);
});
