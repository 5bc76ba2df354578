import { expect, test } from "vitest";
import { textBlocks } from "./text-blocks.ts";

test("lists are printed item by item, each with its mark and its step", () => {
  expect(textBlocks("2. a\n3. **b**\n   - c\n\n> d")).toEqual([
    { as: "text", runs: [{ text: "a" }], indent: 1, mark: "2." },
    { as: "text", runs: [{ text: "b", bold: true }], indent: 1, mark: "3." },
    { as: "text", runs: [{ text: "c" }], indent: 2, mark: "•" },
    { as: "quote", runs: [{ text: "d" }], indent: 1 },
  ]);
});

test("a link is printed with its address beside it, also where it may not be clicked on a page", () => {
  expect(textBlocks("*[a](https://b.example)* www.c.example [d](javascript:e)")).toEqual([
    {
      as: "text",
      indent: 0,
      runs: [
        { text: "a", italic: true },
        { text: " (https://b.example)", italic: true },
        { text: " " },
        { text: "www.c.example" },
        { text: " (http://www.c.example)" },
        { text: " " },
        { text: "d" },
        { text: " (javascript:e)" },
      ],
    },
  ]);
});

test("struck words are printed struck, as the page showed them to the signer", () => {
  expect(textBlocks("~~a~~ `b`")).toEqual([
    { as: "text", indent: 0, runs: [{ text: "a", strike: true }, { text: " " }, { text: "b", mono: true }] },
  ]);
});

test("a table is printed as lines, its header in bold", () => {
  expect(textBlocks("| a | b |\n|---|---|\n| c | d |")).toEqual([
    { as: "text", indent: 0, runs: [{ text: "a", bold: true }, { text: " | " }, { text: "b", bold: true }] },
    { as: "text", indent: 0, runs: [{ text: "c" }, { text: " | " }, { text: "d" }] },
  ]);
});
