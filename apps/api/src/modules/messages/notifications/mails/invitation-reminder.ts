import type { InEach, MailKind } from "./parts.ts";

/** Reminds a person of an invitation they have not accepted yet. */
export const invitationReminder: MailKind<{
  firstName: string;
  organization: string;
  role: string;
  level: string;
  until: InEach;
  path: string;
}> = {
  en: ({ firstName, organization, role, level, until, path }) => ({
    subject: `Reminder: join ${organization}`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${organization} invited you to join as ${role} at ${level}. You haven't joined yet. It only takes a few minutes.`,
      },
      { link: path, label: "Join" },
      {
        say: `This link is only for you and works through ${until.en}. If you don't know ${organization}, you can ignore this email.`,
      },
    ],
  }),
  es: ({ firstName, organization, role, level, until, path }) => ({
    subject: `Recordatorio: únete a ${organization}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      { say: `${organization} te invitó como ${role} en ${level} y todavía no te has unido. Solo lleva unos minutos.` },
      { link: path, label: "Unirme" },
      {
        say: `Este enlace es solo para ti y vale hasta el ${until.es}. Si no conoces ${organization}, puedes ignorar este correo.`,
      },
    ],
  }),
};
