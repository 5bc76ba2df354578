import type { MailKind } from "./parts.ts";

/** The steps of an adverse action that reviewers are emailed about. */
export type AdverseReviewMail =
  | "statement"
  | "disputed"
  | "disputeClosed"
  | "disputedLate"
  | "periodEnded"
  | "reportCleared";

/** Tells reviewers that a background check they decide on needs attention. It names no one. */
export const backgroundCheckReview: MailKind<{
  firstName: string;
  organization: string;
  what: AdverseReviewMail;
  path: string;
}> = {
  en: ({ firstName, organization, what, path }) => ({
    subject: {
      statement: "A statement was added to a background check",
      disputed: "A background check report is disputed",
      disputeClosed: "The dispute of a background check report was closed",
      disputedLate: "A report was disputed after the final notice",
      periodEnded: "A background check needs your decision",
      reportCleared: "A background check report is clear now",
    }[what],
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: {
          statement: `A person at ${organization} added a statement after a pre-adverse notice. Read it and add an assessment before you decide.`,
          disputed: `At ${organization}, a background check report is disputed. The waiting period is stopped until the dispute is closed.`,
          disputeClosed: `At ${organization}, the dispute of a background check report was closed. The waiting period continues.`,
          disputedLate: `At ${organization}, a report was disputed after the final notice. If the agency corrects it, an Admin can reinstate the person.`,
          periodEnded: `At ${organization}, the waiting period after a pre-adverse notice is over. Clear the check or send the final notice.`,
          reportCleared: `At ${organization}, a provider reports a background check as clear after a pre-adverse notice. Clear the check.`,
        }[what],
      },
      { link: path, label: "Open the review" },
    ],
  }),
  es: ({ firstName, organization, what, path }) => ({
    subject: {
      statement: "Se añadió una declaración a una verificación de antecedentes",
      disputed: "Se impugnó el informe de una verificación de antecedentes",
      disputeClosed: "Se cerró la impugnación de un informe",
      disputedLate: "Se impugnó un informe después del aviso final",
      periodEnded: "Una verificación de antecedentes necesita tu decisión",
      reportCleared: "El informe de una verificación ahora no tiene hallazgos",
    }[what],
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: {
          statement: `En ${organization}, alguien que recibió un aviso previo añadió una declaración. Léela y añade una evaluación antes de decidir.`,
          disputed: `En ${organization} se impugnó el informe de una verificación de antecedentes. El plazo se detiene hasta que se cierre la impugnación.`,
          disputeClosed: `En ${organization} se cerró la impugnación del informe de una verificación de antecedentes. El plazo continúa.`,
          disputedLate: `En ${organization} se impugnó un informe después del aviso final. Si la agencia lo corrige, un administrador puede readmitir a la persona.`,
          periodEnded: `En ${organization} terminó el plazo después de un aviso previo. Aprueba la verificación o envía el aviso final.`,
          reportCleared: `En ${organization}, un proveedor informa que una verificación ya no tiene hallazgos después de un aviso previo. Apruébala.`,
        }[what],
      },
      { link: path, label: "Abrir la revisión" },
    ],
  }),
};
