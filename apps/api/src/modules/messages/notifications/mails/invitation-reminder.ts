import type { InEach, MailKind } from "./parts.ts";

/** Somebody was invited some days ago and has not come. */
export const invitationReminder: MailKind<{
  firstName: string;
  organization: string;
  role: string;
  level: string;
  until: InEach;
  path: string;
}> = {
  en: ({ firstName, organization, role, level, until, path }) => ({
    subject: `${organization} is waiting for you`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${organization} invited you as ${role} at ${level}, and you have not joined yet. It takes a few minutes.`,
      },
      { link: path, label: "Join" },
      {
        say: `The link is yours alone and works until ${until.en}. If you do not know ${organization}, ignore this mail.`,
      },
    ],
  }),
  es: ({ firstName, organization, role, level, until, path }) => ({
    subject: `${organization} te espera`,
    parts: [
      { say: `Hola, ${firstName}:` },
      { say: `${organization} te invitó como ${role} en ${level} y todavía no has entrado. Son unos minutos.` },
      { link: path, label: "Entrar" },
      {
        say: `El enlace es solo para ti y vale hasta el ${until.es}. Si no conoces ${organization}, ignora este mensaje.`,
      },
    ],
  }),
};
