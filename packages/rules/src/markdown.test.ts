import { describe, expect, test } from "vitest";
import { type MarkdownBlock, mostMarkdownMarks, parseMarkdown } from "./markdown.ts";

const blocks = (text: string) => {
  const { blocks, problem } = parseMarkdown(text);
  expect(problem).toBeNull();
  return blocks;
};
const inlines = (text: string) => {
  const [first] = blocks(text);
  return first?.kind === "paragraph" ? first.content : [];
};
/** Returns all strings in a value, one after the other. */
const strings = (value: unknown): string =>
  typeof value === "string"
    ? value
    : typeof value === "object" && value !== null
      ? Object.values(value).map(strings).join("")
      : "";

describe("Markdown is read as typed blocks", () => {
  test("headings, paragraphs, quotes, rules and code", () => {
    expect(blocks("## Rules\n\nNever alone.\n\n> Always\n> two\n\n---\n\n    code")).toEqual([
      { kind: "heading", depth: 2, content: [{ text: "Rules" }] },
      { kind: "paragraph", content: [{ text: "Never alone." }] },
      { kind: "quote", blocks: [{ kind: "paragraph", content: [{ text: "Always\ntwo" }] }] },
      { kind: "rule" },
      { kind: "code", text: "code" },
    ]);
  });

  test("lists within lists, with their first number", () => {
    const item = (text: string): MarkdownBlock => ({ kind: "paragraph", content: [{ text }] });
    expect(blocks("3. three\n4. four\n   - deeper")).toEqual([
      {
        kind: "list",
        start: 3,
        loose: false,
        items: [
          [item("three")],
          [item("four"), { kind: "list", start: null, loose: false, items: [[item("deeper")]] }],
        ],
      },
    ]);
    expect(blocks("- a\n\n- b")).toMatchObject([{ loose: true, items: [[item("a")], [item("b")]] }]);
  });

  test("tables, cell by cell", () => {
    expect(blocks("| a | b |\n|---|---|\n| c | **d** |")).toEqual([
      {
        kind: "table",
        header: [[{ text: "a" }], [{ text: "b" }]],
        rows: [[[{ text: "c" }], [{ text: "d", bold: true }]]],
      },
    ]);
  });

  test("emphasis within emphasis, code, struck words and line breaks", () => {
    expect(inlines("a **b *c*** ~~d~~ `e`  \nf")).toEqual([
      { text: "a " },
      { text: "b ", bold: true },
      { text: "c", bold: true, italic: true },
      { text: " " },
      { text: "d", struck: true },
      { text: " " },
      { text: "e", code: true },
      { text: "\n", lineBreak: true },
      { text: "f" },
    ]);
  });

  test("a checkbox of a list stays what was typed", () => {
    expect(blocks("- [ ] I agree")).toMatchObject([
      { items: [[{ kind: "paragraph", content: [{ text: "[ ] " }, { text: "I agree" }] }]] },
    ]);
  });

  test("a character that was escaped stands by itself", () => {
    expect(inlines("\\{name\\}")).toEqual([{ text: "{" }, { text: "name" }, { text: "}" }]);
  });

  test("an image becomes its description, and HTML stays what was typed", () => {
    expect(inlines("![a pixel](https://elsewhere.example/pixel.png)")).toEqual([{ text: "a pixel" }]);
    expect(inlines("a <b onclick=x>b</b>").map(strings).join("")).toBe("a <b onclick=x>b</b>");
    expect(blocks("<script>\nalert(1)\n</script>")).toEqual([
      { kind: "paragraph", content: [{ text: "<script>\nalert(1)\n</script>" }] },
    ]);
  });
});

describe("a link", () => {
  test.each([
    "/policies/terms-of-service",
    "https://example.org/a?b#c",
    "http://a.example",
    "mailto:help@example.org",
    "#whom",
  ])("to %s leads there", (href) =>
    expect(inlines(`[x](${href})`)).toEqual([{ href, leadsTo: href, label: [{ text: "x" }] }]),
  );

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "<\u0001javascript:alert(1)>",
    "<java\tscript:alert(1)>",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "http://[",
  ])("to %j leads nowhere", (href) => {
    for (const inline of [...inlines(`[x](${href})`), ...inlines(`[x]\n\n[x]: ${href}`)]) {
      if ("label" in inline) expect(inline.leadsTo).toBeNull();
    }
  });

  test("keeps the address that was typed, for whoever prints it", () => {
    expect(inlines("**[x](javascript:1)**")).toEqual([
      { href: "javascript:1", leadsTo: null, bold: true, label: [{ text: "x", bold: true }] },
    ]);
  });
});

describe("a hostile text of 100,000 characters", () => {
  const long = 100_000;
  const filled = (piece: string) => piece.repeat(Math.ceil(long / piece.length)).slice(0, long);

  test.each([
    ...[">", "> ", "- ", "1. ", "* > ", "#", "# "],
    ...["*", "_a*", "~~", "**a", "[", "[a](", "![", "`", "`a``", "[a]: b\n"],
    ...["<", "<a ", "<a b='", "<!--", "a <!--", "<![CDATA[", "<?", "<http://", "&", "&#"],
    ...["|a", "|\n", "a\n=\n", "```\n", "\\", "(", "\t", " \n", "\n", "a  \n", "- a\n\n", "> a\n"],
    ...["www.", "http://", "a@", "a.", "a-b_", "@", ":"],
  ])("made of %j is read within five seconds", (piece) => {
    for (const text of [filled(piece), `${filled(piece)}@`, `${filled(piece)}\n\nx`]) {
      const began = performance.now();
      const { blocks } = parseMarkdown(text);
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(Array.isArray(blocks)).toBe(true);
    }
  });

  test("with too many marks, or a mailbox without end, is paragraphs as they were typed", () => {
    for (const text of ["_a*".repeat(mostMarkdownMarks), `${"a.".repeat(long / 2)}@`]) {
      expect(parseMarkdown(text)).toEqual({
        problem: "tooManyMarks",
        blocks: [{ kind: "paragraph", content: [{ text }] }],
      });
    }
  });

  test("nested without end is paragraphs as they were typed, however it is nested", () => {
    const byIndent = Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
    for (const text of [">".repeat(long), "> ".repeat(100), "- ".repeat(100), "1. ".repeat(100), byIndent]) {
      expect(parseMarkdown(text)).toEqual({
        problem: "nestedTooDeeply",
        blocks: [{ kind: "paragraph", content: [{ text }] }],
      });
    }
    expect(parseMarkdown(`${"> ".repeat(20)}a`).problem).toBeNull();
    expect(blocks("-".repeat(80))).toEqual([{ kind: "rule" }]);
  });
});

test.each(["**", "[a](", "```\n", "> ", "- ", "<b", "<!--", "`", "~~a", "| a |\n|", "[a]: ", "![", "1."])(
  "what was begun with %j and never ended loses no word",
  (begun) => {
    expect(strings(parseMarkdown(`before\n\n${begun}some words`).blocks)).toContain("some words");
  },
);
