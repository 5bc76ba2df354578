import { expect, test } from "vitest";
import { fileDetails } from "./scan-remarks.ts";
import { closedText, uncheckedText } from "./scan-words.ts";

const email = "help@example.org";
const clean = { scan: "clean", opens: true } as const;
const failed = { scan: "failed", opens: false } as const;

test("a file that couldn't be checked is told apart from one that is being checked, with what to do", () => {
  const text = closedText(failed, email);
  expect(text).toContain("couldn't be scanned");
  expect(text).toContain("try again every 10 minutes");
  expect(text).toContain(`contact ${email}`);
  expect(text).not.toContain("is being scanned");
  expect(closedText({ scan: "unscanned", opens: false }, email)).toContain("is being scanned");
  expect(fileDetails({ scan: "failed", extension: "pdf" }, "1 kB")).toBe("1 kB · Not scanned yet");
});

test("files that open are shown, and harmful files are never shown, not even to their senders", () => {
  expect(closedText(clean, email)).toBeNull();
  expect(closedText({ scan: "failed", opens: true }, email)).toBeNull();
  expect(closedText({ scan: "infected", opens: true }, email)).toContain("no one can open it");
});

test("the sender is told how many couldn't be checked, that there is nothing to do, and who can open them until then", () => {
  expect(uncheckedText([clean, { scan: "unscanned", opens: true }])).toBeNull();
  const mine = { scan: "failed", opens: true } as const;
  expect(uncheckedText([mine])).toMatch(/^1 file couldn't .*You don't need to do anything.*only you can open it/);
  expect(uncheckedText([clean, mine])).toMatch(/^1 file couldn't /);
  expect(uncheckedText([mine, mine, clean])).toMatch(/^2 files couldn't .*open them/);
  expect(uncheckedText([failed])).toMatch(/only the person who submitted it can open it\.$/);
});

test("an archive that no scanner has looked at is said to be not scanned inside; nothing else is", () => {
  const details = (scan: "checked" | "clean", extension: string) => fileDetails({ scan, extension }, "1 kB");
  expect(details("checked", "zip")).toBe("1 kB · Contents not scanned");
  expect(details("checked", "xls")).toBe("1 kB · Contents not scanned");
  expect(details("clean", "zip")).toBe("1 kB");
  expect(details("checked", "pdf")).toBe("1 kB");
});
