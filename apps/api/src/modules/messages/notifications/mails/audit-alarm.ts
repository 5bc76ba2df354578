import { plural } from "@touchline/rules";
import type { MailKind } from "./parts.ts";

/** Tells platform operators that a sealed history doesn't match a server's record of it. */
export const auditAlarm: MailKind<{ alarms: number }> = {
  en: ({ alarms }) => ({
    subject: "Audit log alarm",
    parts: [
      {
        say: plural(alarms, {
          one: "There is an alarm about the audit log of this installation.",
          other: "There are # alarms about the audit log of this installation.",
        }),
      },
      {
        say: "The database may have been changed outside Touchline or restored from a backup. Find out which before you rely on its data.",
      },
      { link: "/admin/integrity", label: "View alarms" },
    ],
  }),
  es: ({ alarms }) => ({
    subject: "Alarma del registro de auditoría",
    parts: [
      {
        say: plural(
          alarms,
          {
            one: "Hay una alarma sobre el registro de auditoría de esta instalación.",
            other: "Hay # alarmas sobre el registro de auditoría de esta instalación.",
          },
          "es",
        ),
      },
      {
        say: "Es posible que la base de datos se haya modificado fuera de Touchline o se haya restaurado desde una copia de seguridad. Averigua cuál de las dos antes de confiar en sus datos.",
      },
      { link: "/admin/integrity", label: "Ver las alarmas" },
    ],
  }),
};
