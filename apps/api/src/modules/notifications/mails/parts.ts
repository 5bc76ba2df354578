import type { MailLanguage } from "@touchline/contract/account-settings";
import { readableAccent } from "@touchline/contract/colours";
import type { Site } from "../../../kernel/call.ts";

export { type MailLanguage, mailLanguages } from "@touchline/contract/account-settings";

/** Words that are another in each language: a day, a list of names. */
export type InEach = Readonly<Record<MailLanguage, string>>;

/** Some words of a paragraph. `href`: a path of the product, or an address elsewhere that `safeAddress` let through. */
export type Run = { text: string; bold?: boolean; italic?: boolean; href?: string };

/** What a mail is made of. `link` holds a path of the product; the address before it comes from the settings. */
export type MailPart =
  | { say: string }
  | { quote: string }
  | { list: readonly string[] }
  | { link: string; label: string }
  | { as: "paragraph" | "heading" | "quote"; runs: readonly Run[] }
  | { items: readonly (readonly Run[])[]; numbered: boolean };

/** In whose name a mail comes. */
export type Sender = { name: string; accentColor: string; hasLogo: boolean };
/** A mail in both forms. `from`: who is shown as its sender. `logo`: the HTML shows the picture that goes along. */
export type MailContent = { subject: string; text: string; html: string; from?: string; logo?: true };

/** One kind of mail: what it says in each language. The text form and the HTML form are both made from that. */
export type MailKind<Fields> = {
  readonly [Language in MailLanguage]: (fields: Fields) => { subject: string; parts: MailPart[] };
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 200);

const closing: Record<MailLanguage, (supportEmail: string) => string> = {
  en: (email) => `This mail was sent by Touchline. Questions? Write to ${email}.`,
  es: (email) => `Este mensaje lo envía Touchline. ¿Preguntas? Escribe a ${email}.`,
};

const paragraph = 'style="margin:0 0 16px;white-space:pre-line"';
const heading = 'style="margin:24px 0 12px;font-size:18px;line-height:1.3"';
const quoted = 'style="margin:0 0 16px;padding:8px 16px;border-left:3px solid #8a94a6;white-space:pre-line"';
const button = (colour: string) =>
  `style="display:inline-block;padding:10px 20px;border-radius:6px;background:${colour};color:#ffffff;text-decoration:none"`;
/** Of mails in nobody's name but ours. */
const ownAccent = "#1c4f8a";

/** The id by which the HTML names the picture that goes along. */
export const logoContentId = "logo";
const logoTag = /<p data-logo[^>]*><img [^>]*><\/p>/;
const logoSource = `src="cid:${logoContentId}"`;
const logoLine = (name: string) =>
  `<p data-logo style="margin:0 0 24px"><img ${logoSource} alt="${escaped(name)}" width="48" height="48" style="display:block;border:0"></p>`;

/** The HTML of a mail with its logo under an address, or without any: wherever no picture goes along. */
export const withLogoAt = (html: string, address: string | null): string =>
  address === null ? html.replace(logoTag, "") : html.replace(logoSource, () => `src="${escaped(address)}"`);

const isPath = (href: string) => /^\/(?!\/)[^\s<>"\\]*$/.test(href);

/** Where a link may lead that people typed: to a page of the web by HTTPS, or to a mailbox. Null for anything else. */
export function safeAddress(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && (url.protocol === "https:" || url.protocol === "mailto:") ? url.href : null;
}

/** Both forms of a mail. What people typed is text in either, never markup. @throws for a link that is not a path. */
export function written(
  { subject, parts }: { subject: string; parts: readonly MailPart[] },
  language: MailLanguage,
  site: Site,
  sender: Sender | null = null,
): MailContent {
  const addressOf = (path: string) => {
    if (!isPath(path)) throw new Error(`"${path}" is not a path of the product.`);
    return `${site.url}${path}`;
  };
  const leadsTo = (href: string) => safeAddress(href) ?? addressOf(href);
  const plain = ({ text, href }: Run) => {
    if (href === undefined) return text;
    const address = leadsTo(href);
    const says = [text, `mailto:${text}`].some((one) => URL.parse(one)?.href === address);
    return says ? text : `${text} (${address.replace(/^mailto:/, "")})`;
  };
  const marked = ({ text, bold, italic, href }: Run) => {
    const words = escaped(text);
    const heavy = bold ? `<strong>${words}</strong>` : words;
    const slanted = italic ? `<em>${heavy}</em>` : heavy;
    return href === undefined ? slanted : `<a href="${escaped(leadsTo(href))}">${slanted}</a>`;
  };
  const end = closing[language](site.supportEmail);
  const text = parts.map((part) => {
    if ("say" in part) return part.say;
    if ("quote" in part) return part.quote.replaceAll(/^/gm, "> ");
    if ("list" in part) return part.list.map((one) => `- ${oneLine(one)}`).join("\n");
    if ("link" in part) return `${part.label}:\n${addressOf(part.link)}`;
    if ("items" in part) {
      const lines = part.items.map((runs) => runs.map(plain).join(""));
      return lines.map((one, at) => `${part.numbered ? `${at + 1}.` : "-"} ${one}`).join("\n");
    }
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
      return `<p ${paragraph}><a href="${escaped(addressOf(part.link))}" ${look}>${escaped(part.label)}</a></p>`;
    }
    if ("items" in part) {
      const tag = part.numbered ? "ol" : "ul";
      const items = part.items.map((runs) => `<li>${runs.map(marked).join("")}</li>`);
      return `<${tag} ${paragraph}>${items.join("")}</${tag}>`;
    }
    const words = part.runs.map(marked).join("");
    if (part.as === "heading") return `<h2 ${heading}>${words}</h2>`;
    return part.as === "quote" ? `<blockquote ${quoted}>${words}</blockquote>` : `<p ${paragraph}>${words}</p>`;
  });
  return {
    subject: oneLine(subject),
    text: `${[...text, `-- \n${end}`].join("\n\n")}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title></head>`,
      '<body style="margin:0;padding:24px;background:#ffffff;color:#1d2433;font:16px/1.5 system-ui,sans-serif">',
      `<div style="max-width:560px;margin:0 auto">${sender?.hasLogo ? logoLine(sender.name) : ""}${html.join("")}`,
      `<p style="margin:32px 0 0;color:#5a6478;font-size:14px">${escaped(end)}</p></div></body></html>`,
    ].join(""),
    ...(sender && { from: oneLine(sender.name) }),
    ...(sender?.hasLogo && { logo: true as const }),
  };
}
