import type { MailKind } from "./parts.ts";

/** Confirms to the owner of an account that its password was changed. */
export const passwordChanged: MailKind<{ supportEmail: string }> = {
  en: ({ supportEmail }) => ({
    subject: "Your password was changed",
    parts: [
      { say: "The password of your Touchline account was changed. All other devices were logged out." },
      { say: `If this wasn't you, set a new password now and write to ${supportEmail}.` },
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
