import { RequirementStatus } from "@touchline/contract";
import type { MailTextKind, MailWords, Placeholder } from "@touchline/contract/messages/mail-texts";
import { byAddress, comingOfAge } from "./coming-of-age.ts";
import { asTyped, type Values } from "./custom-text.ts";
import { digest, waitingWords } from "./digest.ts";
import { guardianInvitation } from "./guardian-invitation.ts";
import { handedOver, onward } from "./handed-over.ts";
import { invitation } from "./invitation.ts";
import { invitationReminder } from "./invitation-reminder.ts";
import { type InEach, type MailKind, type MailLanguage, type MailPart, mailLanguages } from "./parts.ts";
import { requirementsAgain, requirementsOpen } from "./requirements-open.ts";
import { reset } from "./reset.ts";

/** A kind of mail that an organization may rewrite. */
type OwnKind<Fields> = {
  readonly kind: MailKind<Fields>;
  readonly placeholders: readonly Placeholder[];
  /** The values of placeholders that are text. */
  readonly words: (fields: Fields, language: MailLanguage) => Record<string, string>;
  /** The placeholder for the list or the quotation in the standard text. */
  readonly block?: string;
  /** Returns a mail about invented people. */
  readonly example: Fields;
  /**
   * The standard text as source: rendered with fields that contain placeholders, or written out if it counts something.
   */
  readonly typed: Fields | Record<MailLanguage, MailWords>;
};

type FieldsOf<Kind> = Kind extends MailKind<infer Fields> ? Fields : never;
const own = <Fields>(kind: OwnKind<Fields>): OwnKind<Fields> => kind;

const word = (name: string, means: string): Placeholder => ({ name, means, alone: false, needed: false });
const needed = (one: Placeholder): Placeholder => ({ ...one, needed: true });
const block = (name: string, means: string): Placeholder => ({ name, means, alone: true, needed: true });
const link = (means: string): Placeholder => needed({ ...word("link", means), alone: true });
const both = (text: string): InEach => ({ en: text, es: text });

const firstName = word("first name", "The first name of the reader.");
const organization = word("organization", "The name of your organization.");
const example = { firstName: "Ana", organization: "Your organization" };
const path = "/requirements";
const someDay: InEach = { en: "May 3, 2027", es: "3 de mayo de 2027" };

type Invited = FieldsOf<typeof invitation>;
/** The placeholders of an invitation and its reminder. */
const toInvited = {
  placeholders: [
    firstName,
    organization,
    word("role", "The role of the person."),
    word("level", "The club or team the person was added to."),
    word("last day", "The last day the link works."),
    link("The button to join."),
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
/** The placeholders of both reminders of requirements. */
const toRemind = (howMany: string, list: string) => ({
  placeholders: [
    firstName,
    organization,
    word("how many", howMany),
    block("requirements", list),
    link("The button that opens the requirements."),
  ],
  block: "requirements",
  words: ({ firstName: name, organization, open, more }: Reminding, language: MailLanguage) => ({
    "first name": name,
    organization,
    "how many": (open.length + more).toLocaleString(language),
  }),
});

/** All placeholders. */
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
      word("inviter", "The name of the parent who sent the invitation."),
      needed(word("children", "The names of the children.")),
      word("last day", "The last day the link works."),
      link("The button to accept."),
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
      "The number of requirements to complete.",
      "The list of requirements with due dates and children's names.",
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
        subject: "{organization}: requirements to complete ({how many})",
        body: [
          "Hello {first name},",
          "Complete these requirements to be cleared at {organization}:",
          "{requirements}",
          "[View requirements]({link})",
        ].join("\n\n"),
      },
      es: {
        subject: "{organization}: requisitos pendientes ({how many})",
        body: [
          "Hola, {first name}:",
          "Completa estos requisitos para estar en regla en {organization}:",
          "{requirements}",
          "[Ver los requisitos]({link})",
        ].join("\n\n"),
      },
    },
  }),
  requirementsAgain: own<FieldsOf<typeof requirementsAgain>>({
    kind: requirementsAgain,
    ...toRemind(
      "The number of requirements to complete again.",
      "The list of requirements with dates and children's names.",
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
        subject: "{organization}: requirements to complete again ({how many})",
        body: [
          "Hello {first name},",
          "These requirements at {organization} have a new version. Complete them again by the dates shown. Until then, earlier completions still count.",
          "{requirements}",
          "[View requirements]({link})",
        ].join("\n\n"),
      },
      es: {
        subject: "{organization}: requisitos que hay que repetir ({how many})",
        body: [
          "Hola, {first name}:",
          "Estos requisitos de {organization} tienen una versión nueva. Complétalos de nuevo hasta la fecha indicada. Hasta entonces sigue valiendo lo que ya estaba hecho.",
          "{requirements}",
          "[Ver los requisitos]({link})",
        ].join("\n\n"),
      },
    },
  }),
  reset: own<FieldsOf<typeof reset>>({
    kind: reset,
    placeholders: [
      firstName,
      organization,
      word("member", "The person who made the submission: the reader or a child."),
      word("requirement", "The name of the requirement."),
      block("note", "The note from the reviewer."),
      link("The button that opens the requirement."),
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
      word("waiting", "The number of submissions pending review. The paragraph is left out if there are none."),
      {
        ...block("levels", "The clearance summary of each level. It is left out if everyone is cleared."),
        needed: true,
      },
      link("The button that opens the reviews or the dashboard."),
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
        subject: "{organization}: clearance summary",
        body: ["Hello {first name},", "{waiting}", "{levels}", "[Continue]({link})"].join("\n\n"),
      },
      es: {
        subject: "{organization}: resumen de tus niveles",
        body: ["Hola, {first name}:", "{waiting}", "{levels}", "[Continuar]({link})"].join("\n\n"),
      },
    },
  }),
  comingOfAge: own<FieldsOf<typeof comingOfAge>>({
    kind: comingOfAge,
    placeholders: [
      firstName,
      organization,
      needed(word("child", "The name of the child.")),
      needed(word("day", "The date of the 18th birthday.")),
      word("what happens next", "Whether the child will be invited or needs an email address."),
      link("The button that opens the family page, where an email address can be added."),
    ],
    words: ({ firstName: name, organization, child, day, hasAddress }, language) => ({
      "first name": name,
      organization,
      child,
      day: day[language],
      "what happens next": byAddress[language](child, hasAddress),
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
          "Starting {day}, {child} manages their own profile at {organization}, and you can no longer see it. Unfinished submissions will be withdrawn. Approved ones stay approved.",
          "{what happens next}",
          "[Open your family]({link})",
        ].join("\n\n"),
      },
      es: {
        subject: "{child} cumple 18 años el {day}",
        body: [
          "Hola, {first name}:",
          "A partir del {day}, {child} gestiona su propio perfil en {organization} y tú dejarás de verlo. Los envíos sin terminar se retirarán. Los aprobados se conservan.",
          "{what happens next}",
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
      needed(word("person", "The name of the person who turned 18.")),
      word("what happens next", "Whether the person has a login, was invited, or needs an email address."),
    ],
    words: ({ firstName: name, organization, person, state }, language) => ({
      "first name": name,
      organization,
      person,
      "what happens next": onward[language][state](person),
    }),
    example: { ...example, person: "Maya Ortega", state: "invited" },
    typed: {
      en: {
        subject: "{person} is 18 and now manages their own profile",
        body: [
          "Hello {first name},",
          "{person} is now an adult and manages their own profile at {organization}. You can no longer act for them. Unfinished submissions were withdrawn. Approved ones stay approved.",
          "{what happens next}",
        ].join("\n\n"),
      },
      es: {
        subject: "{person} cumple 18 años y ahora gestiona su propio perfil",
        body: [
          "Hola, {first name}:",
          "{person} es mayor de edad y desde hoy gestiona su propio perfil en {organization}. Ya no puedes actuar en su nombre. Los envíos sin terminar se han retirado. Los aprobados se conservan.",
          "{what happens next}",
        ].join("\n\n"),
      },
    },
  }),
} satisfies Record<MailTextKind, unknown>;

const kindOf = (name: MailTextKind) => ownKinds[name] as unknown as OwnKind<unknown>;

/** Returns the values of placeholders in one mail. Lists, quotations and the link come from the standard text. */
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

/** Returns the standard text of a kind as source, in each language. */
export function typedOf(name: MailTextKind): Record<MailLanguage, MailWords> {
  const { kind, typed, block = "" } = kindOf(name);
  const fields = typed as object;
  if (mailLanguages.every((language) => language in fields)) return fields as Record<MailLanguage, MailWords>;
  return { en: asTyped(kind.en(typed), block), es: asTyped(kind.es(typed), block) };
}

/** Returns an example mail of a kind, from an organization. */
export const exampleOf = (name: MailTextKind, organization: string): unknown => ({
  ...(kindOf(name).example as object),
  organization,
});
