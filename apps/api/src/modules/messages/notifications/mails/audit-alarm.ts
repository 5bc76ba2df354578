import type { MailKind } from "./parts.ts";

/** To those who run the platform, when a sealed history does not agree with what a server remembers of it. */
export const auditAlarm: MailKind<{ alarms: number }> = {
  en: ({ alarms }) => ({
    subject: "Audit log alarm",
    parts: [
      {
        say: `${alarms === 1 ? "There is an alarm" : `There are ${alarms} alarms`} about the audit log of this installation.`,
      },
      {
        say: "The database may have been changed outside Touchline, or restored from a backup. Find out which before you trust what it says.",
      },
      { link: "/admin/integrity", label: "View alarms" },
    ],
  }),
  es: ({ alarms }) => ({
    subject: "Alarma del registro de auditoría",
    parts: [
      {
        say: `Hay ${alarms === 1 ? "una alarma" : `${alarms} alarmas`} sobre el registro de auditoría de esta instalación.`,
      },
      {
        say: "Es posible que la base de datos se haya modificado fuera de Touchline o se haya restaurado desde una copia de seguridad. Averigua cuál de las dos antes de confiar en lo que dice.",
      },
      { link: "/admin/integrity", label: "Ver las alarmas" },
    ],
  }),
};
