import { TextLink } from "@touchline/ui";
import { lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, useMemo } from "react";
import classes from "./Markdown.module.css";
import { safeHref } from "./safe-href.ts";

/** Headings as deep as the page has room for: its own title is the first. */
const headings = ["h2", "h2", "h3", "h4"] as const;

/**
 * Markdown as elements of the page: no markup is ever made of text, so that there is nothing to clean. HTML in it is shown as
 * it was typed; pictures are named, not loaded.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <div className={classes.text}>{nodes(tokens)}</div>;
}

const nodes = (tokens: readonly Token[] = []): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no ids
  tokens.map((token, index) => <Fragment key={index}>{node(token)}</Fragment>);

function node(token: Token): ReactNode {
  const { tokens } = token as Tokens.Generic;
  switch (token.type) {
    case "heading": {
      const Heading = headings[token.depth - 1] ?? "h4";
      return <Heading>{nodes(tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{nodes(tokens)}</p>;
    case "list":
      return list(token as Tokens.List);
    case "blockquote":
      return <blockquote>{nodes(tokens)}</blockquote>;
    case "strong":
      return <strong>{nodes(tokens)}</strong>;
    case "em":
      return <em>{nodes(tokens)}</em>;
    case "del":
      return <del>{nodes(tokens)}</del>;
    case "link": {
      const href = safeHref((token as Tokens.Link).href);
      return href === null ? nodes(tokens) : <TextLink href={href}>{nodes(tokens)}</TextLink>;
    }
    case "table":
      return table(token as Tokens.Table);
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "codespan":
      return <code>{token.text}</code>;
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "space":
    case "def":
      return null;
    case "escape":
      return token.text;
    case "text":
      return tokens ? nodes(tokens) : token.text;
    default:
      return "text" in token ? token.text : token.raw;
  }
}

function list({ ordered, start, items }: Tokens.List) {
  const List = ordered ? "ol" : "ul";
  return (
    <List start={ordered && start !== "" ? start : undefined}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids
        <li key={index}>{nodes(item.tokens)}</li>
      ))}
    </List>
  );
}

function table({ header, rows }: Tokens.Table) {
  const cells = (row: Tokens.TableCell[], Cell: "th" | "td") =>
    row.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids
      <Cell key={index}>{nodes(cell.tokens)}</Cell>
    ));
  return (
    <table>
      <thead>
        <tr>{cells(header, "th")}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids
          <tr key={index}>{cells(row, "td")}</tr>
        ))}
      </tbody>
    </table>
  );
}
