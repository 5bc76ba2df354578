import { type OverallStatus, overallStatusLabels } from "@touchline/contract";
import type { DigestFrequency } from "@touchline/contract/accounts/account-settings";
import type { MailKind, MailLanguage } from "./parts.ts";

type Level = { name: string; members: readonly { status: OverallStatus; members: number }[] };

const inSpanish: Record<OverallStatus, string> = {
  Cleared: "en regla",
  Incomplete: "incompletos",
  NoRequirements: "sin requisitos",
  Optional: "solo les falta lo opcional",
  NotActivated: "sin activar",
  Disqualified: "descalificados",
  NotConfirmed: "sin confirmar",
};

/** "U12 Girls: 14 Cleared, 3 Incomplete". */
function line({ name, members }: Level, language: MailLanguage): string {
  const words = language === "en" ? overallStatusLabels : inSpanish;
  return `${name}: ${members.map((one) => `${one.members.toLocaleString(language)} ${words[one.status]}`).join(", ")}`;
}

type Waiting = { count: number; more: boolean };

/** How many submissions wait for a review, in a sentence; empty where none does. */
export function waitingWords({ count, more }: Waiting, language: MailLanguage): string {
  if (count === 0) return "";
  const number = count.toLocaleString(language);
  if (language === "es") {
    return count === 1
      ? "Hay 1 envío pendiente de revisión."
      : `Hay ${number}${more ? " o más" : ""} envíos pendientes de revisión.`;
  }
  return count === 1
    ? "1 submission waits for a review."
    : `${number}${more ? " or more" : ""} submissions wait for a review.`;
}

const often: Record<MailLanguage, Record<DigestFrequency, { subject: string; why: string }>> = {
  en: {
    daily: { subject: "your day", why: "This mail comes on each day on which somebody is waiting for you." },
    weekly: { subject: "your week", why: "This mail comes on Mondays, when somebody is waiting for you." },
  },
  es: {
    daily: { subject: "tu día", why: "Este mensaje llega cada día en que alguien te espera." },
    weekly: { subject: "tu semana", why: "Este mensaje llega los lunes, cuando alguien te espera." },
  },
};

/** To whoever looks after others, as often as they chose: how their levels stand, and what waits for them. */
export const digest: MailKind<{
  firstName: string;
  organization: string;
  every: DigestFrequency;
  waiting: Waiting;
  levels: readonly Level[];
  path: string;
}> = {
  en: ({ firstName, organization, every, waiting, levels, path }) => ({
    subject: `${organization}: ${often.en[every].subject}`,
    parts: [
      { say: `Hello ${firstName},` },
      ...(waiting.count > 0 ? [{ say: waitingWords(waiting, "en") }] : []),
      ...(levels.length > 0
        ? [{ say: "This is how your levels stand this morning:" }, { list: levels.map((one) => line(one, "en")) }]
        : []),
      { link: path, label: waiting.count > 0 ? "Review" : "Open the dashboard" },
      { say: `${often.en[every].why} You choose how often in your settings.` },
    ],
  }),
  es: ({ firstName, organization, every, waiting, levels, path }) => ({
    subject: `${organization}: ${often.es[every].subject}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      ...(waiting.count > 0 ? [{ say: waitingWords(waiting, "es") }] : []),
      ...(levels.length > 0
        ? [{ say: "Así están tus niveles esta mañana:" }, { list: levels.map((one) => line(one, "es")) }]
        : []),
      { link: path, label: waiting.count > 0 ? "Revisar" : "Abrir el panel" },
      { say: `${often.es[every].why} Puedes elegir cada cuánto en tu configuración.` },
    ],
  }),
};
