import { plural } from "@touchline/rules";
import type { MailKind, MailLanguage } from "./parts.ts";

type Owed = {
  /** The child's first name; null for the reader's own fee. */
  member: string | null;
  what: string;
  /** An amount with its currency, formatted for people. */
  money: string;
};

const line = ({ member, what, money }: Owed) => `${member === null ? "" : `${member}: `}${what}: ${money}`;

const moreForms: Record<MailLanguage, { one: string; other: string }> = {
  en: { one: "1 more fee", other: "# more fees" },
  es: { one: "1 cuota más", other: "# cuotas más" },
};

const listed = (language: MailLanguage, owed: readonly Owed[], more: number) => ({
  list: [...owed.map(line), ...(more > 0 ? [plural(more, moreForms[language], language)] : [])],
});

/** Reminds a member of the fees that they and their children owe. `more`: the number of fees that aren't listed. */
export const feesOwed: MailKind<{
  firstName: string;
  organization: string;
  owed: readonly Owed[];
  more: number;
  path: string;
}> = {
  en: ({ firstName, organization, owed, more, path }) => ({
    subject: `You have fees to pay for ${organization}`,
    parts: [
      { say: `Hello ${firstName},` },
      { say: `${organization} asks you to pay these fees:` },
      listed("en", owed, more),
      { say: "If you have paid in the meantime, or in cash or by check, you don't have to do anything." },
      { link: path, label: "Pay your fees" },
    ],
  }),
  es: ({ firstName, organization, owed, more, path }) => ({
    subject: `Tienes cuotas por pagar en ${organization}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      { say: `${organization} te pide que pagues estas cuotas:` },
      listed("es", owed, more),
      { say: "Si ya pagaste, o pagaste en efectivo o con cheque, no tienes que hacer nada." },
      { link: path, label: "Pagar tus cuotas" },
    ],
  }),
};
