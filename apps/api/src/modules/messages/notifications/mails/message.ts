import type { MailKind, MailPart } from "./parts.ts";

type Fields = { subject: string; text: string; sender: string; organization: string };

/** A blank line starts a new paragraph. */
const paragraphs = (text: string): MailPart[] => text.split(/\n\s*\n/).map((say) => ({ say: say.trim() }));

/** Sends a message that a manager of members wrote. */
export const message: MailKind<Fields> = {
  en: ({ subject, text, sender, organization }) => ({
    subject,
    parts: [...paragraphs(text), { say: `${sender}, ${organization}` }],
  }),
  es: ({ subject, text, sender, organization }) => ({
    subject,
    parts: [...paragraphs(text), { say: `${sender}, ${organization}` }],
  }),
};
