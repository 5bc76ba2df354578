import type { MailKind } from "./parts.ts";

/**
 * The reason why a webhook endpoint was paused automatically: everything failed for three days, or it answered that it
 * no longer exists.
 */
export type WebhookPauseCause = "failures" | "gone";

/** Tells administrators that nothing is sent to a webhook endpoint anymore. */
export const webhookPaused: MailKind<{
  firstName: string;
  organization: string;
  endpoint: string;
  why: WebhookPauseCause;
  path: string;
}> = {
  en: ({ firstName, organization, endpoint, why, path }) => ({
    subject: `Webhooks to ${endpoint} are paused`,
    parts: [
      { say: `Hello ${firstName},` },
      {
        say: {
          failures: `Every delivery from ${organization} to the webhook endpoint “${endpoint}” has failed for three days, so the endpoint was paused.`,
          gone: `The webhook endpoint “${endpoint}” of ${organization} answered that it no longer exists, so it was paused.`,
        }[why],
      },
      { say: "New events wait for up to 30 days. Fix the endpoint and resume it, or delete it." },
      { link: path, label: "Open the endpoint" },
    ],
  }),
  es: ({ firstName, organization, endpoint, why, path }) => ({
    subject: `Los webhooks a ${endpoint} están en pausa`,
    parts: [
      { say: `Hola, ${firstName}:` },
      {
        say: {
          failures: `Todas las entregas de ${organization} al punto de conexión «${endpoint}» han fallado durante tres días; por eso se puso en pausa.`,
          gone: `El punto de conexión «${endpoint}» de ${organization} respondió que ya no existe; por eso se puso en pausa.`,
        }[why],
      },
      { say: "Los eventos nuevos esperan hasta 30 días. Corrige el punto de conexión y reactívalo, o elimínalo." },
      { link: path, label: "Abrir el punto de conexión" },
    ],
  }),
};
