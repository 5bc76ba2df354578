import type { InEach, MailKind, MailLanguage } from "./parts.ts";

/** Whether the child can be invited on the day, in a sentence. */
export const byAddress: Record<MailLanguage, (child: string, hasAddress: boolean) => string> = {
  en: (child, hasAddress) =>
    hasAddress
      ? `${child} is invited by mail on that day.`
      : `We have no email address of ${child} yet. Please give one, so that we can invite them on that day.`,
  es: (child, hasAddress) =>
    hasAddress
      ? `Ese día ${child} recibirá una invitación por correo.`
      : `Todavía no tenemos un correo de ${child}. Indícanos uno para poder enviarle la invitación ese día.`,
};

/** To a guardian, a month before the child's 18th birthday. */
export const comingOfAge: MailKind<{
  firstName: string;
  child: string;
  organization: string;
  day: InEach;
  /** The child has an address of its own, to which the invitation will go. */
  hasAddress: boolean;
  path: string;
}> = {
  en: ({ firstName, child, organization, day, hasAddress, path }) => ({
    subject: `${child} turns 18 on ${day.en}`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `From ${day.en} on, ${child} looks after their own profile at ${organization}. You will no longer see it, what you began and did not finish is withdrawn, and what was approved stays.`,
      },
      {
        say: byAddress.en(child, hasAddress),
      },
      { link: path, label: "Open your family" },
    ],
  }),
  es: ({ firstName, child, organization, day, hasAddress, path }) => ({
    subject: `${child} cumple 18 años el ${day.es}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `A partir del ${day.es}, ${child} se ocupa de su propio perfil en ${organization}. Dejarás de verlo; lo que empezaste y no terminaste se retira, y lo aprobado se conserva.`,
      },
      {
        say: byAddress.es(child, hasAddress),
      },
      { link: path, label: "Abrir tu familia" },
    ],
  }),
};
