import { lexer, type Token, type Tokens } from "marked";

/** A run of text with one style. `lineBreak`: the author broke the line here. Other line ends within a paragraph are spaces. */
export type MarkdownRun = {
  text: string;
  bold?: true;
  italic?: true;
  struck?: true;
  code?: true;
  lineBreak?: true;
};
type Look = Omit<MarkdownRun, "text" | "lineBreak">;
/** `href` is what the author typed. Only `leadsTo` may become a link, and it is null if a click could do harm. */
export type MarkdownLink = Look & { href: string; leadsTo: string | null; label: readonly MarkdownRun[] };
export type MarkdownInline = MarkdownRun | MarkdownLink;

export type MarkdownBlock =
  | { kind: "paragraph"; content: readonly MarkdownInline[] }
  | { kind: "heading"; depth: number; content: readonly MarkdownInline[] }
  | { kind: "quote"; blocks: readonly MarkdownBlock[] }
  /** `start` is null for bullets. Items of a loose list have space between them. */
  | { kind: "list"; start: number | null; loose: boolean; items: readonly (readonly MarkdownBlock[])[] }
  | { kind: "table"; header: readonly MarkdownCell[]; rows: readonly (readonly MarkdownCell[])[] }
  | { kind: "code"; text: string }
  | { kind: "rule" };
type MarkdownCell = readonly MarkdownInline[];

/** Why a text wasn't parsed as Markdown. */
export type MarkdownProblem = "tooManyMarks" | "nestedTooDeeply";

/**
 * The parser compares each of these characters with all of the following text, so more of them would keep it busy for seconds.
 */
export const mostMarkdownMarks = 3_000;
const marks = /[*_~[\]`]/g;

/** The deepest nesting of quotes and lists. */
const deepest = 32;
const nestedLine = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))){${deepest + 1}}`, "m");

/** The parser tries each part of a long word before an @ as the name of a mailbox. */
const longestMailbox = 1_000;
const hasEndlessMailbox = (text: string) =>
  [...text.matchAll(/[^\s@]+/g)].some(
    ({ 0: word, index }) => word.length > longestMailbox && text[index + word.length] === "@",
  );

/**
 * Parses Markdown into typed blocks. No block contains markup: HTML stays the typed text, and an image becomes its description.
 * Consecutive runs aren't joined, so a character that was escaped with a backslash is a run of its own.
 *
 * @returns the paragraphs as they were typed, with the reason, for a text that would take too long to parse.
 */
export function parseMarkdown(text: string): { blocks: MarkdownBlock[]; problem: MarkdownProblem | null } {
  const plain = (problem: MarkdownProblem) => ({ blocks: paragraphsOf(text), problem });
  if ((text.match(marks)?.length ?? 0) > mostMarkdownMarks || hasEndlessMailbox(text)) return plain("tooManyMarks");
  if (nestedLine.test(text)) return plain("nestedTooDeeply");
  try {
    const blocks = lexer(text).flatMap(blockOf);
    return depthOf(blocks) > deepest ? plain("nestedTooDeeply") : { blocks, problem: null };
  } catch (error) {
    if (error instanceof RangeError) return plain("nestedTooDeeply");
    throw error;
  }
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part): MarkdownBlock => ({ kind: "paragraph", content: [{ text: part }] }));

const depthOf = (blocks: readonly MarkdownBlock[]): number =>
  blocks.reduce((depth, block) => {
    if (block.kind === "quote") return Math.max(depth, 1 + depthOf(block.blocks));
    if (block.kind === "list") return Math.max(depth, 1 + depthOf(block.items.flat()));
    return depth;
  }, 0);

function blockOf(token: Token): MarkdownBlock[] {
  const { tokens } = token as Tokens.Generic;
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "hr":
      return [{ kind: "rule" }];
    case "heading":
      return [{ kind: "heading", depth: (token as Tokens.Heading).depth, content: inlinesOf(tokens) }];
    case "blockquote":
      return [{ kind: "quote", blocks: (tokens ?? []).flatMap(blockOf) }];
    case "list": {
      const { items, ordered, start, loose } = token as Tokens.List;
      return [{ kind: "list", start: ordered ? Number(start || 1) : null, loose, items: items.map(itemOf) }];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => inlinesOf(cell.tokens));
      return [{ kind: "table", header: cells(header), rows: rows.map(cells) }];
    }
    case "code":
      return [{ kind: "code", text: (token as Tokens.Code).text }];
    default:
      return [{ kind: "paragraph", content: tokens ? inlinesOf(tokens) : [{ text: textOf(token) }] }];
  }
}

/** Keeps an item's checkbox as it was typed, at the beginning of its first paragraph. */
function itemOf({ tokens }: Tokens.ListItem): MarkdownBlock[] {
  const [first, ...rest] = tokens;
  if (first?.type !== "checkbox") return tokens.flatMap(blockOf);
  const box: MarkdownRun = { text: first.raw };
  const [head, ...others] = rest.flatMap(blockOf);
  if (head?.kind === "paragraph") return [{ ...head, content: [box, ...head.content] }, ...others];
  return [{ kind: "paragraph", content: [box] }, ...(head ? [head, ...others] : [])];
}

const textOf = (token: Token) => ("text" in token ? String(token.text) : token.raw);

function inlinesOf(tokens: readonly Token[] = [], look: Look = {}): MarkdownInline[] {
  return tokens.flatMap((token): MarkdownInline[] => {
    const { tokens: inner } = token as Tokens.Generic;
    switch (token.type) {
      case "strong":
        return inlinesOf(inner, { ...look, bold: true });
      case "em":
        return inlinesOf(inner, { ...look, italic: true });
      case "del":
        return inlinesOf(inner, { ...look, struck: true });
      case "codespan":
        return [{ ...look, code: true, text: (token as Tokens.Codespan).text }];
      case "br":
        return [{ ...look, lineBreak: true, text: "\n" }];
      case "link": {
        const { href } = token as Tokens.Link;
        return [{ ...look, href, leadsTo: safeHref(href), label: inlinesOf(inner, look).flatMap(runsOf) }];
      }
      default:
        return inner ? inlinesOf(inner, look) : [{ ...look, text: textOf(token) }];
    }
  });
}

const runsOf = (inline: MarkdownInline): readonly MarkdownRun[] => ("label" in inline ? inline.label : [inline]);

/** Returns where a link may lead: a page of this site, a page on the web, or a mailbox. Null for anything else. */
function safeHref(href: string): string | null {
  const url = URL.parse(href, "https://this-site.invalid");
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol) ? href : null;
}
