import type { InEach, MailKind, MailLanguage } from "./parts.ts";

/** Returns a sentence about whether the child can be invited on the birthday. */
export const byAddress: Record<MailLanguage, (child: string, hasAddress: boolean) => string> = {
  en: (child, hasAddress) =>
    hasAddress
      ? `We'll email ${child} an invitation on that day.`
      : `We don't have an email address for ${child} yet. Add one so that we can invite them on that day.`,
  es: (child, hasAddress) =>
    hasAddress
      ? `Ese día ${child} recibirá una invitación por correo.`
      : `Todavía no tenemos un correo de ${child}. Añade uno para poder enviarle la invitación ese día.`,
};

/** Tells a guardian a month before the child's 18th birthday. */
export const comingOfAge: MailKind<{
  firstName: string;
  child: string;
  organization: string;
  day: InEach;
  /** Whether the child has an address for the invitation. */
  hasAddress: boolean;
  path: string;
}> = {
  en: ({ firstName, child, organization, day, hasAddress, path }) => ({
    subject: `${child} turns 18 on ${day.en}`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `Starting ${day.en}, ${child} manages their own profile at ${organization}, and you can no longer see it. Unfinished submissions will be withdrawn. Approved ones stay approved.`,
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
        say: `A partir del ${day.es}, ${child} gestiona su propio perfil en ${organization} y tú dejarás de verlo. Los envíos sin terminar se retirarán. Los aprobados se conservan.`,
      },
      {
        say: byAddress.es(child, hasAddress),
      },
      { link: path, label: "Abrir tu familia" },
    ],
  }),
};
