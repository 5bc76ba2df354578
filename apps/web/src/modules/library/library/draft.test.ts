import { contentAssignment } from "@touchline/contract/library/content-assignments";
import { contentSettings, type SettingsOf, type Validity } from "@touchline/contract/library/content-settings";
import { expect, test } from "vitest";
import {
  assignmentsOf,
  changesBetween,
  draftOf,
  newDraft,
  settingsOf,
  usualAssignment,
  type ValidityDraft,
} from "./draft.ts";
import type { StoredContent } from "./queries.ts";

type Settings = SettingsOf<"document">;

const level = "01890000-0000-7000-8000-000000000001";
const label = "01890000-0000-7000-8000-000000000002";
const stored = (settings: Settings): StoredContent => ({
  contentId: "01890000-0000-7000-8000-000000000003",
  name: "Concussion certificate",
  description: "",
  levelId: level,
  reminderFrequency: "Weekly",
  version: 1,
  settings: contentSettings.parse(settings),
});
const usual: Settings = settingsOf(newDraft("document", level)) as Settings;
const withValidity = (change: Partial<ValidityDraft>) => {
  const draft = newDraft("document", level);
  return settingsOf({ ...draft, validity: { ...draft.validity, ...change } });
};

test.each<Validity>([
  { type: "None" },
  { type: "PerRequirement" },
  { type: "Duration", amount: 18, unit: "months" },
  { type: "Annual", month: 8, day: 31, earlyDays: 60 },
])("settings with validity %j come back from the form as they were stored", (validity) => {
  const settings = { ...usual, validity, linkUrl: "https://example.org/form", instructions: "Upload both pages." };
  expect(settingsOf(draftOf("document", stored(settings), []))).toEqual(settings);
});

test("what a new form holds is acceptable to the contract", () => {
  expect(contentSettings.safeParse(usual).success).toBe(true);
});

test.each(["", "abc", "0", "1.5"])("a duration of %j is refused at its own field", (amount) => {
  const result = contentSettings.safeParse(withValidity({ type: "Duration", amount }));
  expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual(["validity.amount"]);
});

test.each([
  ["4", "31", false],
  ["2", "30", false],
  ["2", "29", true],
  ["12", "31", true],
])("a year's end in month %s on day %s is taken where that month has it", (month, day, taken) => {
  const result = contentSettings.safeParse(withValidity({ type: "Annual", month, day, earlyDays: "0" }));
  expect(result.success).toBe(taken);
  if (!taken) expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual(["validity.day"]);
});

test("an empty due date is none, and nothing of the page's own travels", () => {
  const draft = {
    ...newDraft("document", level),
    assignments: [
      {
        key: "row 1",
        levelId: level,
        levelName: "State",
        ...usualAssignment,
        labelIds: [label],
      },
    ],
  };
  const [sent] = assignmentsOf(draft);
  expect(sent).toMatchObject({ due: { type: "None" }, ages: null, conditions: null });
  expect(contentAssignment.safeParse(sent).success).toBe(true);
});

test("only the parts that differ are saved", () => {
  const draft = draftOf("document", stored(usual), []);
  expect(changesBetween(draft, draft)).toEqual({ base: false, settings: false, assignments: false, any: false });
  expect(changesBetween(draft, { ...draft, name: "Other" })).toMatchObject({ base: true, settings: false });
  expect(
    changesBetween(draft, {
      ...draft,
      settings: { ...(draft.settings as Settings), reviewRequired: false },
    }),
  ).toMatchObject({ base: false, settings: true });
});

test("trying another kind of validity and coming back changes nothing", () => {
  const draft = draftOf("document", stored({ ...usual, validity: { type: "None" } }), []);
  const tried = { ...draft, validity: { ...draft.validity, amount: "3" } };
  expect(changesBetween(draft, tried).any).toBe(false);
});
