import { RequirementStatus } from "@touchline/contract";
import type { InEach, MailKind, MailLanguage } from "./parts.ts";

type Open = {
  /** The child's first name; null for one's own. */
  member: string | null;
  requirement: string;
  status: RequirementStatus;
  /** The last day on which it is in time. */
  due: InEach | null;
  /** They are cleared without it through that day. */
  spared?: boolean;
};

type Words = Record<"overdue" | "due" | "again" | "spared", (day: string) => string> & { expired: string };
const words: Record<MailLanguage, Words> = {
  en: {
    overdue: (day) => `was due on ${day}`,
    due: (day) => `due on ${day}`,
    again: (day) => `to be done again by ${day}`,
    spared: (day) => `to stay cleared, by ${day}`,
    expired: "expired",
  },
  es: {
    overdue: (day) => `venció el ${day}`,
    due: (day) => `hasta el ${day}`,
    again: (day) => `hay que repetirlo hasta el ${day}`,
    spared: (day) => `para seguir en regla, hasta el ${day}`,
    expired: "caducado",
  },
};

/** Whether all of it is done already or not needed yet: whoever reads it is cleared, and is to stay so. */
const isAllToStay = (open: readonly Open[]) =>
  open.every((one) => one.spared || one.status === RequirementStatus.ExpiringSoon);

/** "Maya: Concussion course (due on May 3, 2027)". */
function line({ member, requirement, status, due, spared }: Open, language: MailLanguage): string {
  const { expired, ...by } = words[language];
  const on = { [RequirementStatus.Overdue]: by.overdue, [RequirementStatus.ExpiringSoon]: by.again }[status as number];
  const when = spared ? by.spared : (on ?? by.due);
  const state = status === RequirementStatus.Expired && !spared ? expired : due && when(due[language]);
  return `${member === null ? "" : `${member}: `}${requirement}${state ? ` (${state})` : ""}`;
}

type Fields = { firstName: string; organization: string; open: readonly Open[]; more: number; path: string };

/** The list with what stands around it. `more`: how many are not named. */
const listed = (language: MailLanguage, { open, more, path }: Fields) => [
  {
    list: [
      ...open.map((one) => line(one, language)),
      ...(more > 0 ? [language === "en" ? `and ${more} more` : `y ${more} más`] : []),
    ],
  },
  { link: path, label: language === "en" ? "Go on" : "Continuar" },
];

/** What a person has to do, for themselves and the children they guard. */
export const requirementsOpen: MailKind<Fields> = {
  en: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: `${organization}: ${count === 1 ? "1 requirement is" : `${count} requirements are`} still open`,
      parts: [
        { say: `Hello ${firstName},` },
        {
          say: isAllToStay(open)
            ? `to stay cleared at ${organization}, this is to be done by the day named here:`
            : `before you are cleared at ${organization}, this is still to be done:`,
        },
        ...listed("en", fields),
      ],
    };
  },
  es: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: `${organization}: ${count === 1 ? "queda 1 requisito" : `quedan ${count} requisitos`}`,
      parts: [
        { say: `Hola, ${firstName}:` },
        {
          say: isAllToStay(open)
            ? `Para seguir en regla en ${organization} hay que hacer esto hasta el día indicado:`
            : `Para tener todo en regla en ${organization} falta esto:`,
        },
        ...listed("es", fields),
      ],
    };
  },
};

/** What was done, and a later version asks for again by a day; for oneself and the children one guards. */
export const requirementsAgain: MailKind<Fields> = {
  en: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: `${organization}: ${count === 1 ? "1 requirement is" : `${count} requirements are`} to be done again`,
      parts: [
        { say: `Hello ${firstName},` },
        { say: `what was done at ${organization} before is asked for anew. It counts until the day named here:` },
        ...listed("en", fields),
      ],
    };
  },
  es: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: `${organization}: hay que repetir ${count === 1 ? "1 requisito" : `${count} requisitos`}`,
      parts: [
        { say: `Hola, ${firstName}:` },
        { say: `Lo que ya estaba hecho en ${organization} se pide de nuevo. Vale hasta el día indicado:` },
        ...listed("es", fields),
      ],
    };
  },
};
