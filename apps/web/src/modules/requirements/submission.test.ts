import fc from "fast-check";
import { expect, test } from "vitest";
import { opened } from "./samples.ts";
import { draftProblems, progressOf, withFiles } from "./submission.ts";

const file = (name: string, size = 3) => new File(["x".repeat(size)], name, { lastModified: 1 });
const chosen = (...files: File[]) => withFiles([], files, counter());
function counter() {
  let last = 0;
  return () => `${++last}`;
}
const today = "2026-05-03";

test("nothing can be sent without a file, nor with more than five", () => {
  const draft = { completedDate: "", validUntil: "" };
  expect(draftProblems({ ...draft, files: [] }, opened(), today).files).toContain("Choose the document");
  const six = Array.from({ length: 6 }, (_, index) => file(`${index}.pdf`));
  expect(draftProblems({ ...draft, files: chosen(...six) }, opened(), today).files).toContain("Remove 1");
  expect(draftProblems({ ...draft, files: chosen(...six.slice(1)) }, opened(), today)).toEqual({});
});

test("where the day of completion is asked, it is given and not in the future", () => {
  const requirement = opened({ asksCompletionDate: true });
  const with_ = (completedDate: string) =>
    draftProblems({ files: chosen(file("a.pdf")), completedDate, validUntil: "" }, requirement, today).completedDate;
  expect(with_("")).toContain("Give the day");
  expect(with_("2026-05-04")).toContain("future");
  expect(with_(today)).toBeUndefined();
});

test("without a reviewer the member says until when it is good; with one that can be left to the reviewer", () => {
  const with_ = (validUntil: string, reviewRequired: boolean) =>
    draftProblems(
      { files: chosen(file("a.pdf")), completedDate: "", validUntil },
      opened({ validity: { type: "PerRequirement" }, reviewRequired }),
      today,
    ).validUntil;
  expect(with_("", false)).toContain("last day");
  expect(with_("", true)).toBeUndefined();
  expect(with_("2026-05-02", true)).toContain("expired already");
  expect(with_(today, false)).toBeUndefined();
});

test("the same photo tapped twice is one file; another of the same name is another", () => {
  const first = chosen(file("image.jpg"));
  expect(withFiles(first, [file("image.jpg")], counter())).toHaveLength(1);
  expect(withFiles(first, [file("image.jpg", 4)], counter())).toHaveLength(2);
});

test("files travel one after the other, and all have arrived when everything has", () => {
  const files = [{ size: 100 }, { size: 300 }];
  expect(progressOf(files, 0, 500)).toEqual([0, 0]);
  expect(progressOf(files, 150, 500)).toEqual([0.5, 0]);
  expect(progressOf(files, 350, 500)).toEqual([1, 0.5]);
  expect(progressOf(files, 500, 500)).toEqual([1, 1]);
});

test("progress never leaves 0 to 1, nor goes back", () => {
  const sizes = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sizes, fc.nat(5_000), fc.double({ min: 0, max: 1, noNaN: true }), (all, extra, share) => {
      const files = all.map((size) => ({ size }));
      const total = all.reduce((sum, size) => sum + size, extra);
      const before = progressOf(files, Math.floor((total * share) / 2), total);
      const after = progressOf(files, Math.floor(total * share), total);
      after.forEach((value, index) => {
        expect(value).toBeGreaterThanOrEqual(before[index] ?? 0);
        expect(value).toBeLessThanOrEqual(1);
      });
    }),
  );
});
