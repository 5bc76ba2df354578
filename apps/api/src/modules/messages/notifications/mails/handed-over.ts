import type { MailKind } from "./parts.ts";

/** How the person goes on: with a login they have, by the invitation just sent, or once there is an address. */
type State = "ownLogin" | "invited" | "needsAddress";

/** How it goes on, in a sentence. */
export const onward: Record<"en" | "es", Record<State, (person: string) => string>> = {
  en: {
    ownLogin: (person) => `${person} goes on with the login they have.`,
    invited: (person) => `We have invited ${person} by mail to a login of their own.`,
    needsAddress: (person) =>
      `We have no email address of ${person}. Give it to your club or team, so that they can be invited.`,
  },
  es: {
    ownLogin: (person) => `${person} continúa con su propia cuenta.`,
    invited: (person) => `Hemos invitado a ${person} por correo a tener su propia cuenta.`,
    needsAddress: (person) =>
      `No tenemos un correo de ${person}. Dáselo a tu club o equipo para que podamos enviarle la invitación.`,
  },
};

/** To those who were guardians, on the 18th birthday. */
export const handedOver: MailKind<{ firstName: string; person: string; organization: string; state: State }> = {
  en: ({ firstName, person, organization, state }) => ({
    subject: `${person} is 18: the profile is theirs`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${person} is an adult and looks after their own profile at ${organization} from today on. You no longer act for them. What was begun and not finished is withdrawn; what was approved stays.`,
      },
      { say: onward.en[state](person) },
    ],
  }),
  es: ({ firstName, person, organization, state }) => ({
    subject: `${person} cumple 18 años: el perfil es suyo`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${person} es mayor de edad y desde hoy se ocupa de su propio perfil en ${organization}. Ya no actúas en su nombre. Lo que se empezó y no se terminó se ha retirado; lo aprobado se conserva.`,
      },
      { say: onward.es[state](person) },
    ],
  }),
};

/** To who looks after a team or club: somebody turned 18 and cannot be invited. */
export const addressWanted: MailKind<{ firstName: string; person: string; organization: string; path: string }> = {
  en: ({ firstName, person, organization, path }) => ({
    subject: `${person} is 18 and has no email address`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `${person} turned 18 and now looks after their own profile at ${organization}. There is no email address to invite them by. Ask for it, write it on their page and send the invitation.`,
      },
      { link: path, label: "Open the page" },
    ],
  }),
  es: ({ firstName, person, organization, path }) => ({
    subject: `${person} tiene 18 años y no tiene correo`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `${person} ha cumplido 18 años y ahora se ocupa de su propio perfil en ${organization}. No hay un correo para invitarle. Pídeselo, escríbelo en su página y envía la invitación.`,
      },
      { link: path, label: "Abrir la página" },
    ],
  }),
};

/** To who looks after a team or club: the date of birth of somebody who was handed over was corrected to a minor's. */
export const guardianWanted: MailKind<{ firstName: string; person: string; organization: string; path: string }> = {
  en: ({ firstName, person, organization, path }) => ({
    subject: `${person} is under 18 and has no guardian`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `By a corrected date of birth ${person} is under 18 again at ${organization}. Those who acted for them before do so no longer: that does not come back by itself. Look at the page and add a guardian.`,
      },
      { link: path, label: "Open the page" },
    ],
  }),
  es: ({ firstName, person, organization, path }) => ({
    subject: `${person} es menor de edad y no tiene tutor`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `Con la fecha de nacimiento corregida, ${person} vuelve a ser menor de edad en ${organization}. Quienes actuaban en su nombre ya no lo hacen: eso no vuelve por sí solo. Mira su página y añade un tutor.`,
      },
      { link: path, label: "Abrir la página" },
    ],
  }),
};
