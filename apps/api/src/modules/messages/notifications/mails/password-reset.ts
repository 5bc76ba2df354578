import type { MailKind } from "./parts.ts";

/** Sends the owner of an account a link to set a new password. */
export const passwordReset: MailKind<{ minutes: number; path: string }> = {
  en: ({ minutes, path }) => ({
    subject: "Set a new password",
    parts: [
      { say: "Someone, probably you, asked to reset the password for this email address." },
      { link: path, label: "Set a new password" },
      {
        say: `This link works once and expires in ${minutes} minutes. If this wasn't you, you can ignore this email. Your password won't change.`,
      },
    ],
  }),
  es: ({ minutes, path }) => ({
    subject: "Elige una contraseña nueva",
    parts: [
      { say: "Alguien, probablemente tú, pidió una contraseña nueva para esta dirección." },
      { link: path, label: "Elegir una contraseña nueva" },
      {
        say: `Este enlace vale una sola vez y caduca en ${minutes} minutos. Si no fuiste tú, puedes ignorar este correo. Tu contraseña no cambiará.`,
      },
    ],
  }),
};
