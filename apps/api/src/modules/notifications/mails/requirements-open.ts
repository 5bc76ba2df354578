import { RequirementStatus } from "@touchline/contract/enums";
import type { InEach, MailKind, MailLanguage } from "./parts.ts";

type Open = {
  /** The child's first name; null for one's own. */
  member: string | null;
  requirement: string;
  status: RequirementStatus;
  /** The last day on which it is in time. */
  due: InEach | null;
};

const words: Record<MailLanguage, { overdue(day: string): string; due(day: string): string; expired: string }> = {
  en: { overdue: (day) => `was due on ${day}`, due: (day) => `due on ${day}`, expired: "expired" },
  es: { overdue: (day) => `venció el ${day}`, due: (day) => `hasta el ${day}`, expired: "caducado" },
};

/** "Maya: Concussion course (due on May 3, 2027)". */
function line({ member, requirement, status, due }: Open, language: MailLanguage): string {
  const { overdue, due: until, expired } = words[language];
  const state =
    status === RequirementStatus.Expired
      ? expired
      : due && (status === RequirementStatus.Overdue ? overdue(due[language]) : until(due[language]));
  return `${member === null ? "" : `${member}: `}${requirement}${state ? ` (${state})` : ""}`;
}

/** What a person has to do, for themselves and the children they guard. `more`: how many are not named. */
export const requirementsOpen: MailKind<{
  firstName: string;
  organization: string;
  open: readonly Open[];
  more: number;
  path: string;
}> = {
  en: ({ firstName, organization, open, more, path }) => ({
    subject: `${organization}: ${open.length + more === 1 ? "1 requirement is" : `${open.length + more} requirements are`} still open`,
    parts: [
      { say: `Hello ${firstName},` },
      { say: `before you are cleared at ${organization}, this is still to be done:` },
      { list: [...open.map((one) => line(one, "en")), ...(more > 0 ? [`and ${more} more`] : [])] },
      { link: path, label: "Go on" },
    ],
  }),
  es: ({ firstName, organization, open, more, path }) => ({
    subject: `${organization}: ${open.length + more === 1 ? "queda 1 requisito" : `quedan ${open.length + more} requisitos`}`,
    parts: [
      { say: `Hola, ${firstName}:` },
      { say: `Para tener todo en regla en ${organization} falta esto:` },
      { list: [...open.map((one) => line(one, "es")), ...(more > 0 ? [`y ${more} más`] : [])] },
      { link: path, label: "Continuar" },
    ],
  }),
};
