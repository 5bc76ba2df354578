import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { instant, line } from "../values.ts";
import { mailLanguages } from "./mail-preferences.ts";

/** Mails whose text an organization can change; those about the security of an account are not among them. */
export const mailTextKinds = [
  "invitation",
  "invitationReminder",
  "guardianInvitation",
  "requirementsOpen",
  "requirementsAgain",
  "reset",
  "digest",
  "comingOfAge",
  "handedOver",
] as const;
export type MailTextKind = (typeof mailTextKinds)[number];

export const longestMailText = 5_000;

/** As typed: placeholders in braces are filled in, and the text is Markdown. */
const words = z.strictObject({ subject: line(200), body: line(longestMailText) });
/** By language; null for the standard text. */
const texts = z.strictObject({ en: words.nullable(), es: words.nullable() });
export type MailWords = z.output<typeof words>;
export type MailTexts = z.output<typeof texts>;

const placeholder = z.object({
  name: z.string(),
  /** What it is replaced by. */
  means: z.string(),
  /** Whether its replacement is more than text, so that it must be on a line of its own. */
  alone: z.boolean(),
  /** Whether every text must contain it. */
  needed: z.boolean(),
});
export type Placeholder = z.output<typeof placeholder>;

const mailText = z.object({
  kind: z.enum(mailTextKinds),
  placeholders: z.array(placeholder),
  /** The standard text with its placeholders, for organizations without their own. */
  standard: z.strictObject({ en: words, es: words }),
  own: texts,
  /** Incremented with each change; 0: never changed. */
  version: z.int(),
  changedAt: instant.nullable(),
  /** Null if nothing was changed, or the author cannot be named. */
  changedBy: z.string().nullable(),
});
export type MailText = z.output<typeof mailText>;

const ofKind = { params: { kind: z.enum(mailTextKinds) } };

export const listMailTexts = endpoint({
  method: "GET",
  path: "/api/app/mail-text",
  summary: "Lists the email templates that the organization can change, with the current and the default text.",
  errors: [403],
  response: z.array(mailText),
});

export const saveMailText = endpoint({
  method: "PUT",
  path: "/api/app/mail-text/{kind}",
  summary:
    "Saves the organization's text of an email in each language, or none. `errors` names each placeholder that is unknown or missing. Responds with a conflict if someone else changed it first.",
  errors: [403, 409],
  ...ofKind,
  body: z.strictObject({ texts, /** The one that was changed. */ version: z.int().min(0) }),
  response: mailText,
});

const problem = z.object({
  language: z.enum(mailLanguages),
  field: z.enum(["subject", "body"]),
  message: z.string(),
});
const rendered = z.object({ subject: z.string(), text: z.string(), html: z.string() });

export const previewMailText = endpoint({
  method: "POST",
  path: "/api/app/mail-text/{kind}/preview",
  summary: "Previews an email for an example person, and lists what keeps the text from being saved.",
  costly: true,
  errors: [403],
  ...ofKind,
  body: z.strictObject({
    texts: z.strictObject({
      en: z.strictObject({ subject: z.string().max(200), body: z.string().max(longestMailText) }).nullable(),
      es: z.strictObject({ subject: z.string().max(200), body: z.string().max(longestMailText) }).nullable(),
    }),
  }),
  response: z.object({ en: rendered, es: rendered, problems: z.array(problem) }),
});
export type MailTextPreview = z.output<typeof previewMailText.response>;

export const testMailText = endpoint({
  method: "POST",
  path: "/api/app/mail-text/{kind}/test",
  summary: "Sends the text as entered to the caller, about an example person. Nothing is saved.",
  costly: true,
  errors: [403, 409],
  ...ofKind,
  body: z.strictObject({ texts, language: z.enum(mailLanguages) }),
  response: z.object({ to: z.string() }),
});

export const listMailTextVersions = endpoint({
  method: "GET",
  path: "/api/app/mail-text/{kind}/version",
  summary: "Lists earlier texts of an email, with who changed them and when, newest first; at most 50.",
  errors: [403],
  ...ofKind,
  response: z.array(z.object({ version: z.int(), texts, changedAt: instant, changedBy: z.string().nullable() })),
});
