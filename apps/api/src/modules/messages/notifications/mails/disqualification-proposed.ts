import type { MailKind } from "./parts.ts";

/** Disqualifications wait for a second reviewer. It names nobody: who it is about is told on the page. */
export const disqualificationProposed: MailKind<{
  firstName: string;
  organization: string;
  count: number;
  path: string;
}> = {
  en: ({ firstName, organization, count, path }) => ({
    subject:
      count === 1
        ? "A proposed disqualification needs a second reviewer"
        : `${count} proposed disqualifications need a second reviewer`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say:
          count === 1
            ? `A colleague at ${organization} proposed a disqualification. It takes effect only when another reviewer confirms it.`
            : `A colleague at ${organization} proposed ${count} disqualifications. Each takes effect only when another reviewer confirms it.`,
      },
      { say: "Confirm or decline after looking at the submission yourself." },
      { link: path, label: count === 1 ? "Open the submission" : "Open the submissions" },
    ],
  }),
  es: ({ firstName, organization, count, path }) => ({
    subject:
      count === 1
        ? "Una descalificación propuesta necesita un segundo revisor"
        : `${count} descalificaciones propuestas necesitan un segundo revisor`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say:
          count === 1
            ? `Un colega de ${organization} propuso una descalificación. Solo tendrá efecto cuando otro revisor la confirme.`
            : `Un colega de ${organization} propuso ${count} descalificaciones. Cada una tendrá efecto solo cuando otro revisor la confirme.`,
      },
      { say: "Confírmala o recházala después de ver el envío." },
      { link: path, label: count === 1 ? "Abrir el envío" : "Abrir los envíos" },
    ],
  }),
};
