import { type MarkdownBlock, type MarkdownInline, type MarkdownRun, parseMarkdown } from "@touchline/rules/markdown";
import { TextLink } from "@touchline/ui";
import { Fragment, type ReactNode, useMemo } from "react";
import classes from "./Markdown.module.css";

/** Headings as deep as the page has room for: its own title is the first. */
const headings = ["h2", "h2", "h3", "h4"] as const;

/** Markdown as elements of the page: no markup is ever made of text, so there is nothing to sanitize. */
export function Markdown({ text }: { text: string }) {
  const { blocks } = useMemo(() => parseMarkdown(text), [text]);
  return <div className={classes.text}>{each(blocks, block)}</div>;
}

const each = <Item,>(items: readonly Item[], render: (item: Item) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no ids
  items.map((item, index) => <Fragment key={index}>{render(item)}</Fragment>);

const inlines = (content: readonly MarkdownInline[]) => each(content, inline);

function block(it: MarkdownBlock): ReactNode {
  switch (it.kind) {
    case "heading": {
      const Heading = headings[it.depth - 1] ?? "h4";
      return <Heading>{inlines(it.content)}</Heading>;
    }
    case "paragraph":
      return <p>{inlines(it.content)}</p>;
    case "quote":
      return <blockquote>{each(it.blocks, block)}</blockquote>;
    case "list": {
      const List = it.start === null ? "ul" : "ol";
      const within = it.loose ? block : tight;
      return (
        <List start={it.start ?? undefined}>
          {each(it.items, (item) => (
            <li>{each(item, within)}</li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        <table>
          <thead>
            <tr>
              {each(it.header, (cell) => (
                <th>{inlines(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {each(it.rows, (row) => (
              <tr>
                {each(row, (cell) => (
                  <td>{inlines(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case "code":
      return (
        <pre>
          <code>{it.text}</code>
        </pre>
      );
    case "rule":
      return <hr />;
  }
}

/** A block of a list without space between its items. */
const tight = (it: MarkdownBlock) => (it.kind === "paragraph" ? inlines(it.content) : block(it));

function inline(it: MarkdownInline): ReactNode {
  if (!("label" in it)) return run(it);
  const label = each(it.label, run);
  return it.leadsTo === null ? label : <TextLink href={it.leadsTo}>{label}</TextLink>;
}

function run({ text, bold, italic, struck, code, lineBreak }: MarkdownRun): ReactNode {
  if (lineBreak) return <br />;
  const words = code ? <code>{text}</code> : text;
  const crossed = struck ? <del>{words}</del> : words;
  const heavy = bold ? <strong>{crossed}</strong> : crossed;
  return italic ? <em>{heavy}</em> : heavy;
}
