import type { MailKind } from "./parts.ts";

/** Tells the owner of an account that a partner's sign-in leads to it from now on. */
export const partnerLinked: MailKind<{ partner: string; path: string }> = {
  en: ({ partner, path }) => ({
    subject: `You can log in with ${partner} now`,
    parts: [
      { say: `${partner} was connected with your Touchline account: whoever logs in there as you is logged in here.` },
      { link: path, label: "Look at your security settings" },
      { say: "If it was not you, disconnect it there, and set a new password at once." },
    ],
  }),
  es: ({ partner, path }) => ({
    subject: `Ya puedes iniciar sesión con ${partner}`,
    parts: [
      { say: `${partner} se conectó con tu cuenta de Touchline: quien entre allí con tu usuario entra también aquí.` },
      { link: path, label: "Ver los ajustes de seguridad" },
      { say: "Si no fuiste tú, desconéctalo allí y elige enseguida una contraseña nueva." },
    ],
  }),
};
