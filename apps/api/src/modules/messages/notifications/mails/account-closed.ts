import type { MailKind } from "./parts.ts";

/** Tells the former owner of an account that it is closed. */
export const accountClosed: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your account is closed",
    parts: [
      { say: "Your Touchline account is closed. You can no longer log in with this email address." },
      {
        say: "Your organizations keep the clearance records they are required to keep. They can invite you again.",
      },
      { say: `If this wasn't you, write to ${supportEmail}.` },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Tu cuenta está cerrada",
    parts: [
      { say: "Tu cuenta de Touchline está cerrada. Ya no puedes iniciar sesión con esta dirección." },
      {
        say: "Tus organizaciones conservan los registros que están obligadas a conservar. Pueden volver a invitarte.",
      },
      { say: `Si no fuiste tú, escribe a ${supportEmail}.` },
    ],
  }),
};
