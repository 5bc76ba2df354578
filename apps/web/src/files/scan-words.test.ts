import { expect, test } from "vitest";
import { scanRemark } from "./scan-remarks.ts";
import { closedText, uncheckedText } from "./scan-words.ts";

const email = "help@example.org";
const clean = { scan: "clean", opens: true } as const;
const failed = { scan: "failed", opens: false } as const;

test("a file that could not be checked is told apart from one that is being checked, with what to do", () => {
  const text = closedText(failed, email);
  expect(text).toContain("could not be checked");
  expect(text).toContain("tried again every ten minutes");
  expect(text).toContain(`write to ${email}`);
  expect(text).not.toContain("is being checked");
  expect(closedText({ scan: "unscanned", opens: false }, email)).toContain("is being checked");
  expect(scanRemark({ scan: "failed", extension: "pdf" })).not.toContain("being checked");
});

test("what opens is shown, and what harms never, whoever sent it", () => {
  expect(closedText(clean, email)).toBeNull();
  expect(closedText({ scan: "failed", opens: true }, email)).toBeNull();
  expect(closedText({ scan: "infected", opens: true }, email)).toContain("nobody can open it");
});

test("whoever sent them hears how many could not be checked, that they need do nothing, and who opens them until then", () => {
  expect(uncheckedText([clean, { scan: "unscanned", opens: true }])).toBeNull();
  const mine = { scan: "failed", opens: true } as const;
  expect(uncheckedText([mine])).toMatch(/^The file could not .*You need not do anything.*only you can open it/);
  expect(uncheckedText([clean, mine])).toMatch(/^One file could not /);
  expect(uncheckedText([mine, mine, clean])).toMatch(/^2 files could not .*open them/);
  expect(uncheckedText([failed])).toMatch(/only whoever sent it can open it\.$/);
});

test("an archive that no scanner has looked at is said to be not checked inside; nothing else is", () => {
  expect(scanRemark({ scan: "checked", extension: "zip" })).toBe(", not checked inside");
  expect(scanRemark({ scan: "checked", extension: "xls" })).toBe(", not checked inside");
  expect(scanRemark({ scan: "clean", extension: "zip" })).toBe("");
  expect(scanRemark({ scan: "checked", extension: "pdf" })).toBe("");
});
