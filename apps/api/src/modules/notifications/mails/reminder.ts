import type { MailKind, MailPart } from "./parts.ts";

/** What is still to do, for oneself (`member` is null) or for a child that one guards. */
export type Owing = { member: string | null; requirements: readonly string[] };

type Words = { forThem: string; forMember: (member: string) => string };

const list = (owing: readonly Owing[], { forThem, forMember }: Words): MailPart[] =>
  owing.map(({ member, requirements }) => ({
    say: `${member === null ? forThem : forMember(member)}\n${requirements.map((one) => `• ${one}`).join("\n")}`,
  }));

/** Somebody who looks after a team or club reminds of what is still open. */
export const reminder: MailKind<{
  firstName: string;
  organization: string;
  owing: readonly Owing[];
  path: string;
}> = {
  en: ({ firstName, organization, owing, path }) => ({
    subject: `${organization}: something is still to do`,
    parts: [
      { say: `Hello ${firstName},` },
      { say: `${organization} reminds you of what is still open.` },
      ...list(owing, { forThem: "For you:", forMember: (member) => `For ${member}:` }),
      { link: path, label: "See what to do" },
    ],
  }),
  es: ({ firstName, organization, owing, path }) => ({
    subject: `${organization}: queda algo por hacer`,
    parts: [
      { say: `Hola, ${firstName}:` },
      { say: `${organization} te recuerda lo que sigue pendiente.` },
      ...list(owing, { forThem: "Para ti:", forMember: (member) => `Para ${member}:` }),
      { link: path, label: "Ver qué hacer" },
    ],
  }),
};
