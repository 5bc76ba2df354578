import { invitationProblems } from "@touchline/contract";
import { describe, expect, test } from "vitest";
import {
  type InvitationFacts,
  invitationProblem,
  isRenewable,
  type SignupUrlFacts,
  signupStep,
  signupUrlProblem,
} from "./signup.ts";

const now = 1000;
const open: NonNullable<InvitationFacts> = { acceptedAt: null, supersededAt: null, expiresAt: now + 1, left: false };

describe("an invitation", () => {
  test.each([
    ["nowhere to be found", null, "unknown"],
    ["sent and not taken up", open, null],
    ["taken up", { ...open, acceptedAt: 5 }, "accepted"],
    [
      "taken up long ago by somebody who left",
      { acceptedAt: 5, supersededAt: 4, expiresAt: 1, left: true },
      "accepted",
    ],
    ["of somebody who left", { ...open, left: true, supersededAt: 3 }, "left"],
    ["of somebody under 18, and run out", { ...open, minor: true, expiresAt: 1 }, "minor"],
    ["replaced by a later one, and run out", { ...open, supersededAt: 3, expiresAt: 1 }, "superseded"],
    ["at the very end of its time", { ...open, expiresAt: now }, "expired"],
  ] as const)("%s is %j: %j", (_, facts, problem) => {
    expect(invitationProblem(facts, now)).toBe(problem);
  });

  test("is sent again only to people who are still to come", () => {
    expect(invitationProblems.filter((problem) => isRenewable[problem])).toEqual(["superseded", "expired"]);
  });
});

describe("a sign-up URL", () => {
  const url: NonNullable<SignupUrlFacts> = {
    revokedAt: null,
    endsAt: null,
    maxUses: null,
    uses: 9,
    role: "Individual",
  };
  test.each([
    ["that leads nowhere", null, "unknown"],
    ["without an end or a bound", url, null],
    ["with one place left", { ...url, maxUses: 10 }, null],
    ["with no place left", { ...url, maxUses: 9 }, "full"],
    ["in its last moment", { ...url, endsAt: now + 1 }, null],
    ["at its end, and full", { ...url, endsAt: now, maxUses: 1 }, "ended"],
    ["that was revoked, and ended", { ...url, revokedAt: 5, endsAt: 1 }, "revoked"],
    ["whose label carries a role by now", { ...url, role: "Manager" }, "revoked"],
  ] as const)("%s is %j: %j", (_, facts, problem) => {
    expect(signupUrlProblem(facts, now)).toBe(problem);
  });
});

describe("the next step", () => {
  test.each([
    [{ problem: null, emailKnown: true, account: "none" }, "full-signup-form"],
    [{ problem: null, emailKnown: true, account: "confirmed" }, "login"],
    [{ problem: null, emailKnown: true, account: "unconfirmed" }, "need-to-confirm-email"],
    [{ problem: null, emailKnown: false, account: "none" }, "ask-for-email"],
    [{ problem: "expired", emailKnown: true, account: "confirmed" }, "error"],
  ] as const)("after %j is %j", (facts, step) => {
    expect(signupStep(facts)).toBe(step);
  });
});
