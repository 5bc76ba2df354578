import { expect, test } from "vitest";
import { fileText, resultOf } from "./words.ts";

const made = { kind: "members.export", state: "done", done: 1204, createdAt: "2026-05-01T12:00:00Z" } as const;
const at = (day: string) => Date.parse(`2026-05-${day}T12:00:00Z`);

test("a file's text says what is in it and until when it is kept", () => {
  expect(fileText(made, at("02"), "UTC")).toEqual({
    there: true,
    text: expect.stringMatching(/^1,204 members are in the file\. It is kept until .*8/),
  });
  expect(fileText({ ...made, done: 1 }, at("02"), "UTC")?.text).toMatch(/^1 member is in the file/);
  expect(fileText({ ...made, kind: "forms.exportAnswers", done: 1 }, at("02"), "UTC")?.text).toMatch(/^The answers/);
});

test("after its days nothing is offered anymore, and it says so", () => {
  expect(fileText(made, at("08") - 1, "UTC")?.there).toBe(true);
  expect(fileText(made, at("08"), "UTC")).toEqual({
    there: false,
    text: "The file was deleted after 7 days. Export it again.",
  });
});

test("where no file was made, nothing is said of one", () => {
  expect(fileText({ ...made, done: 0 }, at("02"), "UTC")).toBeNull();
  expect(fileText({ ...made, state: "canceled" }, at("02"), "UTC")).toBeNull();
  expect(fileText({ ...made, kind: "members.move" }, at("02"), "UTC")).toBeNull();
});

test("a task that left somebody out, or everybody, is not called a success", () => {
  const came = (done: number, skipped: number, failed: number) =>
    resultOf({ kind: "members.move", undoOf: null, state: "done", done, skipped, failed }).heading;
  expect(came(0, 2, 0)).toBe("Move members: nothing was changed");
  expect(came(3, 2, 1)).toBe("Move members: not done for everyone");
  expect(came(3, 2, 0)).toBe("Move members: done");
  expect(came(0, 0, 0)).toBe("Move members: done");
  const undone = { kind: "members.move", undoOf: "a task", state: "canceled", done: 0, skipped: 2, failed: 0 } as const;
  expect(resultOf(undone).heading).toBe("Undo: Move members: canceled");
});
