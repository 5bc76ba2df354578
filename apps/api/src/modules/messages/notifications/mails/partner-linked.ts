import type { MailKind } from "./parts.ts";

/** Tells the owner of an account that a partner's sign-in was linked to it. */
export const partnerLinked: MailKind<{ partner: string; path: string }> = {
  en: ({ partner, path }) => ({
    subject: `You can now log in with ${partner}`,
    parts: [
      { say: `Your ${partner} account was connected to your Touchline account. You can now use it to log in.` },
      { link: path, label: "Review security settings" },
      { say: "If this wasn't you, disconnect it in your settings and set a new password right away." },
    ],
  }),
  es: ({ partner, path }) => ({
    subject: `Ya puedes iniciar sesión con ${partner}`,
    parts: [
      { say: `Tu cuenta de ${partner} se conectó con tu cuenta de Touchline. Ya puedes usarla para iniciar sesión.` },
      { link: path, label: "Ver los ajustes de seguridad" },
      { say: "Si no fuiste tú, desconéctala en los ajustes y elige enseguida una contraseña nueva." },
    ],
  }),
};
