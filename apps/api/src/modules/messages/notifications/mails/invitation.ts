import type { InEach, MailKind } from "./parts.ts";

/** Invites a person who was added. `until`: the last day of the link. */
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
        say: `This link is only for you and works through ${until.en}. If you don't know ${organization}, you can ignore this email.`,
      },
    ],
  }),
  es: ({ firstName, organization, role, level, until, path }) => ({
    subject: `${organization} te invita a unirte`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${organization} te ha añadido como ${role} en ${level}. Únete para ver qué necesitas antes de que empiece la temporada.`,
      },
      { link: path, label: "Unirme" },
      {
        say: `Este enlace es solo para ti y vale hasta el ${until.es}. Si no conoces ${organization}, puedes ignorar este correo.`,
      },
    ],
  }),
};
