import type { MailWords, Placeholder } from "@touchline/contract/messages/mail-texts";
import { type MarkdownBlock, type MarkdownInline, mostMarkdownMarks, parseMarkdown } from "@touchline/rules/markdown";
import { type MailPart, safeAddress, type TextRun } from "./parts.ts";

/** A problem with a text, described for its author. */
export type TextProblem = { field: keyof MailWords; message: string };
/** The values of placeholders: text, or blocks of their own. */
export type Values = Readonly<Record<string, string | readonly MailPart[]>>;

/** A paragraph that consists of one placeholder. `label`: the text of a link to it. */
type Alone = { alone: string; label: string | null };
type Written = { as: "paragraph" | "heading" | "quote"; runs: readonly TextRun[] };
type Listed = { items: readonly (readonly TextRun[])[]; start: number | null };
type Inner = Written | Listed | { rule: true };
type Block = Alone | Inner;

/** The address of a link that the mail itself provides. */
const toLink = "{link}";
const marks = /\{([^{}\n]*)\}/g;
const nameIn = (inside: string) => inside.trim().replaceAll(/\s+/g, " ").toLowerCase();
const namesIn = (text: string) => [...text.matchAll(marks)].map((match) => nameIn(match[1] ?? ""));

/** The maximum number of emphasized parts in a mail, because one text is rendered for thousands of mails. */
const mostEmphasis = 300;
const emphasis = /[*_~]/g;

/**
 * Parses a text into the blocks of a mail.
 *
 * @returns an error sentence if it has too much emphasis or is nested too deeply.
 */
function blocksOf(body: string): Block[] | string {
  const marked = body.match(emphasis)?.length ?? 0;
  if (marked > mostEmphasis) {
    return `This text uses *, _, and ~ ${marked.toLocaleString("en")} times. Use them at most ${mostEmphasis} times.`;
  }
  const { blocks, problem } = parseMarkdown(body);
  if (problem === "nestedTooDeeply") return "Quotes or lists are nested too deeply. Use fewer levels.";
  if (problem === "tooManyMarks") {
    return `This text is too complex. Use [, ], and \` at most ${mostMarkdownMarks.toLocaleString("en")} times, and shorter words.`;
  }
  return blocks.map((block) => (block.kind === "paragraph" && aloneIn(block.content)) || innerOf(block));
}

function innerOf(block: MarkdownBlock): Inner {
  switch (block.kind) {
    case "paragraph":
      return { as: "paragraph", runs: runsOf(block.content) };
    case "heading":
      return { as: "heading", runs: runsOf(block.content) };
    case "quote":
      return { as: "quote", runs: joined(block.blocks.map(innerOf)) };
    case "list":
      return { items: block.items.map((item) => joined(item.map(innerOf))), start: block.start };
    case "table": {
      const lines = [block.header, ...block.rows].map((row) => between(row.map(runsOf), " | "));
      return { as: "paragraph", runs: between(lines, "\n") };
    }
    case "code":
      return { as: "paragraph", runs: [{ text: block.text, code: true }] };
    case "rule":
      return { rule: true };
  }
}

const between = (parts: readonly (readonly TextRun[])[], text: string): TextRun[] =>
  parts.flatMap((runs, at) => (at === 0 ? runs : [{ text }, ...runs]));

/** Joins several blocks as lines of one. */
const joined = (blocks: readonly Inner[]): TextRun[] =>
  blocks.flatMap((block, at) => {
    const before = at === 0 ? [] : [{ text: "\n" }];
    if ("runs" in block) return [...before, ...block.runs];
    if ("items" in block)
      return [...before, ...block.items.flatMap((item) => [{ text: "\n- " }, ...item]).slice(at ? 0 : 1)];
    return [...before, { text: "---" }];
  });

function aloneIn(content: readonly MarkdownInline[]): Alone | null {
  const [only, ...others] = content;
  if (!only || others.length > 0) return null;
  if ("label" in only) {
    return only.href === toLink ? { alone: "link", label: only.label.map(({ text }) => text).join("") } : null;
  }
  const { text, ...look } = only;
  const [name, ...more] = namesIn(text);
  const all = Object.keys(look).length === 0 && text.trim().replaceAll(marks, "") === "" && more.length === 0;
  return all && name !== undefined ? { alone: name, label: null } : null;
}

const runsOf = (content: readonly MarkdownInline[]): TextRun[] =>
  content.flatMap((inline): TextRun[] => {
    if (!("label" in inline)) return [inline];
    return inline.label.map((run) => ({ ...run, href: inline.href }));
  });

const runsIn = (block: Block): readonly TextRun[] =>
  "runs" in block ? block.runs : "items" in block ? block.items.flat() : [];

/** Lists what prevents a text from being saved: unknown, missing or misplaced placeholders, and unsafe links. */
export function problemsOf({ subject, body }: MailWords, placeholders: readonly Placeholder[]): TextProblem[] {
  const blocks = blocksOf(body);
  if (typeof blocks === "string") return [{ field: "body", message: blocks }];
  const known = new Map(placeholders.map((one) => [one.name, one]));
  const listed = placeholders.map(({ name }) => `{${name}}`).join(", ");
  const unknown = (field: keyof MailWords, name: string): TextProblem[] =>
    known.has(name)
      ? []
      : [{ field, message: `{${name}} isn't a placeholder of this email. Use one of these: ${listed}.` }];
  const misplaced = (name: string): TextProblem[] =>
    known.get(name)?.alone && name !== "link"
      ? [{ field: "body", message: `Put {${name}} in its own paragraph, with an empty line before and after.` }]
      : [];
  const inSubject = namesIn(subject);
  const runs = blocks.flatMap(runsIn);
  const inRuns = runs.flatMap(({ text }) => namesIn(text));
  const alone = blocks.flatMap((block) => ("alone" in block ? [block.alone] : []));
  const linked = runs.some(({ href }) => href === toLink) ? ["link"] : [];
  const there = new Set([...inRuns, ...alone, ...linked]);
  const wrongLinks = runs.flatMap(({ href, text }) => {
    if (href === undefined || href === toLink) return [];
    if (braces.test(href)) {
      const message = "A web address can't contain a placeholder. Use {link} by itself, or a complete address.";
      return [{ field: "body" as const, message }];
    }
    // A bare address, also without its scheme, becomes no link if it is unsafe.
    const harmless = text === href || `http://${text}` === href || safeAddress(href) !== null;
    return harmless
      ? []
      : [{ field: "body" as const, message: `The link to ${href} must begin with https:// or mailto:.` }];
  });
  const found = [
    ...inSubject.flatMap((name) =>
      known.get(name)?.alone
        ? [{ field: "subject" as const, message: `{${name}} can't be used in the subject. Use it in the text.` }]
        : unknown("subject", name),
    ),
    ...[...inRuns, ...alone, ...linked].flatMap((name) => unknown("body", name)),
    ...inRuns.flatMap(misplaced),
    ...wrongLinks,
    ...placeholders
      .filter(({ name, needed }) => needed && !there.has(name))
      .map(({ name }) => ({ field: "body" as const, message: `{${name}} is missing. Add it to the text.` })),
  ];
  return [...new Map(found.map((one) => [`${one.field} ${one.message}`, one])).values()];
}

const braces = /[{}]|%7[bd]/i;

/** Parses a text once, for many mails. */
export function compileText({ subject, body }: MailWords): (values: Values) => { subject: string; parts: MailPart[] } {
  const read = blocksOf(body);
  const blocks = typeof read === "string" ? [{ as: "paragraph" as const, runs: [{ text: body }] }] : read;
  return (values) => {
    const link = linkIn(values);
    const filled = (text: string) =>
      text.replaceAll(marks, (typed, inside: string) => {
        const value = values[nameIn(inside)];
        return typeof value === "string" ? value : typed;
      });
    const run = ({ href, text, ...style }: TextRun): TextRun[] => {
      const leads = href === toLink ? link?.link : href && safeAddress(href);
      if (href !== undefined) return [{ ...style, text: filled(text), ...(leads && { href: leads }) }];
      return text
        .split(/(\{\s*link\s*\})/i)
        .filter((piece) => piece !== "")
        .map((piece) =>
          link && namesIn(piece).includes("link")
            ? { ...style, text: link.label, href: link.link }
            : { ...style, text: filled(piece) },
        );
    };
    const says = (runs: readonly TextRun[]) => runs.some(({ text }) => text.trim() !== "");
    const parts = blocks.flatMap((block): MailPart[] => {
      if ("rule" in block) return [block];
      if ("items" in block) return [{ ...block, items: block.items.map((runs) => runs.flatMap(run)) }];
      if ("runs" in block) {
        const runs = block.runs.flatMap(run);
        return says(runs) ? [{ as: block.as, runs }] : [];
      }
      const value = values[block.alone];
      if (typeof value === "string") return value.trim() === "" ? [] : [{ as: "paragraph", runs: [{ text: value }] }];
      if (value === undefined) return [{ as: "paragraph", runs: [{ text: `{${block.alone}}` }] }];
      return value.map((part) =>
        "link" in part && block.label !== null ? { ...part, label: filled(block.label) } : part,
      );
    });
    return { subject: filled(subject), parts };
  };
}

function linkIn({ link }: Values): { link: string; label: string } | undefined {
  const [part] = Array.isArray(link) ? (link as readonly MailPart[]) : [];
  return part && "link" in part ? part : undefined;
}

/** Returns a mail as the source text that `compileText` parses, for texts whose fields contain placeholders. */
export function asTyped({ subject, parts }: { subject: string; parts: readonly MailPart[] }, block: string): MailWords {
  const body = parts.map((part) => {
    if ("say" in part) return part.say;
    if ("link" in part) return `[${part.label}](${toLink})`;
    return `{${block}}`;
  });
  return { subject, body: body.join("\n\n") };
}
