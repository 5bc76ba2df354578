import { plural } from "@touchline/rules";
import type { MailKind } from "./parts.ts";

/** Tells that disqualifications need a second reviewer. It names no one: the page shows who it is about. */
export const disqualificationProposed: MailKind<{
  firstName: string;
  organization: string;
  count: number;
  path: string;
}> = {
  en: ({ firstName, organization, count, path }) => ({
    subject: plural(count, {
      one: "A proposed disqualification needs a second reviewer",
      other: "# proposed disqualifications need a second reviewer",
    }),
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: plural(count, {
          one: `A colleague at ${organization} proposed a disqualification. It takes effect only if another reviewer confirms it.`,
          other: `A colleague at ${organization} proposed # disqualifications. Each takes effect only if another reviewer confirms it.`,
        }),
      },
      {
        say: plural(count, {
          one: "Review the submission yourself, then confirm or decline.",
          other: "Review each submission yourself, then confirm or decline.",
        }),
      },
      { link: path, label: plural(count, { one: "Open the submission", other: "Open the submissions" }) },
    ],
  }),
  es: ({ firstName, organization, count, path }) => ({
    subject: plural(
      count,
      {
        one: "Una descalificación propuesta necesita un segundo revisor",
        other: "# descalificaciones propuestas necesitan un segundo revisor",
      },
      "es",
    ),
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: plural(
          count,
          {
            one: `Un colega de ${organization} propuso una descalificación. Solo tendrá efecto si otro revisor la confirma.`,
            other: `Un colega de ${organization} propuso # descalificaciones. Cada una tendrá efecto solo si otro revisor la confirma.`,
          },
          "es",
        ),
      },
      {
        say: plural(
          count,
          {
            one: "Revisa tú mismo el envío y después confírmala o recházala.",
            other: "Revisa tú mismo cada envío y después confírmala o recházala.",
          },
          "es",
        ),
      },
      { link: path, label: plural(count, { one: "Abrir el envío", other: "Abrir los envíos" }, "es") },
    ],
  }),
};
