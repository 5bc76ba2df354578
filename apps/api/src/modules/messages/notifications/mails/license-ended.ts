import type { MailKind } from "./parts.ts";

/** Tells that U.S. Soccer no longer lists the license that had completed a requirement. `member` is null when the mail goes to the member. */
export const licenseEnded: MailKind<{
  firstName: string;
  member: string | null;
  requirement: string;
  organization: string;
  path: string;
}> = {
  en: ({ firstName, member, requirement, organization, path }) => ({
    subject: `${requirement}: your license no longer counts`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: member
          ? `U.S. Soccer no longer lists a valid license of ${member} that counts for ${organization}, so “${requirement}” is required again.`
          : `U.S. Soccer no longer lists a valid license of yours that counts for ${organization}, so “${requirement}” is required again.`,
      },
      {
        say: "If this is a mistake, contact U.S. Soccer. Touchline looks every night and completes the requirement once a license is listed.",
      },
      { link: path, label: "See your licenses" },
    ],
  }),
  es: ({ firstName, member, requirement, organization, path }) => ({
    subject: `${requirement}: tu licencia ya no cuenta`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: member
          ? `U.S. Soccer ya no muestra una licencia válida de ${member} que cuente para ${organization}; por eso «${requirement}» vuelve a estar pendiente.`
          : `U.S. Soccer ya no muestra una licencia válida a tu nombre que cuente para ${organization}; por eso «${requirement}» vuelve a estar pendiente.`,
      },
      {
        say: "Si es un error, comunícate con U.S. Soccer. Touchline lo consulta cada noche y completa el requisito en cuanto aparezca una licencia.",
      },
      { link: path, label: "Ver tus licencias" },
    ],
  }),
};
