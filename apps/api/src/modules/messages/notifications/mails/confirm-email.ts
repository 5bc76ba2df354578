import type { MailKind } from "./parts.ts";

/** Asks a person to confirm an address. `firstName` is null if only an account is known. */
export const confirmEmail: MailKind<{ firstName: string | null; path: string }> = {
  en: ({ firstName, path }) => ({
    subject: "Confirm your email address",
    parts: [
      { say: firstName === null ? "Hello," : `Hello ${firstName},` },
      { say: "Confirm that this is your email address so that we can reach you when something is due." },
      { link: path, label: "Confirm email address" },
      { say: "If you didn't expect this, you can ignore this email." },
    ],
  }),
  es: ({ firstName, path }) => ({
    subject: "Confirma tu dirección de correo",
    parts: [
      { say: firstName === null ? "Hola:" : `Hola, ${firstName}:` },
      { say: "Confirma que esta dirección es tuya para que podamos avisarte cuando haya algo pendiente." },
      { link: path, label: "Confirmar la dirección" },
      { say: "Si no lo esperabas, puedes ignorar este correo." },
    ],
  }),
};
