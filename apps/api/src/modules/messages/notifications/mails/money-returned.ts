import type { MailKind } from "./parts.ts";

/** The reason for a refund. */
export type ReturnCause = "requested" | "notReleased" | "endedWithoutResult";

/** Tells the payer about a refund and its reason. `money` is an amount with its currency, formatted for people. */
export const moneyReturned: MailKind<{
  firstName: string;
  organization: string;
  what: string;
  money: string;
  cause: ReturnCause;
  path: string;
}> = {
  en: ({ firstName, organization, what, money, cause, path }) => ({
    subject: `${organization} refunded ${money}`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: {
          requested: `${organization} refunded ${money} of what you paid for “${what}”.`,
          notReleased: `You paid for “${what}”, but it couldn't be started. We refunded ${money}.`,
          endedWithoutResult: `“${what}” ended without a result. We refunded the ${money} that you paid for it.`,
        }[cause],
      },
      { say: "A refund to a card usually arrives within 10 days." },
      { link: path, label: "See your payments" },
    ],
  }),
  es: ({ firstName, organization, what, money, cause, path }) => ({
    subject: `${organization} reembolsó ${money}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: {
          requested: `${organization} reembolsó ${money} de lo que pagaste por «${what}».`,
          notReleased: `Pagaste por «${what}», pero no se pudo iniciar. Reembolsamos ${money}.`,
          endedWithoutResult: `«${what}» terminó sin resultado. Reembolsamos los ${money} que pagaste.`,
        }[cause],
      },
      { say: "Un reembolso a una tarjeta suele llegar en un plazo de 10 días." },
      { link: path, label: "Ver tus pagos" },
    ],
  }),
};
