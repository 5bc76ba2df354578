import type { MailKind } from "./parts.ts";

/** How the person logs in: with an existing login, by the invitation just sent, or after an address is added. */
type State = "ownLogin" | "invited" | "needsAddress";

/** Returns a sentence about the person's next step. */
export const onward: Record<"en" | "es", Record<State, (person: string) => string>> = {
  en: {
    ownLogin: (person) => `${person} keeps using their own login.`,
    invited: (person) => `We emailed ${person} an invitation to create their own login.`,
    needsAddress: (person) =>
      `We don't have an email address for ${person}. Give it to your club or team so that they can be invited.`,
  },
  es: {
    ownLogin: (person) => `${person} sigue usando su propia cuenta.`,
    invited: (person) => `Hemos enviado a ${person} una invitación por correo para crear su propia cuenta.`,
    needsAddress: (person) =>
      `No tenemos un correo de ${person}. Dáselo a tu club o equipo para que podamos enviarle la invitación.`,
  },
};

/** Tells former guardians on the 18th birthday that the profile is no longer theirs to manage. */
export const handedOver: MailKind<{ firstName: string; person: string; organization: string; state: State }> = {
  en: ({ firstName, person, organization, state }) => ({
    subject: `${person} is 18 and now manages their own profile`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${person} is now an adult and manages their own profile at ${organization}. You can no longer act for them. Unfinished submissions were withdrawn. Approved ones stay approved.`,
      },
      { say: onward.en[state](person) },
    ],
  }),
  es: ({ firstName, person, organization, state }) => ({
    subject: `${person} cumple 18 años y ahora gestiona su propio perfil`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${person} es mayor de edad y desde hoy gestiona su propio perfil en ${organization}. Ya no puedes actuar en su nombre. Los envíos sin terminar se han retirado. Los aprobados se conservan.`,
      },
      { say: onward.es[state](person) },
    ],
  }),
};

/** Tells managers of a team or club that a person turned 18 and can't be invited without an email address. */
export const addressWanted: MailKind<{ firstName: string; person: string; organization: string; path: string }> = {
  en: ({ firstName, person, organization, path }) => ({
    subject: `${person} is 18 and has no email address`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${person} turned 18 and now manages their own profile at ${organization}, but we don't have their email address. Ask for it, add it to their profile, and send the invitation.`,
      },
      { link: path, label: "Open profile" },
    ],
  }),
  es: ({ firstName, person, organization, path }) => ({
    subject: `${person} tiene 18 años y no tiene correo`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${person} ha cumplido 18 años y ahora gestiona su propio perfil en ${organization}, pero no tenemos su correo. Pídeselo, añádelo a su perfil y envía la invitación.`,
      },
      { link: path, label: "Abrir el perfil" },
    ],
  }),
};

/** Tells managers of a team or club that a corrected date of birth made a person a minor again. */
export const guardianWanted: MailKind<{ firstName: string; person: string; organization: string; path: string }> = {
  en: ({ firstName, person, organization, path }) => ({
    subject: `${person} is under 18 and has no guardian`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `The date of birth of ${person} at ${organization} was corrected, so they are under 18 again. Former guardians don't get access back automatically. Open the profile and add a guardian.`,
      },
      { link: path, label: "Open profile" },
    ],
  }),
  es: ({ firstName, person, organization, path }) => ({
    subject: `${person} es menor de edad y no tiene tutor`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `Con la fecha de nacimiento corregida, ${person} vuelve a ser menor de edad en ${organization}. Quienes antes eran sus tutores no recuperan el acceso automáticamente. Abre su perfil y añade un tutor.`,
      },
      { link: path, label: "Abrir el perfil" },
    ],
  }),
};
