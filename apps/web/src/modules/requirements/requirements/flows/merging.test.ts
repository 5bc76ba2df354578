import { describe, expect, test } from "vitest";
import { again, fitting, merged } from "./merging.ts";

const answers = { name: "Ana", phone: "555 0100", days: ["Monday"] };

describe("answers of this page and another device", () => {
  test("what only one of them changed counts, whichever it was", () => {
    const theirs = { ...answers, phone: "555 0199" };
    const result = merged(answers, theirs, { name: "Anna" });
    expect(result.answers).toEqual({ ...answers, name: "Anna", phone: "555 0199" });
    expect(result.unsaved).toEqual({ name: "Anna" });
    expect(result.clashes).toEqual([]);
  });

  test("what both answered alike is not saved again", () => {
    const result = merged(answers, { ...answers, days: ["Monday", "Friday"] }, { days: ["Monday", "Friday"] });
    expect(result.unsaved).toEqual({});
    expect(result.clashes).toEqual([]);
  });

  test("what both answered otherwise is shown as it was typed here, and asked about; nothing of either is lost", () => {
    const result = merged(answers, { ...answers, phone: "555 0199" }, { phone: "555 0111", name: "Anna" });
    expect(result.answers.phone).toBe("555 0111");
    expect(result.unsaved).toEqual({ name: "Anna" });
    expect(result.clashes).toEqual([{ key: "phone", mine: "555 0111", theirs: "555 0199" }]);
  });

  test("an answer taken away here and changed there is asked about too, and the other way round", () => {
    expect(merged(answers, { ...answers, phone: "555 0199" }, { phone: null }).clashes).toEqual([
      { key: "phone", mine: null, theirs: "555 0199" },
    ]);
    const { phone: _, ...without } = answers;
    expect(merged(answers, without, { phone: "555 0111" }).clashes).toEqual([
      { key: "phone", mine: "555 0111", theirs: null },
    ]);
    const taken = merged(answers, { ...answers, name: "Anna" }, { phone: null });
    expect(taken.answers).toEqual({ name: "Anna", days: ["Monday"] });
    expect(taken.clashes).toEqual([]);
  });
});

describe("a page that is reloaded while it asks which answers to keep", () => {
  const theirs = { ...answers, phone: "555 0199" };

  test("asks again, by what the other device says by now; what was not asked about is saved", () => {
    const brought = { base: theirs, unsaved: { phone: "555 0111", name: "Anna" }, openKeys: ["phone"] };
    const later = { ...theirs, phone: "555 0200" };
    const result = again(brought, later);
    expect(result.clashes).toEqual([{ key: "phone", mine: "555 0111", theirs: "555 0200" }]);
    expect(result.unsaved).toEqual({ name: "Anna" });
    expect(result.answers).toEqual({ ...answers, phone: "555 0111", name: "Anna" });
  });

  test("asks nothing where both say the same by now, and asks of what only now is answered otherwise", () => {
    const same = again({ base: theirs, unsaved: { phone: "555 0199" }, openKeys: ["phone"] }, theirs);
    expect(same).toMatchObject({ clashes: [], unsaved: {} });
    const now = again({ base: answers, unsaved: { phone: "555 0111" }, openKeys: [] }, theirs);
    expect(now.clashes).toEqual([{ key: "phone", mine: "555 0111", theirs: "555 0199" }]);
    expect(now.unsaved).toEqual({});
  });
});

test("what was typed into a form that was changed goes into the fields that are still of its kind", () => {
  const field = (key: string, kind: string) => ({ key, kind });
  const formOf = (...fields: ReturnType<typeof field>[]) => ({ sections: [{ fields }] }) as never;
  const before = formOf(field("a", "text"), field("b", "text"), field("c", "choice"), field("d", "file"));
  const after = formOf(field("a", "text"), field("c", "date"), field("d", "file"));
  expect(fitting(before, after, { a: "kept", b: "gone", c: "M", d: "file-1" })).toEqual({ a: "kept" });
});
