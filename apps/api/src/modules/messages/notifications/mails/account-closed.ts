import type { MailKind } from "./parts.ts";

/** The last mail to an account. */
export const accountClosed: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your account is closed",
    parts: [
      { say: "Your Touchline account is closed: nobody can log in with this address any more." },
      {
        say: "The organizations you belong to keep their records of what was cleared, as they have to. They can invite you again.",
      },
      { say: `If it was not you, write to ${supportEmail}.` },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Tu cuenta está cerrada",
    parts: [
      { say: "Tu cuenta de Touchline está cerrada: nadie puede entrar ya con esta dirección." },
      {
        say: "Las organizaciones a las que perteneces conservan sus registros, como es su obligación. Pueden volver a invitarte.",
      },
      { say: `Si no fuiste tú, escribe a ${supportEmail}.` },
    ],
  }),
};
