import type { MailKind } from "./parts.ts";

/** The reason why background checks can't continue. */
export type CheckProblem = "refused" | "unauthorized";

/** Tells administrators that a provider doesn't accept an order, or the organization's access. It names no one. */
export const screeningProblem: MailKind<{
  firstName: string;
  organization: string;
  provider: string;
  requirement: string;
  problem: CheckProblem;
  path: string;
}> = {
  en: ({ firstName, organization, provider, requirement, problem, path }) => ({
    subject: {
      refused: `${provider} didn't accept a background check`,
      unauthorized: `${provider} doesn't accept your organization's access`,
    }[problem],
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: {
          refused: `${provider} didn't accept an order of ${organization} for “${requirement}”. Check the person's name and email address, and the product that is chosen for the requirement. Then ask the person to start again.`,
          unauthorized: `${provider} doesn't accept the access of ${organization}, so background checks are waiting. Check the account under Organization › Screening, or ask support. Waiting orders are tried again automatically.`,
        }[problem],
      },
      { link: path, label: "Open the requirement" },
    ],
  }),
  es: ({ firstName, organization, provider, requirement, problem, path }) => ({
    subject: {
      refused: `${provider} no aceptó una verificación de antecedentes`,
      unauthorized: `${provider} no acepta el acceso de tu organización`,
    }[problem],
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: {
          refused: `${provider} no aceptó un pedido de ${organization} para «${requirement}». Comprueba el nombre y el correo electrónico de la persona, y el producto elegido para el requisito. Después pide a la persona que empiece de nuevo.`,
          unauthorized: `${provider} no acepta el acceso de ${organization}; por eso las verificaciones de antecedentes están en espera. Comprueba la cuenta en Organización › Verificaciones o consulta con soporte. Los pedidos en espera se repiten automáticamente.`,
        }[problem],
      },
      { link: path, label: "Abrir el requisito" },
    ],
  }),
};
