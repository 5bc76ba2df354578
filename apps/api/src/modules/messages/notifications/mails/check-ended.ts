import type { MailKind } from "./parts.ts";

/** The reason why a background check ended without a result. */
export type CheckEnd = "canceled" | "expired" | "refused";

/** Tells that a background check ended and must be started again. `member` is null when the mail goes to the member. */
export const checkEnded: MailKind<{
  firstName: string;
  member: string | null;
  requirement: string;
  organization: string;
  why: CheckEnd;
  path: string;
}> = {
  en: ({ firstName, member, requirement, organization, why, path }) => ({
    subject: {
      canceled: `${requirement}: your background check was canceled`,
      expired: `${requirement}: your invitation expired`,
      refused: `${requirement}: your background check couldn't be started`,
    }[why],
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: {
          canceled: member
            ? `The provider canceled the background check of ${member} for ${organization}, so “${requirement}” is still required.`
            : `The provider canceled your background check for ${organization}, so “${requirement}” is still required.`,
          expired: member
            ? `The invitation to the background check of ${member} for ${organization} expired before it was completed, so “${requirement}” is still required.`
            : `The invitation to your background check for ${organization} expired before you completed it, so “${requirement}” is still required.`,
          refused: member
            ? `The provider didn't accept the background check of ${member} for ${organization}. Check the name and the email address in the profile.`
            : `The provider didn't accept your background check for ${organization}. Check the name and the email address in your profile.`,
        }[why],
      },
      { say: "Start a new background check to continue." },
      { link: path, label: "Start again" },
    ],
  }),
  es: ({ firstName, member, requirement, organization, why, path }) => ({
    subject: {
      canceled: `${requirement}: se canceló tu verificación de antecedentes`,
      expired: `${requirement}: tu invitación venció`,
      refused: `${requirement}: no se pudo iniciar tu verificación de antecedentes`,
    }[why],
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: {
          canceled: member
            ? `El proveedor canceló la verificación de antecedentes de ${member} para ${organization}; por eso «${requirement}» sigue pendiente.`
            : `El proveedor canceló tu verificación de antecedentes para ${organization}; por eso «${requirement}» sigue pendiente.`,
          expired: member
            ? `La invitación a la verificación de antecedentes de ${member} para ${organization} venció antes de completarse; por eso «${requirement}» sigue pendiente.`
            : `La invitación a tu verificación de antecedentes para ${organization} venció antes de que la completaras; por eso «${requirement}» sigue pendiente.`,
          refused: member
            ? `El proveedor no aceptó la verificación de antecedentes de ${member} para ${organization}. Comprueba el nombre y el correo electrónico del perfil.`
            : `El proveedor no aceptó tu verificación de antecedentes para ${organization}. Comprueba el nombre y el correo electrónico de tu perfil.`,
        }[why],
      },
      { say: "Inicia una nueva verificación de antecedentes para continuar." },
      { link: path, label: "Empezar de nuevo" },
    ],
  }),
};
