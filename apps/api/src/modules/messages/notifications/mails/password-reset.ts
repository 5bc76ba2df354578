import type { MailKind } from "./parts.ts";

/** A link by which the owner of an account sets a new password. */
export const passwordReset: MailKind<{ minutes: number; path: string }> = {
  en: ({ minutes, path }) => ({
    subject: "Set a new password",
    parts: [
      { say: "Somebody, probably you, asked for a new password for this address." },
      { link: path, label: "Set a new password" },
      { say: `The link works once, for ${minutes} minutes. If it was not you, ignore this mail: your password stays.` },
    ],
  }),
  es: ({ minutes, path }) => ({
    subject: "Elige una contraseña nueva",
    parts: [
      { say: "Alguien, seguramente tú, pidió una contraseña nueva para esta dirección." },
      { link: path, label: "Elegir una contraseña nueva" },
      { say: `El enlace vale una sola vez, durante ${minutes} minutos. Si no fuiste tú, ignora este mensaje.` },
    ],
  }),
};
