import { queryOptions } from "@tanstack/react-query";
import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import {
  listMailTexts,
  listMailTextVersions,
  type MailTextKind,
  type MailTexts,
  type MailWords,
  mailTextKinds,
  previewMailText,
} from "@touchline/contract/messages/mail-texts";
import { call } from "../../../client.ts";
import { words } from "./words.ts";

export const mailTextsQuery = queryOptions({
  queryKey: ["mailTexts"],
  queryFn: ({ signal }) => call(listMailTexts, {}, { signal }),
});

export const versionsQuery = (kind: MailTextKind) =>
  queryOptions({
    queryKey: ["mailTextVersions", kind],
    queryFn: ({ signal }) => call(listMailTextVersions, { params: { kind } }, { signal }),
  });

/** Changes nothing, so it needs no key to be safe to repeat. */
export const previewQuery = (kind: MailTextKind, texts: MailTexts) =>
  queryOptions({
    queryKey: ["mailTextPreview", kind, texts],
    queryFn: ({ signal }) =>
      call(previewMailText, { params: { kind }, body: { texts } }, { signal, idempotencyKey: undefined }),
    placeholderData: (before) => before,
  });

export const isMailTextKind = (text: string): text is MailTextKind => mailTextKinds.some((kind) => kind === text);

/** The name of each kind of email, who receives it, and when. */
export const mailTextWords: Record<MailTextKind, { name: string; about: string }> = {
  invitation: { name: words.invitation, about: words.invitationAbout },
  invitationReminder: {
    name: words.invitationReminder,
    about: words.invitationReminderAbout,
  },
  guardianInvitation: {
    name: words.guardianInvitation,
    about: words.guardianInvitationAbout,
  },
  requirementsOpen: {
    name: words.requirementsReminder,
    about: words.requirementsReminderAbout,
  },
  requirementsAgain: {
    name: words.redoReminder,
    about: words.redoReminderAbout,
  },
  reset: { name: words.changesRequested, about: words.changesRequestedAbout },
  digest: {
    name: words.clearanceSummary,
    about: words.clearanceSummaryAbout,
  },
  comingOfAge: { name: words.comingOfAge, about: words.comingOfAgeAbout },
  handedOver: { name: words.profileHandedOver, about: words.profileHandedOverAbout },
};

export const languageNames: Record<MailLanguage, string> = { en: words.english, es: words.spanish };

/** "English and Español"; null if the standard text is sent in both. */
export function ownIn(texts: MailTexts): string | null {
  const languages = (["en", "es"] as const).filter((language) => texts[language] !== null);
  return languages.length === 0 ? null : new Intl.ListFormat("en").format(languages.map((one) => languageNames[one]));
}

/** Inserts text at the cursor, replacing the selection. */
export function insertedAt(text: string, inserted: string, from: number, to: number): { text: string; cursor: number } {
  return { text: text.slice(0, from) + inserted + text.slice(to), cursor: from + inserted.length };
}

/** Formats a placeholder as it is typed; one that needs its own paragraph gets empty lines around it. */
export function typedPlaceholder(
  { name, alone }: { name: string; alone: boolean },
  text: string,
  from: number,
  to: number,
): string {
  if (!alone) return `{${name}}`;
  const before = text.slice(0, from);
  const after = text.slice(to);
  const gapBefore = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const gapAfter = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  return `${gapBefore}{${name}}${gapAfter}`;
}

/** Whether two texts say the same. */
export const sameTexts = (one: MailTexts, other: MailTexts): boolean =>
  (["en", "es"] as const).every((language) => sameWords(one[language], other[language]));

const sameWords = (one: MailWords | null, other: MailWords | null): boolean =>
  one?.subject.trim() === other?.subject.trim() && one?.body.trim() === other?.body.trim();
