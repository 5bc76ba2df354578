import { expect, test } from "vitest";
import { opened } from "./samples.ts";
import { draftProblems } from "./submission.ts";

const files = (count: number) => Array.from({ length: count }, (_, key) => ({ key }));
const today = "2026-05-03";

test("nothing can be sent without a file, nor with more than five", () => {
  const draft = { completedDate: "", validUntil: "" };
  expect(draftProblems({ ...draft, files: [] }, opened(), today).files).toContain("Choose a file");
  expect(draftProblems({ ...draft, files: files(6) }, opened(), today).files).toContain("Remove 1 file.");
  expect(draftProblems({ ...draft, files: files(5) }, opened(), today)).toEqual({});
});

test("where the day of completion is asked, it is given and not in the future", () => {
  const requirement = opened({ asksCompletionDate: true });
  const with_ = (completedDate: string) =>
    draftProblems({ files: files(1), completedDate, validUntil: "" }, requirement, today).completedDate;
  expect(with_("")).toContain("Enter the date");
  expect(with_("2026-05-04")).toContain("future");
  expect(with_(today)).toBeUndefined();
});

test("without a reviewer the member says until when it is good; with one that can be left to the reviewer", () => {
  const with_ = (validUntil: string, reviewRequired: boolean) =>
    draftProblems(
      { files: files(1), completedDate: "", validUntil },
      opened({ validity: { type: "PerRequirement" }, reviewRequired }),
      today,
    ).validUntil;
  expect(with_("", false)).toContain("last valid day");
  expect(with_("", true)).toBeUndefined();
  expect(with_("2026-05-02", true)).toContain("has expired");
  expect(with_(today, false)).toBeUndefined();
});
