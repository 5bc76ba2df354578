import type { MailKind } from "./parts.ts";

/** A reviewer asks for the submission again, and says why. `member` is null when the mail goes to the member. */
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
          ? `${organization} looked at what was submitted for ${member} under "${requirement}" and needs it again. The reviewer wrote:`
          : `${organization} looked at what you submitted under "${requirement}" and needs it again. The reviewer wrote:`,
      },
      { quote: notes },
      { link: path, label: "Submit it again" },
    ],
  }),
  es: ({ firstName, member, requirement, organization, notes, path }) => ({
    subject: `${requirement}: vuelve a enviarlo, por favor`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: member
          ? `${organization} revisó lo que se envió para ${member} en «${requirement}» y lo necesita de nuevo. La persona que lo revisó escribió:`
          : `${organization} revisó lo que enviaste en «${requirement}» y lo necesita de nuevo. La persona que lo revisó escribió:`,
      },
      { quote: notes },
      { link: path, label: "Volver a enviar" },
    ],
  }),
};
