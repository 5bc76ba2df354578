import { readableAccent } from "@touchline/contract/accounts/colors";
import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import type { Unsubscribable } from "@touchline/contract/messages/unsubscribe";
import type { Site } from "../../../../call.ts";
import { oneClickAddress, unsubscribePath, unsubscribeWords } from "./unsubscribe.ts";

export { type MailLanguage, mailLanguages } from "@touchline/contract/messages/mail-preferences";

/** Formats that depend on the language: a day, a list of names. */
export type InEach = Readonly<Record<MailLanguage, string>>;

/** A part of a paragraph. `href`: a path in the product, or an external address that `safeAddress` allowed. */
export type TextRun = {
  text: string;
  bold?: boolean;
  italic?: boolean;
  struck?: boolean;
  code?: boolean;
  href?: string;
};

/** A block of a mail. `link` is a path in the product; the host comes from the settings. */
export type MailPart =
  | { say: string }
  | { quote: string }
  | { list: readonly string[] }
  | { link: string; label: string }
  | { as: "paragraph" | "heading" | "quote"; runs: readonly TextRun[] }
  | { items: readonly (readonly TextRun[])[]; start: number | null }
  | { rule: true };

/** The sender whose name and logo a mail shows. */
export type Sender = { name: string; accentColor: string; hasLogo: boolean };
/**
 * A mail in both formats. `from`: the displayed sender. `logo`: the HTML shows the attached picture. `unsubscribe`: the
 * address for a mail program's one-click unsubscribe.
 */
export type MailContent = {
  subject: string;
  text: string;
  html: string;
  from?: string;
  logo?: true;
  unsubscribe?: string;
};

/** One kind of mail with its text in each language. The text and HTML formats are both made from it. */
export type MailKind<Fields> = {
  readonly [Language in MailLanguage]: (fields: Fields) => { subject: string; parts: MailPart[] };
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 200);

const closing: Record<MailLanguage, (supportEmail: string) => string> = {
  en: (email) => `This email was sent by Touchline. Questions? Write to ${email}.`,
  es: (email) => `Este correo lo envía Touchline. ¿Preguntas? Escribe a ${email}.`,
};

/** The text before the address that repeats the button's link. */
const byAddress: Record<MailLanguage, string> = {
  en: "Or open this address in your browser:",
  es: "O abre esta dirección en tu navegador:",
};

const paragraph = 'style="margin:0 0 16px;white-space:pre-line"';
const heading = 'style="margin:24px 0 12px;font-size:18px;line-height:1.3"';
const quoted =
  'class="quote" style="margin:0 0 16px;padding:8px 16px;border-left:3px solid #8a94a6;white-space:pre-line"';
const quiet = (more: string) => `class="quiet" style="${more};color:#5a6478;font-size:14px"`;
const linked = 'class="link" style="color:#1c4f8a"';
const address = 'class="link" style="color:#1c4f8a;word-break:break-all"';
const button = (color: string) =>
  `class="button" style="display:inline-block;padding:10px 20px;border:1px solid ${color};border-radius:6px;background:${color};color:#ffffff;text-decoration:none"`;
/**
 * Colors for mail programs with dark mode; others use the inline colors. Inline styles win over a rule unless it is marked as
 * important.
 */
const dark = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (prefers-color-scheme:dark){",
  ".mail{background:#14181f!important;color:#e6e9ef!important}",
  ".quiet{color:#a3acbb!important}",
  ".quote{border-color:#5a6478!important}",
  ".link{color:#9cc2f5!important}",
  ".button{border-color:#5a6478!important}",
  "}",
].join("");
/** The accent color of mails that aren't from an organization. */
const ownAccent = "#1c4f8a";

/** The content id of the attached logo. */
export const logoContentId = "logo";
const logoTag = /<p data-logo[^>]*><img [^>]*><\/p>/;
const logoSource = `src="cid:${logoContentId}"`;
const logoLine = (name: string) =>
  `<p data-logo style="margin:0 0 24px"><img ${logoSource} alt="${escaped(name)}" width="48" height="48" style="display:block;border:0"></p>`;

/** Returns the HTML of a mail with a logo by address, or without a logo, for places without attachments. */
export const withLogoAt = (html: string, address: string | null): string =>
  address === null ? html.replace(logoTag, "") : html.replace(logoSource, () => `src="${escaped(address)}"`);

const isPath = (href: string) => /^\/(?!\/)[^\s<>"\\]*$/.test(href);

/** Returns a typed link's address if it is safe: an HTTPS page or an email address. Null for anything else. */
export function safeAddress(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && (url.protocol === "https:" || url.protocol === "mailto:") ? url.href : null;
}

/**
 * Renders both formats of a mail. Typed text is escaped in either.
 *
 * @param unsubscribe where the reader can turn this kind off, if they can.
 * @throws for a link that isn't a path.
 */
export function written(
  { subject, parts }: { subject: string; parts: readonly MailPart[] },
  language: MailLanguage,
  site: Site,
  sender: Sender | null = null,
  unsubscribe: { what: Unsubscribable; token: string } | null = null,
): MailContent {
  const addressOf = (path: string) => {
    if (!isPath(path)) throw new Error(`"${path}" is not a path of the product.`);
    return `${site.url}${path}`;
  };
  const leadsTo = (href: string) => safeAddress(href) ?? addressOf(href);
  const plain = ({ text, struck, href }: TextRun) => {
    // Without strikethrough, deleted words would read as if they were valid.
    if (href === undefined) return struck ? `~~${text}~~` : text;
    const address = leadsTo(href);
    const says = [text, `mailto:${text}`].some((one) => URL.parse(one)?.href === address);
    return says ? text : `${text} (${address.replace(/^mailto:/, "")})`;
  };
  const marked = ({ text, bold, italic, struck, code, href }: TextRun) => {
    const words = code ? `<code>${escaped(text)}</code>` : escaped(text);
    const crossed = struck ? `<del>${words}</del>` : words;
    const heavy = bold ? `<strong>${crossed}</strong>` : crossed;
    const slanted = italic ? `<em>${heavy}</em>` : heavy;
    return href === undefined ? slanted : `<a href="${escaped(leadsTo(href))}" ${linked}>${slanted}</a>`;
  };
  const end = closing[language](site.supportEmail);
  const without = unsubscribe && {
    words: unsubscribeWords[language][unsubscribe.what],
    page: addressOf(unsubscribePath(unsubscribe.token)),
  };
  const text = parts.map((part) => {
    if ("say" in part) return part.say;
    if ("quote" in part) return part.quote.replaceAll(/^/gm, "> ");
    if ("list" in part) return part.list.map((one) => `- ${oneLine(one)}`).join("\n");
    if ("link" in part) return `${part.label}:\n${addressOf(part.link)}`;
    if ("items" in part) {
      const lines = part.items.map((runs) => runs.map(plain).join(""));
      return lines.map((one, at) => `${part.start === null ? "-" : `${part.start + at}.`} ${one}`).join("\n");
    }
    if ("rule" in part) return "---";
    const words = part.runs.map(plain).join("");
    return part.as === "quote" ? words.replaceAll(/^/gm, "> ") : words;
  });
  const accent = sender ? readableAccent(sender.accentColor) : ownAccent;
  const html = parts.map((part) => {
    if ("say" in part) return `<p ${paragraph}>${escaped(part.say)}</p>`;
    if ("quote" in part) return `<blockquote ${quoted}>${escaped(part.quote)}</blockquote>`;
    if ("list" in part) return `<ul ${paragraph}>${part.list.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul>`;
    if ("link" in part) {
      const look = button(accent ?? ownAccent);
      const url = escaped(addressOf(part.link));
      return [
        `<p style="margin:0 0 8px"><a href="${url}" ${look}>${escaped(part.label)}</a></p>`,
        `<p ${quiet("margin:0 0 16px")}>${byAddress[language]}<br><a href="${url}" ${address}>${url}</a></p>`,
      ].join("");
    }
    if ("items" in part) {
      const items = part.items.map((runs) => `<li>${runs.map(marked).join("")}</li>`).join("");
      if (part.start === null) return `<ul ${paragraph}>${items}</ul>`;
      return `<ol ${paragraph}${part.start === 1 ? "" : ` start="${part.start}"`}>${items}</ol>`;
    }
    if ("rule" in part) return "<hr>";
    const words = part.runs.map(marked).join("");
    if (part.as === "heading") return `<h2 ${heading}>${words}</h2>`;
    return part.as === "quote" ? `<blockquote ${quoted}>${words}</blockquote>` : `<p ${paragraph}>${words}</p>`;
  });
  return {
    subject: oneLine(subject),
    text: `${[...text, `-- \n${end}${without ? `\n${without.words}: ${without.page}` : ""}`].join("\n\n")}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title>`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<meta name="supported-color-schemes" content="light dark"><style>${dark}</style></head>`,
      '<body class="mail" style="margin:0;padding:24px;background:#ffffff;color:#1d2433;font:16px/1.5 system-ui,sans-serif">',
      `<div style="max-width:560px;margin:0 auto">${sender?.hasLogo ? logoLine(sender.name) : ""}${html.join("")}`,
      `<p ${quiet("margin:32px 0 0")}>${escaped(end)}`,
      without ? `<br><a href="${escaped(without.page)}" ${linked}>${escaped(without.words)}</a>` : "",
      "</p></div></body></html>",
    ].join(""),
    ...(sender && { from: oneLine(sender.name) }),
    ...(sender?.hasLogo && { logo: true as const }),
    ...(unsubscribe && { unsubscribe: oneClickAddress(site, unsubscribe.token) }),
  };
}
