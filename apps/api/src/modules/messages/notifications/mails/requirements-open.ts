import { RequirementStatus } from "@touchline/contract/enums";
import { plural } from "@touchline/rules";
import type { InEach, MailKind, MailLanguage } from "./parts.ts";

type Open = {
  /** The child's first name; null for the reader. */
  member: string | null;
  requirement: string;
  status: RequirementStatus;
  /** The last day on which it is on time. */
  due: InEach | null;
  /** They are cleared without it through this day. */
  spared?: boolean;
};

type Words = Record<"overdue" | "due" | "again" | "spared", (day: string) => string> & { expired: string };
const words: Record<MailLanguage, Words> = {
  en: {
    overdue: (day) => `was due on ${day}`,
    due: (day) => `due on ${day}`,
    again: (day) => `complete again by ${day}`,
    spared: (day) => `due on ${day} to stay cleared`,
    expired: "expired",
  },
  es: {
    overdue: (day) => `venció el ${day}`,
    due: (day) => `hasta el ${day}`,
    again: (day) => `hay que repetirlo hasta el ${day}`,
    spared: (day) => `hasta el ${day} para seguir en regla`,
    expired: "caducado",
  },
};

/** Whether everything is completed or not needed yet: the reader is cleared and should stay so. */
const isAllToStay = (open: readonly Open[]) =>
  open.every((one) => one.spared || one.status === RequirementStatus.ExpiringSoon);

/** Formats a requirement, such as "Maya: Concussion course (due on May 3, 2027)". */
function line({ member, requirement, status, due, spared }: Open, language: MailLanguage): string {
  const { expired, ...by } = words[language];
  const on = { [RequirementStatus.Overdue]: by.overdue, [RequirementStatus.ExpiringSoon]: by.again }[status as number];
  const when = spared ? by.spared : (on ?? by.due);
  const state = status === RequirementStatus.Expired && !spared ? expired : due && when(due[language]);
  return `${member === null ? "" : `${member}: `}${requirement}${state ? ` (${state})` : ""}`;
}

type Fields = { firstName: string; organization: string; open: readonly Open[]; more: number; path: string };

const moreForms: Record<MailLanguage, { one: string; other: string }> = {
  en: { one: "1 more requirement", other: "# more requirements" },
  es: { one: "1 requisito más", other: "# requisitos más" },
};

/** Returns the list of requirements and the link to them. `more`: the number that isn't listed. */
const listed = (language: MailLanguage, { open, more, path }: Fields) => [
  {
    list: [
      ...open.map((one) => line(one, language)),
      ...(more > 0 ? [plural(more, moreForms[language], language)] : []),
    ],
  },
  { link: path, label: language === "en" ? "View requirements" : "Ver los requisitos" },
];

/** Reminds a person of open requirements, for themselves and the children they guard. */
export const requirementsOpen: MailKind<Fields> = {
  en: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: plural(count, {
        one: `${organization}: 1 requirement to complete`,
        other: `${organization}: # requirements to complete`,
      }),
      parts: [
        { say: `Hello ${firstName},` },
        {
          say: isAllToStay(open)
            ? `Complete these requirements by the dates shown to stay cleared at ${organization}:`
            : `Complete these requirements to be cleared at ${organization}:`,
        },
        ...listed("en", fields),
      ],
    };
  },
  es: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: plural(
        count,
        { one: `${organization}: queda 1 requisito`, other: `${organization}: quedan # requisitos` },
        "es",
      ),
      parts: [
        { say: `Hola, ${firstName}:` },
        {
          say: isAllToStay(open)
            ? `Completa estos requisitos hasta la fecha indicada para seguir en regla en ${organization}:`
            : `Completa estos requisitos para estar en regla en ${organization}:`,
        },
        ...listed("es", fields),
      ],
    };
  },
};

/**
 * Tells that a later version requires a completed requirement again by a day; for the reader and the children they
 * guard.
 */
export const requirementsAgain: MailKind<Fields> = {
  en: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: plural(count, {
        one: `${organization}: 1 requirement to complete again`,
        other: `${organization}: # requirements to complete again`,
      }),
      parts: [
        { say: `Hello ${firstName},` },
        {
          say: `These requirements at ${organization} have a new version. Complete them again by the dates shown. Until then, earlier completions still count.`,
        },
        ...listed("en", fields),
      ],
    };
  },
  es: (fields) => {
    const { firstName, organization, open } = fields;
    const count = open.length + fields.more;
    return {
      subject: plural(
        count,
        {
          one: `${organization}: hay que repetir 1 requisito`,
          other: `${organization}: hay que repetir # requisitos`,
        },
        "es",
      ),
      parts: [
        { say: `Hola, ${firstName}:` },
        {
          say: `Estos requisitos de ${organization} tienen una versión nueva. Complétalos de nuevo hasta la fecha indicada. Hasta entonces sigue valiendo lo que ya estaba hecho.`,
        },
        ...listed("es", fields),
      ],
    };
  },
};
