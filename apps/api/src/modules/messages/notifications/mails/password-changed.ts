import type { MailKind } from "./parts.ts";

/** After the owner of an account set another password while signed in. */
export const passwordChanged: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your password was changed",
    parts: [
      { say: "The password of your Touchline account was changed. Every other device was logged out." },
      { say: `If it was not you, set a new one now, and write to ${supportEmail}.` },
      { link: "/forgot-password", label: "Set a new password" },
    ],
  }),
  es: ({ supportEmail }) => ({
    subject: "Se cambió tu contraseña",
    parts: [
      { say: "Se cambió la contraseña de tu cuenta de Touchline. Se cerró la sesión en los demás dispositivos." },
      { say: `Si no fuiste tú, elige ahora una nueva y escribe a ${supportEmail}.` },
      { link: "/forgot-password", label: "Elegir una contraseña nueva" },
    ],
  }),
};
