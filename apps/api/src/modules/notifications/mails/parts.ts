import type { MailLanguage } from "@touchline/contract/account-settings";
import type { Site } from "../../../kernel/call.ts";

export { type MailLanguage, mailLanguages } from "@touchline/contract/account-settings";

/** Words that are another in each language: a day, a list of names. */
export type InEach = Readonly<Record<MailLanguage, string>>;

/** What a mail is made of. `link` holds a path of the product; the address before it comes from the settings. */
export type MailPart =
  | { say: string }
  | { quote: string }
  | { list: readonly string[] }
  | { link: string; label: string };

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

const paragraph = 'style="margin:0 0 16px"';
const quoted = 'style="margin:0 0 16px;padding:8px 16px;border-left:3px solid #8a94a6;white-space:pre-line"';
const button =
  'style="display:inline-block;padding:10px 20px;border-radius:6px;background:#1c4f8a;color:#ffffff;text-decoration:none"';

/** Both forms of a mail. What people typed is text in either, never markup. @throws for a link that is not a path. */
export function written(
  { subject, parts }: { subject: string; parts: readonly MailPart[] },
  language: MailLanguage,
  site: Site,
): { subject: string; text: string; html: string } {
  const addressOf = (path: string) => {
    if (!/^\/(?!\/)[^\s<>"\\]*$/.test(path)) throw new Error(`"${path}" is not a path of the product.`);
    return `${site.url}${path}`;
  };
  const end = closing[language](site.supportEmail);
  const text = parts.map((part) => {
    if ("say" in part) return part.say;
    if ("quote" in part) return part.quote.replaceAll(/^/gm, "> ");
    if ("list" in part) return part.list.map((one) => `- ${oneLine(one)}`).join("\n");
    return `${part.label}:\n${addressOf(part.link)}`;
  });
  const html = parts.map((part) => {
    if ("say" in part) return `<p ${paragraph}>${escaped(part.say)}</p>`;
    if ("quote" in part) return `<blockquote ${quoted}>${escaped(part.quote)}</blockquote>`;
    if ("list" in part) return `<ul ${paragraph}>${part.list.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul>`;
    return `<p ${paragraph}><a href="${escaped(addressOf(part.link))}" ${button}>${escaped(part.label)}</a></p>`;
  });
  return {
    subject: oneLine(subject),
    text: `${[...text, `-- \n${end}`].join("\n\n")}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title></head>`,
      '<body style="margin:0;padding:24px;background:#ffffff;color:#1d2433;font:16px/1.5 system-ui,sans-serif">',
      `<div style="max-width:560px;margin:0 auto">${html.join("")}`,
      `<p style="margin:32px 0 0;color:#5a6478;font-size:14px">${escaped(end)}</p></div></body></html>`,
    ].join(""),
  };
}
