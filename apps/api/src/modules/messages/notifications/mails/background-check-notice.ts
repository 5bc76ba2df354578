import type { MailKind } from "./parts.ts";

/** The steps of an adverse action that the person is emailed about. The mail contains nothing from the report. */
export type AdverseMail = "started" | "disputed" | "disputeClosed" | "final" | "cleared";

/** Announces a letter about a background check, or the next step. `member` is null when the mail goes to the member. */
export const backgroundCheckNotice: MailKind<{
  firstName: string;
  member: string | null;
  requirement: string;
  organization: string;
  what: AdverseMail;
  path: string;
}> = {
  en: ({ firstName, member, requirement, organization, what, path }) => {
    const check = member ? `the background check of ${member}` : "your background check";
    return {
      subject: {
        started: `${requirement}: an important notice from ${organization}`,
        disputed: `${requirement}: the dispute was recorded`,
        disputeClosed: `${requirement}: the dispute was closed`,
        final: `${requirement}: a decision from ${organization}`,
        cleared: `${requirement}: your background check was approved`,
      }[what],
      parts: [
        { say: `Hello ${firstName},` },
        ...{
          started: [
            `${organization} sent you a notice about ${check}. No decision has been made. You have time to respond: the notice says until when.`,
            "Log in to read the notice, a copy of the report, and a summary of your rights. There you can also dispute the report or add a statement.",
          ],
          disputed: [
            `A dispute of the report of ${check} was recorded. ${organization} doesn't decide until it's closed.`,
          ],
          disputeClosed: [
            `The dispute of the report of ${check} was closed. Log in to see until when you can still respond.`,
          ],
          final: [`${organization} made a decision because of ${check}. Log in to read the notice and your rights.`],
          cleared: [`${organization} approved ${check} after all. You don't need to do anything.`],
        }[what].map((say) => ({ say })),
        { link: path, label: what === "cleared" ? "Open the requirement" : "Read the notice" },
      ],
    };
  },
  es: ({ firstName, member, requirement, organization, what, path }) => {
    const check = member ? `la verificación de antecedentes de ${member}` : "tu verificación de antecedentes";
    return {
      subject: {
        started: `${requirement}: un aviso importante de ${organization}`,
        disputed: `${requirement}: se registró la impugnación`,
        disputeClosed: `${requirement}: se cerró la impugnación`,
        final: `${requirement}: una decisión de ${organization}`,
        cleared: `${requirement}: se aprobó tu verificación de antecedentes`,
      }[what],
      parts: [
        { say: `Hola, ${firstName}:` },
        ...{
          started: [
            `${organization} te envió un aviso sobre ${check}. Todavía no se ha tomado ninguna decisión. Tienes tiempo para responder: el aviso dice hasta cuándo.`,
            "Inicia sesión para leer el aviso, una copia del informe y un resumen de tus derechos. Ahí también puedes impugnar el informe o añadir una declaración.",
          ],
          disputed: [
            `Se registró una impugnación del informe de ${check}. ${organization} no decide hasta que se cierre.`,
          ],
          disputeClosed: [
            `Se cerró la impugnación del informe de ${check}. Inicia sesión para ver hasta cuándo puedes responder.`,
          ],
          final: [
            `${organization} tomó una decisión a causa de ${check}. Inicia sesión para leer el aviso y tus derechos.`,
          ],
          cleared: [`${organization} aprobó finalmente ${check}. No tienes que hacer nada.`],
        }[what].map((say) => ({ say })),
        { link: path, label: what === "cleared" ? "Abrir el requisito" : "Leer el aviso" },
      ],
    };
  },
};
