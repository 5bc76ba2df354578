import { usualSettings } from "@touchline/rules/library/content";
import { expect, test } from "vitest";
import { newDraft, usualAssignment } from "./draft.ts";
import { problemsOfDraft, savedText } from "./save.ts";

const level = "01890000-0000-7000-8000-000000000001";

test.each([
  [{ version: 1, demands: { added: 214, dropped: 0 } }, "Saved as version 1. Assigned to 214 more memberships."],
  [{ version: null, demands: { added: 1, dropped: 0 } }, "Saved. Assigned to 1 more membership."],
  [{ version: null, demands: { added: 0, dropped: 3 } }, "Saved. No longer assigned to 3 memberships."],
  [{ version: null, demands: { added: 10, dropped: 6 } }, "Saved. Individual requirements: 10 added, 6 ended."],
  [{ version: 2, demands: { added: 0, dropped: 0 } }, "Saved as version 2. No one is affected."],
  [{ version: null, demands: null }, "Saved."],
  [{ version: null, demands: "inProgress" as const }, "Saved. Members' requirements are being updated."],
])("%j is told as: %s", (result, text) => {
  expect(savedText({ contentId: level, ...result })).toBe(text);
});

test("everything that is wrong is found before the first call, each at its own field", () => {
  const draft = newDraft("document", level);
  const assignment = {
    key: "row",
    levelId: level,
    levelName: "State",
    ...usualAssignment,
  };
  const found = problemsOfDraft(
    {
      ...draft,
      settings: { ...usualSettings.document, linkUrl: "ftp://nowhere", acceptedExtensions: [] },
      validity: { ...draft.validity, type: "Duration", amount: "" },
      assignments: [assignment],
    },
    true,
  );
  expect(Object.keys(found ?? {}).sort()).toEqual([
    "acceptedExtensions",
    "contentAssignments.0.labelIds",
    "linkUrl",
    "name",
    "validity.amount",
  ]);
});

test("a price that no card can be charged is found at its field", () => {
  const draft = newDraft("abuse-prevention-training", level);
  const priced = { ...draft, name: "Safety", settings: { ...usualSettings["abuse-prevention-training"], price: 49 } };
  expect(problemsOfDraft(priced, true)).toEqual({ price: expect.stringContaining("less than $0.50") });
});

test("a form that is whole has no problems", () => {
  expect(problemsOfDraft({ ...newDraft("document", level), name: "Boat license" }, true)).toBeNull();
});
