import type { MailKind } from "./parts.ts";

/** Tells that a reviewer requested changes to a submission, and why. `member` is null when the mail goes to the member. */
export const reset: MailKind<{
  firstName: string;
  member: string | null;
  requirement: string;
  organization: string;
  notes: string;
  path: string;
}> = {
  en: ({ firstName, member, requirement, organization, notes, path }) => ({
    subject: `${requirement}: please submit it again`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: member
          ? `${organization} reviewed what was submitted for ${member} under “${requirement}” and requested changes. The reviewer wrote:`
          : `${organization} reviewed what you submitted under “${requirement}” and requested changes. The reviewer wrote:`,
      },
      { quote: notes },
      { link: path, label: "Submit again" },
    ],
  }),
  es: ({ firstName, member, requirement, organization, notes, path }) => ({
    subject: `${requirement}: vuelve a enviarlo, por favor`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: member
          ? `${organization} revisó lo que se envió para ${member} en «${requirement}» y pidió cambios. La persona que lo revisó escribió:`
          : `${organization} revisó lo que enviaste en «${requirement}» y pidió cambios. La persona que lo revisó escribió:`,
      },
      { quote: notes },
      { link: path, label: "Volver a enviar" },
    ],
  }),
};
