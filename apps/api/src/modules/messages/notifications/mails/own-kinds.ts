import { RequirementStatus } from "@touchline/contract";
import type { MailTextKind, MailWords, Placeholder } from "@touchline/contract/messages/mail-texts";
import { byAddress, comingOfAge } from "./coming-of-age.ts";
import { digest, waitingWords } from "./digest.ts";
import { guardianInvitation } from "./guardian-invitation.ts";
import { handedOver, onward } from "./handed-over.ts";
import { invitation } from "./invitation.ts";
import { invitationReminder } from "./invitation-reminder.ts";
import { asTyped, type Values } from "./own-words.ts";
import { type InEach, type MailKind, type MailLanguage, type MailPart, mailLanguages } from "./parts.ts";
import { requirementsAgain, requirementsOpen } from "./requirements-open.ts";
import { reset } from "./reset.ts";

/** A kind of mail that an organization may write in its own words. */
type OwnKind<Fields> = {
  readonly kind: MailKind<Fields>;
  readonly placeholders: readonly Placeholder[];
  /** What the placeholders become that are words. */
  readonly words: (fields: Fields, language: MailLanguage) => Record<string, string>;
  /** The placeholder that the list or the quotation of the standard text becomes. */
  readonly block?: string;
  /** A mail about people who do not exist. */
  readonly example: Fields;
  /** The standard text as it is typed: made of fields that hold placeholders, or written down where it counts something. */
  readonly typed: Fields | Record<MailLanguage, MailWords>;
};

type FieldsOf<Kind> = Kind extends MailKind<infer Fields> ? Fields : never;
const own = <Fields>(given: OwnKind<Fields>): OwnKind<Fields> => given;

const word = (name: string, means: string): Placeholder => ({ name, means, alone: false, needed: false });
const needed = (one: Placeholder): Placeholder => ({ ...one, needed: true });
const block = (name: string, means: string): Placeholder => ({ name, means, alone: true, needed: true });
const link = (means: string): Placeholder => needed({ ...word("link", means), alone: true });
const both = (text: string): InEach => ({ en: text, es: text });

const firstName = word("first name", "the first name of whoever reads it.");
const organization = word("organization", "the name of your organization.");
const example = { firstName: "Ana", organization: "Your organization" };
const path = "/requirements";
const someDay: InEach = { en: "May 3, 2027", es: "3 de mayo de 2027" };

type Invited = FieldsOf<typeof invitation>;
/** An invitation and the reminder of it say the same things. */
const toInvited = {
  placeholders: [
    firstName,
    organization,
    word("role", "the role that the person was given."),
    word("level", "the club or team to which the person was added."),
    word("last day", "the last day on which the link works."),
    link("the button by which the person joins."),
  ],
  words: ({ firstName: name, organization, role, level, until }: Invited, language: MailLanguage) => ({
    "first name": name,
    organization,
    role,
    level,
    "last day": until[language],
  }),
  example: { ...example, role: "Head Coach", level: "U12 Girls", until: someDay, path: "/signup" },
  typed: {
    firstName: "{first name}",
    organization: "{organization}",
    role: "{role}",
    level: "{level}",
    until: both("{last day}"),
    path,
  },
};

type Reminding = FieldsOf<typeof requirementsOpen>;
/** Both reminders of requirements list some. */
const toRemind = (howMany: string, list: string) => ({
  placeholders: [
    firstName,
    organization,
    word("how many", howMany),
    block("requirements", list),
    link("the button that leads to them."),
  ],
  block: "requirements",
  words: ({ firstName: name, organization, open, more }: Reminding, language: MailLanguage) => ({
    "first name": name,
    organization,
    "how many": (open.length + more).toLocaleString(language),
  }),
});

/** Every one of them. */
export const ownKinds = {
  invitation: own<FieldsOf<typeof invitation>>({
    kind: invitation,
    ...toInvited,
  }),
  invitationReminder: own<FieldsOf<typeof invitationReminder>>({
    kind: invitationReminder,
    ...toInvited,
  }),
  guardianInvitation: own<FieldsOf<typeof guardianInvitation>>({
    kind: guardianInvitation,
    placeholders: [
      firstName,
      organization,
      word("inviter", "the name of the parent who asks."),
      needed(word("children", "the names of the children.")),
      word("last day", "the last day on which the link works."),
      link("the button by which the person accepts."),
    ],
    words: ({ firstName: name, organization, inviter, children, until }, language) => ({
      "first name": name,
      organization,
      inviter,
      children: children[language],
      "last day": until[language],
    }),
    example: {
      ...example,
      inviter: "Luis Ortega",
      children: { en: "Maya and Leo", es: "Maya y Leo" },
      until: someDay,
      path: "/signup",
    },
    typed: {
      firstName: "{first name}",
      organization: "{organization}",
      inviter: "{inviter}",
      children: both("{children}"),
      until: both("{last day}"),
      path,
    },
  }),
  requirementsOpen: own<FieldsOf<typeof requirementsOpen>>({
    kind: requirementsOpen,
    ...toRemind(
      "how many requirements are open.",
      "the list of what is open, with due dates and the names of children.",
    ),
    example: {
      ...example,
      open: [
        {
          member: null,
          requirement: "Coach agreement",
          status: RequirementStatus.Incomplete,
          due: someDay,
        },
        { member: "Maya", requirement: "Concussion course", status: RequirementStatus.Expired, due: null },
      ],
      more: 0,
      path,
    },
    typed: {
      en: {
        subject: "{organization}: requirements still open ({how many})",
        body: [
          "Hello {first name},",
          "before you are cleared at {organization}, this is still to be done:",
          "{requirements}",
          "[Go on]({link})",
        ].join("\n\n"),
      },
      es: {
        subject: "{organization}: requisitos pendientes ({how many})",
        body: [
          "Hola, {first name}:",
          "Para tener todo en regla en {organization} falta esto:",
          "{requirements}",
          "[Continuar]({link})",
        ].join("\n\n"),
      },
    },
  }),
  requirementsAgain: own<FieldsOf<typeof requirementsAgain>>({
    kind: requirementsAgain,
    ...toRemind(
      "how many requirements are to be done again.",
      "the list of them, with the days and the names of children.",
    ),
    example: {
      ...example,
      open: [
        { member: null, requirement: "Coach agreement", status: RequirementStatus.ExpiringSoon, due: someDay },
        { member: "Maya", requirement: "Concussion course", status: RequirementStatus.ExpiringSoon, due: someDay },
      ],
      more: 0,
      path,
    },
    typed: {
      en: {
        subject: "{organization}: requirements to be done again ({how many})",
        body: [
          "Hello {first name},",
          "what was done at {organization} before is asked for anew. It counts until the day named here:",
          "{requirements}",
          "[Go on]({link})",
        ].join("\n\n"),
      },
      es: {
        subject: "{organization}: requisitos que hay que repetir ({how many})",
        body: [
          "Hola, {first name}:",
          "Lo que ya estaba hecho en {organization} se pide de nuevo. Vale hasta el día indicado:",
          "{requirements}",
          "[Continuar]({link})",
        ].join("\n\n"),
      },
    },
  }),
  reset: own<FieldsOf<typeof reset>>({
    kind: reset,
    placeholders: [
      firstName,
      organization,
      word("member", "whose submission it is: the reader, or a child that they look after."),
      word("requirement", "the name of the requirement."),
      block("note", "what the reviewer wrote."),
      link("the button that leads to the requirement."),
    ],
    block: "note",
    words: ({ firstName: name, organization, member, requirement }) => ({
      "first name": name,
      organization,
      member: member ?? name,
      requirement,
    }),
    example: {
      ...example,
      member: "Maya Ortega",
      requirement: "Coach agreement",
      notes: "The second page is missing.",
      path,
    },
    typed: {
      firstName: "{first name}",
      organization: "{organization}",
      member: "{member}",
      requirement: "{requirement}",
      notes: "",
      path,
    },
  }),
  digest: own<FieldsOf<typeof digest>>({
    kind: digest,
    placeholders: [
      firstName,
      organization,
      word("waiting", "how many submissions wait for a review; the paragraph goes where none does."),
      { ...block("levels", "how each level stands; it goes where nobody is missing anything."), needed: true },
      link("the button that leads to the reviews or the dashboard."),
    ],
    block: "levels",
    words: ({ firstName: name, organization, waiting }, language) => ({
      "first name": name,
      organization,
      waiting: waitingWords(waiting, language),
    }),
    example: {
      ...example,
      every: "weekly",
      waiting: { count: 3, more: false },
      levels: [
        {
          name: "U12 Girls",
          members: [
            { status: "Cleared", members: 14 },
            { status: "Incomplete", members: 3 },
          ],
        },
      ],
      path,
    },
    typed: {
      en: {
        subject: "{organization}: how your levels stand",
        body: ["Hello {first name},", "{waiting}", "{levels}", "[Go on]({link})"].join("\n\n"),
      },
      es: {
        subject: "{organization}: así están tus niveles",
        body: ["Hola, {first name}:", "{waiting}", "{levels}", "[Continuar]({link})"].join("\n\n"),
      },
    },
  }),
  comingOfAge: own<FieldsOf<typeof comingOfAge>>({
    kind: comingOfAge,
    placeholders: [
      firstName,
      organization,
      needed(word("child", "the name of the child.")),
      needed(word("day", "the day of the 18th birthday.")),
      word("how it goes on", "whether the child is invited, or needs an address."),
      link("the button that leads to the family, where an address can be given."),
    ],
    words: ({ firstName: name, organization, child, day, hasAddress }, language) => ({
      "first name": name,
      organization,
      child,
      day: day[language],
      "how it goes on": byAddress[language](child, hasAddress),
    }),
    example: {
      ...example,
      child: "Maya",
      day: someDay,
      hasAddress: false,
      path: "/groupAccountDashboard",
    },
    typed: {
      en: {
        subject: "{child} turns 18 on {day}",
        body: [
          "Hello {first name},",
          "From {day} on, {child} looks after their own profile at {organization}. You will no longer see it, what you began and did not finish is withdrawn, and what was approved stays.",
          "{how it goes on}",
          "[Open your family]({link})",
        ].join("\n\n"),
      },
      es: {
        subject: "{child} cumple 18 años el {day}",
        body: [
          "Hola, {first name}:",
          "A partir del {day}, {child} se ocupa de su propio perfil en {organization}. Dejarás de verlo; lo que empezaste y no terminaste se retira, y lo aprobado se conserva.",
          "{how it goes on}",
          "[Abrir tu familia]({link})",
        ].join("\n\n"),
      },
    },
  }),
  handedOver: own<FieldsOf<typeof handedOver>>({
    kind: handedOver,
    placeholders: [
      firstName,
      organization,
      needed(word("person", "the name of who turned 18.")),
      word("how it goes on", "whether the person has a login, was invited, or needs an address."),
    ],
    words: ({ firstName: name, organization, person, state }, language) => ({
      "first name": name,
      organization,
      person,
      "how it goes on": onward[language][state](person),
    }),
    example: { ...example, person: "Maya Ortega", state: "invited" },
    typed: {
      en: {
        subject: "{person} is 18: the profile is theirs",
        body: [
          "Hello {first name},",
          "{person} is an adult and looks after their own profile at {organization} from today on. You no longer act for them. What was begun and not finished is withdrawn; what was approved stays.",
          "{how it goes on}",
        ].join("\n\n"),
      },
      es: {
        subject: "{person} cumple 18 años: el perfil es suyo",
        body: [
          "Hola, {first name}:",
          "{person} es mayor de edad y desde hoy se ocupa de su propio perfil en {organization}. Ya no actúas en su nombre. Lo que se empezó y no se terminó se ha retirado; lo aprobado se conserva.",
          "{how it goes on}",
        ].join("\n\n"),
      },
    },
  }),
} satisfies Record<MailTextKind, unknown>;

const kindOf = (name: MailTextKind) => ownKinds[name] as unknown as OwnKind<unknown>;

/** What placeholders become in one mail. Lists, quotations and the link are those of the standard text. */
export function valuesOf(name: MailTextKind, fields: unknown, language: MailLanguage): Values {
  const { kind, words, block } = kindOf(name);
  const { parts } = kind[language](fields);
  const some = (wanted: (part: MailPart) => boolean) => parts.filter(wanted);
  return {
    ...words(fields, language),
    ...(block && { [block]: some((part) => "list" in part || "quote" in part) }),
    link: some((part) => "link" in part),
  };
}

/** The standard text of a kind as somebody would type it, in each language. */
export function typedOf(name: MailTextKind): Record<MailLanguage, MailWords> {
  const { kind, typed, block = "" } = kindOf(name);
  const given = typed as object;
  if (mailLanguages.every((language) => language in given)) return given as Record<MailLanguage, MailWords>;
  return { en: asTyped(kind.en(typed), block), es: asTyped(kind.es(typed), block) };
}

/** An example of a kind, at an organization. */
export const exampleOf = (name: MailTextKind, organization: string): unknown => ({
  ...(kindOf(name).example as object),
  organization,
});
