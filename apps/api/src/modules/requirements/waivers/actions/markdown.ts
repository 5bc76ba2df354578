import { lexer, type Token, type Tokens } from "marked";

export type Run = { text: string; bold?: boolean; italic?: boolean; mono?: boolean };
/** One paragraph on paper. `indent`: how many steps; `mark`: what stands before the first line of a list's item. */
export type Block = {
  as: "text" | "heading" | "quote" | "rule";
  runs: readonly Run[];
  indent: number;
  level?: number;
  mark?: string;
};

/** What may be emphasis is looked at against all of it that follows: more than anybody means is not looked at. */
const mostEmphasis = 3_000;

/** The paragraphs of a text in Markdown, as the page shows them; HTML stays the text that it is, pictures are named. */
export function blocksOf(text: string): Block[] {
  const plain = () =>
    text
      .split(/\n{2,}/)
      .filter((part) => part.trim() !== "")
      .map((part): Block => ({ as: "text", runs: [{ text: part }], indent: 0 }));
  if ((text.match(/[*_~[\]`]/g)?.length ?? 0) > mostEmphasis) return plain();
  try {
    return lexer(text).flatMap((token) => blockOf(token, 0));
  } catch (error) {
    // Quotes and lists too deep within one another.
    if (error instanceof RangeError) return plain();
    throw error;
  }
}

function blockOf(token: Token, indent: number): Block[] {
  const { tokens } = token as Tokens.Generic;
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "hr":
      return [{ as: "rule", runs: [], indent }];
    case "heading":
      return [{ as: "heading", runs: runsOf(tokens), indent, level: (token as Tokens.Heading).depth }];
    case "blockquote":
      return (tokens ?? [])
        .flatMap((one) => blockOf(one, indent + 1))
        .map((block) => (block.as === "text" ? { ...block, as: "quote" } : block));
    case "list":
      return listOf(token as Tokens.List, indent);
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const row = (cells: Tokens.TableCell[], bold: boolean): Block => ({
        as: "text",
        runs: cells.flatMap((cell, index) => [
          ...(index > 0 ? [{ text: " | " }] : []),
          ...runsOf(cell.tokens, bold ? { bold } : {}),
        ]),
        indent,
      });
      return [row(header, true), ...rows.map((cells) => row(cells, false))];
    }
    case "code":
      return [{ as: "text", runs: [{ text: token.text, mono: true }], indent: indent + 1 }];
    default:
      return [{ as: "text", runs: tokens ? runsOf(tokens) : [{ text: textOf(token) }], indent }];
  }
}

function listOf({ items, ordered, start }: Tokens.List, indent: number): Block[] {
  return items.flatMap((item, index) => {
    const [first, ...rest] = item.tokens.flatMap((one) => blockOf(one, indent + 1));
    const mark = ordered ? `${Number(start || 1) + index}.` : "•";
    const head: Block = first?.as === "text" && first.mark === undefined ? { ...first, mark } : emptyItem(indent, mark);
    return head.runs.length > 0 || !first ? [head, ...rest] : [head, first, ...rest];
  });
}

const emptyItem = (indent: number, mark: string): Block => ({ as: "text", runs: [], indent: indent + 1, mark });

const textOf = (token: Token) => ("text" in token ? String(token.text) : token.raw);

function runsOf(tokens: readonly Token[] = [], how: Omit<Run, "text"> = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    const { tokens: inner } = token as Tokens.Generic;
    switch (token.type) {
      case "strong":
        return runsOf(inner, { ...how, bold: true });
      case "em":
        return runsOf(inner, { ...how, italic: true });
      case "codespan":
        return [{ ...how, mono: true, text: token.text }];
      case "br":
        return [{ ...how, text: "\n" }];
      case "link": {
        const label = runsOf(inner, how);
        const said = label.map((run) => run.text).join("");
        // On paper nobody can press it: the address stands beside it.
        return said === token.href ? label : [...label, { ...how, text: ` (${token.href})` }];
      }
      default:
        return inner ? runsOf(inner, how) : [{ ...how, text: textOf(token) }];
    }
  });
}
