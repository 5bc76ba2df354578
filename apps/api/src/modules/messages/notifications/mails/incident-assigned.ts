import type { MailKind } from "./parts.ts";

/** Tells that an incident was assigned to the recipient. It says nothing about the incident, because email isn't confidential. */
export const incidentAssigned: MailKind<{ firstName: string; organization: string; path: string }> = {
  en: ({ firstName, organization, path }) => ({
    subject: "An incident was assigned to you",
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: `An incident reported at ${organization} was assigned to you. Incidents are confidential, so this email says nothing about it. Log in to read it.`,
      },
      { link: path, label: "Open the incident" },
    ],
  }),
  es: ({ firstName, organization, path }) => ({
    subject: "Se te ha asignado un incidente",
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: `Se te ha asignado un incidente comunicado en ${organization}. Los incidentes son confidenciales; por eso este correo no dice nada más. Inicia sesión para leerlo.`,
      },
      { link: path, label: "Abrir el incidente" },
    ],
  }),
};
