import type { InEach, MailKind } from "./parts.ts";

/** Invites another adult to act for a parent's children too. `until`: the last day of the link. */
export const guardianInvitation: MailKind<{
  firstName: string;
  inviter: string;
  children: InEach;
  organization: string;
  until: InEach;
  path: string;
}> = {
  en: ({ firstName, inviter, children, organization, until, path }) => ({
    subject: `${inviter} invited you to be a guardian of ${children.en}`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${inviter} invited you to be a guardian of ${children.en} at ${organization}. You'll see their requirements, and you can sign and submit for them.`,
      },
      { link: path, label: "Accept invitation" },
      {
        say: `This link is only for you and works through ${until.en}. If you don't know ${inviter}, you can ignore this email.`,
      },
    ],
  }),
  es: ({ firstName, inviter, children, organization, until, path }) => ({
    subject: `${inviter} te invita a ser responsable de ${children.es}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${inviter} te invita a ser responsable de ${children.es} en ${organization}: verás los requisitos y podrás firmar y enviar documentos en su nombre.`,
      },
      { link: path, label: "Aceptar la invitación" },
      {
        say: `Este enlace es solo para ti y vale hasta el ${until.es}. Si no conoces a ${inviter}, puedes ignorar este correo.`,
      },
    ],
  }),
};
