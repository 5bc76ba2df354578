import { plural } from "@touchline/rules";
import type { MailKind } from "./parts.ts";

/** Tells administrators that results of background checks are overdue. It names no one. */
export const resultsOverdue: MailKind<{ firstName: string; organization: string; count: number; path: string }> = {
  en: ({ firstName, organization, count, path }) => ({
    subject: plural(count, {
      one: "A background check result is overdue",
      other: "# background check results are overdue",
    }),
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: plural(count, {
          one: `${organization} has been waiting for a background check result longer than your deadline allows. Ask the provider, then import or record the result.`,
          other: `${organization} has been waiting for # background check results longer than your deadline allows. Ask the provider, then import or record the results.`,
        }),
      },
      { link: path, label: "See what's overdue" },
    ],
  }),
  es: ({ firstName, organization, count, path }) => ({
    subject: plural(count, {
      one: "El resultado de una verificación de antecedentes está atrasado",
      other: "Los resultados de # verificaciones de antecedentes están atrasados",
    }),
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: plural(count, {
          one: `${organization} espera el resultado de una verificación de antecedentes desde hace más tiempo del que permite tu plazo. Pregunta al proveedor y después importa o registra el resultado.`,
          other: `${organization} espera los resultados de # verificaciones de antecedentes desde hace más tiempo del que permite tu plazo. Pregunta al proveedor y después importa o registra los resultados.`,
        }),
      },
      { link: path, label: "Ver lo atrasado" },
    ],
  }),
};
