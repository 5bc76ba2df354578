import { auditActions } from "@touchline/contract/reporting/audit";
import { expect, test } from "vitest";
import { auditSentence } from "./audit.ts";

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
