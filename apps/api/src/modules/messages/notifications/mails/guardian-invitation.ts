import type { InEach, MailKind } from "./parts.ts";

/** A parent asks another adult to act for their children too. `until`: the last day on which the link works. */
export const guardianInvitation: MailKind<{
  firstName: string;
  inviter: string;
  children: InEach;
  organization: string;
  until: InEach;
  path: string;
}> = {
  en: ({ firstName, inviter, children, organization, until, path }) => ({
    subject: `${inviter} asks you to act for ${children.en}`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${inviter} invites you to be a guardian of ${children.en} at ${organization}: you see what is asked, sign and send in as they do.`,
      },
      { link: path, label: "Accept" },
      {
        say: `The link is yours alone and works until ${until.en}. If you do not know ${inviter}, ignore this mail.`,
      },
    ],
  }),
  es: ({ firstName, inviter, children, organization, until, path }) => ({
    subject: `${inviter} te pide que actúes por ${children.es}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${inviter} te invita a ser responsable de ${children.es} en ${organization}: verás qué hace falta, y podrás firmar y enviar documentos igual que ${inviter}.`,
      },
      { link: path, label: "Aceptar" },
      {
        say: `El enlace es solo para ti y vale hasta el ${until.es}. Si no conoces a ${inviter}, ignora este mensaje.`,
      },
    ],
  }),
};
