import { auditActions } from "@touchline/contract/reporting/audit";
import { expect, test } from "vitest";
import { actionLabel, actionOptions, auditQueryOf, isNarrowed, readFilter } from "./filter.ts";

const person = "01890a5d-ac96-774b-bcce-b302099a8057";

test("an address that says nothing, or nonsense, narrows to nothing", () => {
  expect(isNarrowed(readFilter({}))).toBe(false);
  expect(isNarrowed(readFilter({ who: "me", from: "2026-13-01", actions: "made.up", subjects: "x", level: 3 }))).toBe(
    false,
  );
});

test("what an address says goes to the call, and nothing else", () => {
  const filter = readFilter({ whom: person, actions: ["file.viewed", "made.up"], from: "2026-11-01" });
  expect(auditQueryOf(filter)).toEqual({ whom: person, from: "2026-11-01", subjects: [], actions: ["file.viewed"] });
});

test("every action has words, and a kind of things narrows the choice of actions", () => {
  expect(actionLabel("signupUrl.revoked")).toBe("Sign-up link: revoked");
  expect(actionLabel("organization.secondFactorDemanded")).toBe("Organization: second factor demanded");
  expect(actionOptions([])).toHaveLength(auditActions.length);
  expect(actionOptions(["file"]).map((one) => one.value)).toEqual(["file.viewed"]);
});
