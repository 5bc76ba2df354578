import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { expect, test } from "vitest";
import { providerOutcome } from "./provider-status.ts";

const { Yardstik, Checkr, Sterling, JDP, Generic } = BackgroundCheckProvider;

test("only what a provider documents as a clear result completes", () => {
  const clear = [
    [Yardstik, "clear"],
    [Yardstik, "pass"],
    [Yardstik, "proceed"],
    [Checkr, "report.complete+result=clear"],
    [Checkr, "report.complete+assessment=eligible"],
    [Checkr, "adjudication=engaged"],
    [Sterling, "complete+clear"],
  ] as const;
  for (const [provider, status] of clear) expect(providerOutcome(provider, status), status).toBe("clear");
});

test("a word that is in no documentation means nothing, also one of another provider or of JavaScript", () => {
  const unknown = [
    [Yardstik, "quantum_review"],
    [Yardstik, "CLEAR"],
    [Yardstik, "report.complete+result=clear"],
    [Checkr, "report.complete+result=none"],
    [Sterling, "complete+under audit"],
    [Yardstik, "constructor"],
    [JDP, "clear"],
    [Generic, "clear"],
  ] as const;
  for (const [provider, status] of unknown) expect(providerOutcome(provider, status), status).toBeNull();
});

test("an adverse decision is reviewed as one, and what ended without a result is owed again", () => {
  expect(providerOutcome(Yardstik, "final_adverse")).toBe("adverse");
  expect(providerOutcome(Checkr, "adjudication=post_adverse_action")).toBe("adverse");
  expect(providerOutcome(Yardstik, "expired")).toBe("expired");
  expect(providerOutcome(Checkr, "invitation.deleted")).toBe("canceled");
  expect(providerOutcome(Sterling, "cancelled")).toBe("canceled");
});
