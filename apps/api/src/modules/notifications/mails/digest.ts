import { type OverallStatus, overallStatusLabels } from "@touchline/contract/enums";
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

/** Once a week, to whoever looks after others: how their levels stand, and what waits for them. */
export const digest: MailKind<{
  firstName: string;
  organization: string;
  waiting: { count: number; more: boolean };
  levels: readonly Level[];
  path: string;
}> = {
  en: ({ firstName, organization, waiting, levels, path }) => ({
    subject: `${organization}: your week`,
    parts: [
      { say: `Hello ${firstName},` },
      ...(waiting.count > 0
        ? [
            {
              say:
                waiting.count === 1
                  ? "1 submission waits for a review."
                  : `${waiting.count.toLocaleString("en")}${waiting.more ? " or more" : ""} submissions wait for a review.`,
            },
          ]
        : []),
      ...(levels.length > 0
        ? [{ say: "This is how your levels stand this morning:" }, { list: levels.map((one) => line(one, "en")) }]
        : []),
      { link: path, label: waiting.count > 0 ? "Review" : "Open the dashboard" },
      { say: "This mail comes on Mondays, when somebody is waiting for you. You can switch it off in your settings." },
    ],
  }),
  es: ({ firstName, organization, waiting, levels, path }) => ({
    subject: `${organization}: tu semana`,
    parts: [
      { say: `Hola, ${firstName}:` },
      ...(waiting.count > 0
        ? [
            {
              say:
                waiting.count === 1
                  ? "Hay 1 envío pendiente de revisión."
                  : `Hay ${waiting.count.toLocaleString("es")}${waiting.more ? " o más" : ""} envíos pendientes de revisión.`,
            },
          ]
        : []),
      ...(levels.length > 0
        ? [{ say: "Así están tus niveles esta mañana:" }, { list: levels.map((one) => line(one, "es")) }]
        : []),
      { link: path, label: waiting.count > 0 ? "Revisar" : "Abrir el panel" },
      { say: "Este mensaje llega los lunes, cuando alguien te espera. Puedes desactivarlo en tu configuración." },
    ],
  }),
};
