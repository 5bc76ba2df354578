import { type MarkdownBlock, type MarkdownInline, type MarkdownRun, parseMarkdown } from "@touchline/rules/markdown";

/** Words of a printed paragraph that look alike. */
type PrintedRun = { text: string; bold?: boolean; italic?: boolean; mono?: boolean; strike?: boolean };
/** One printed paragraph. `indent`: how many steps; `mark`: what stands before the first line of a list's item. */
export type TextBlock = {
  as: "text" | "heading" | "quote" | "rule";
  runs: readonly PrintedRun[];
  indent: number;
  level?: number;
  mark?: string;
};

/** The paragraphs that a template prints of a text in Markdown. */
export const textBlocks = (markdown: string): TextBlock[] =>
  parseMarkdown(markdown).blocks.flatMap((block) => printed(block, 0));

function printed(block: MarkdownBlock, indent: number): TextBlock[] {
  switch (block.kind) {
    case "rule":
      return [{ as: "rule", runs: [], indent }];
    case "heading":
      return [{ as: "heading", runs: runsOf(block.content), indent, level: block.depth }];
    case "quote":
      return block.blocks
        .flatMap((one) => printed(one, indent + 1))
        .map((one) => (one.as === "text" ? { ...one, as: "quote" } : one));
    case "list":
      return block.items.flatMap((item, index) =>
        itemOf(item, block.start === null ? "•" : `${block.start + index}.`, indent + 1),
      );
    case "table": {
      const row = (cells: typeof block.header, bold: boolean): TextBlock => ({
        as: "text",
        runs: cells.flatMap((cell, index) => [
          ...(index > 0 ? [{ text: " | " }] : []),
          ...runsOf(cell).map((run) => (bold ? { ...run, bold } : run)),
        ]),
        indent,
      });
      return [row(block.header, true), ...block.rows.map((cells) => row(cells, false))];
    }
    case "code":
      return [{ as: "text", runs: [{ text: block.text, mono: true }], indent: indent + 1 }];
    case "paragraph":
      return [{ as: "text", runs: runsOf(block.content), indent }];
  }
}

function itemOf(item: readonly MarkdownBlock[], mark: string, indent: number): TextBlock[] {
  const [first, ...rest] = item.flatMap((one) => printed(one, indent));
  if (first?.as === "text" && first.mark === undefined && first.runs.length > 0) return [{ ...first, mark }, ...rest];
  return [{ as: "text", runs: [], indent, mark }, ...(first ? [first, ...rest] : [])];
}

const runsOf = (content: readonly MarkdownInline[]): PrintedRun[] =>
  content.flatMap((inline) => {
    if (!("label" in inline)) return [runOf(inline)];
    const label = inline.label.map(runOf);
    const labelText = label.map(({ text }) => text).join("");
    // A link can't be clicked on paper, so its address is printed next to it.
    return labelText === inline.href ? label : [...label, runOf({ ...inline, text: ` (${inline.href})` })];
  });

const runOf = ({ text, bold, italic, struck, code }: MarkdownRun): PrintedRun => ({
  text,
  ...(bold && { bold }),
  ...(italic && { italic }),
  ...(code && { mono: true }),
  ...(struck && { strike: true }),
});
