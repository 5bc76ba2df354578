import type { InEach, MailKind } from "./parts.ts";

/** Somebody was added and is asked to join. `until`: the last day on which the link works. */
export const invitation: MailKind<{
  firstName: string;
  organization: string;
  role: string;
  level: string;
  until: InEach;
  path: string;
}> = {
  en: ({ firstName, organization, role, level, until, path }) => ({
    subject: `${organization} invites you to join`,
    parts: [
      { say: `Hello ${firstName},` },
      { say: `${organization} added you as ${role} at ${level}. Join to see what you need before the season starts.` },
      { link: path, label: "Join" },
      {
        say: `The link is yours alone and works until ${until.en}. If you do not know ${organization}, ignore this mail.`,
      },
    ],
  }),
  es: ({ firstName, organization, role, level, until, path }) => ({
    subject: `${organization} te invita`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${organization} te ha añadido como ${role} en ${level}. Entra para ver qué necesitas antes de la temporada.`,
      },
      { link: path, label: "Entrar" },
      {
        say: `El enlace es solo para ti y vale hasta el ${until.es}. Si no conoces ${organization}, ignora este mensaje.`,
      },
    ],
  }),
};
