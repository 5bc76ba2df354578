import { auditActions } from "@touchline/contract/reporting/audit";
import { expect, test } from "vitest";
import { auditDetailText, auditSentence } from "./audit.ts";

test("a detail is told in words: its name, a code, a day and a type; free text stays as it is", () => {
  expect(auditDetailText({ name: "what", text: "dateOfBirth" })).toBe("Changed: date of birth");
  expect(auditDetailText({ name: "fields", text: "firstName, email" })).toBe("Changed: first name, email");
  expect(auditDetailText({ name: "type", text: "0" })).toBe("Type: Document");
  expect(auditDetailText({ name: "provider", text: "3" })).toBe("Provider: Checkr");
  expect(auditDetailText({ name: "fields", text: "ussfId, contact" })).toBe("Changed: U.S. Soccer ID, contact");
  expect(auditDetailText({ name: "endsOn", text: "2026-11-14" })).toBe("Last day: Nov 14, 2026");
  expect(auditDetailText({ name: "before", text: "consentYears: 5" })).toBe("Before: consent years: 5");
  expect(auditDetailText({ name: "reason", text: "Asked for it on the phone" })).toBe(
    "Reason: Asked for it on the phone",
  );
  expect(auditDetailText({ name: "", text: "This entry was sealed." })).toBe("This entry was sealed.");
});

test("a sentence names whom and where; without a name it says what kind of thing it was", () => {
  const names = { whom: "Ada Lovelace", label: "Head Coach", level: "North" };
  expect(auditSentence("membership.added", names)).toBe("added Ada Lovelace as Head Coach at North");
  expect(auditSentence("membership.added", {})).toBe("added a person as a member at a level");
  expect(auditSentence("file.viewed", { whom: "Ada Lovelace" })).toBe(
    "viewed a confidential file of Ada Lovelace: a requirement",
  );
});

test("a name that looks like a placeholder is not taken for one", () => {
  expect(auditSentence("person.added", { whom: "{label|x}" })).toBe("added {label|x}");
});

test("an action that has no sentence is told in words, and none has a brace left", () => {
  expect(auditSentence("something.newlyMade", {})).toBe("something: newly made");
  for (const action of auditActions) expect(auditSentence(action, {})).not.toMatch(/[{}|.]/);
});
