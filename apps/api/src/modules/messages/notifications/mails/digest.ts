import type { DigestFrequency } from "@touchline/contract/accounts/account-settings";
import { type OverallStatus, overallStatusLabels } from "@touchline/contract/enums";
import { plural } from "@touchline/rules";
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

/** Formats a level's counts, such as "U12 Girls: 14 Cleared, 3 Incomplete". */
function line({ name, members }: Level, language: MailLanguage): string {
  const words = language === "en" ? overallStatusLabels : inSpanish;
  return `${name}: ${members.map((one) => `${one.members.toLocaleString(language)} ${words[one.status]}`).join(", ")}`;
}

type Forms = { one: string; other: string };
const waitingForms: Record<MailLanguage, { exactly: Forms; atLeast: Forms }> = {
  en: {
    exactly: { one: "1 submission is pending review.", other: "# submissions are pending review." },
    atLeast: { one: "1 or more submissions are pending review.", other: "# or more submissions are pending review." },
  },
  es: {
    exactly: { one: "Hay 1 envío pendiente de revisión.", other: "Hay # envíos pendientes de revisión." },
    atLeast: { one: "Hay 1 o más envíos pendientes de revisión.", other: "Hay # o más envíos pendientes de revisión." },
  },
};

type Waiting = { count: number; more: boolean };

/** Returns a sentence with the number of submissions pending review; empty for none. */
export function waitingWords({ count, more }: Waiting, language: MailLanguage): string {
  if (count === 0) return "";
  const { exactly, atLeast } = waitingForms[language];
  return plural(count, more ? atLeast : exactly, language);
}

const often: Record<MailLanguage, Record<DigestFrequency, { subject: string; why: string }>> = {
  en: {
    daily: {
      subject: "daily summary",
      why: "You get this email every day that something needs your attention. You can change how often in your settings.",
    },
    weekly: {
      subject: "weekly summary",
      why: "You get this email on Mondays when something needs your attention. You can change how often in your settings.",
    },
  },
  es: {
    daily: {
      subject: "resumen diario",
      why: "Recibes este correo cada día en que algo necesita tu atención. Puedes cambiar la frecuencia en tu configuración.",
    },
    weekly: {
      subject: "resumen semanal",
      why: "Recibes este correo los lunes en que algo necesita tu atención. Puedes cambiar la frecuencia en tu configuración.",
    },
  },
};

/** Summarizes the clearance of a manager's levels and the pending reviews, as often as they chose. */
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
        ? [
            { say: "Here is the clearance summary for your levels this morning:" },
            { list: levels.map((one) => line(one, "en")) },
          ]
        : []),
      { link: path, label: waiting.count > 0 ? "Review" : "Open dashboard" },
      { say: often.en[every].why },
    ],
  }),
  es: ({ firstName, organization, every, waiting, levels, path }) => ({
    subject: `${organization}: ${often.es[every].subject}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      ...(waiting.count > 0 ? [{ say: waitingWords(waiting, "es") }] : []),
      ...(levels.length > 0
        ? [{ say: "Este es el resumen de tus niveles esta mañana:" }, { list: levels.map((one) => line(one, "es")) }]
        : []),
      { link: path, label: waiting.count > 0 ? "Revisar" : "Abrir el panel" },
      { say: often.es[every].why },
    ],
  }),
};
