import type { MailKind } from "./parts.ts";

/** Whether an address really is the person's. `firstName` is null where only an account is known. */
export const confirmEmail: MailKind<{ firstName: string | null; path: string }> = {
  en: ({ firstName, path }) => ({
    subject: "Confirm your email address",
    parts: [
      { say: firstName === null ? "Hello," : `Hello ${firstName},` },
      { say: "please confirm that this address is yours, so that we reach you when something is due." },
      { link: path, label: "Confirm the address" },
      { say: "If you did not expect this, ignore this mail: nothing happens then." },
    ],
  }),
  es: ({ firstName, path }) => ({
    subject: "Confirma tu dirección de correo",
    parts: [
      { say: firstName === null ? "Hola:" : `Hola, ${firstName}:` },
      { say: "por favor, confirma que esta dirección es tuya, para que podamos avisarte cuando haya algo pendiente." },
      { link: path, label: "Confirmar la dirección" },
      { say: "Si no lo esperabas, ignora este mensaje: no pasará nada." },
    ],
  }),
};
