import type { MailTextKind, MailTexts } from "@touchline/contract/messages/mail-texts";
import type { Unsubscribable } from "@touchline/contract/messages/unsubscribe";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { enqueueAll } from "../../../../jobs/jobs.ts";
import { mail } from "../../../../schema/messages.ts";
import { deliverMail } from "../jobs.ts";
import { backgroundCheckNotice } from "../mails/background-check-notice.ts";
import { backgroundCheckReview } from "../mails/background-check-review.ts";
import { billingProblem } from "../mails/billing-problem.ts";
import { checkEnded } from "../mails/check-ended.ts";
import { comingOfAge } from "../mails/coming-of-age.ts";
import { confirmEmail } from "../mails/confirm-email.ts";
import { compileText } from "../mails/custom-text.ts";
import { digest } from "../mails/digest.ts";
import { disqualificationProposed } from "../mails/disqualification-proposed.ts";
import { feesOwed } from "../mails/fees-owed.ts";
import { guardianInvitation } from "../mails/guardian-invitation.ts";
import { addressWanted, guardianWanted, handedOver } from "../mails/handed-over.ts";
import { harmfulFile } from "../mails/harmful-file.ts";
import { incidentAssigned } from "../mails/incident-assigned.ts";
import { invitation } from "../mails/invitation.ts";
import { invitationReminder } from "../mails/invitation-reminder.ts";
import { licenseEnded } from "../mails/license-ended.ts";
import { message } from "../mails/message.ts";
import { moneyReturned } from "../mails/money-returned.ts";
import { ownKinds, valuesOf } from "../mails/own-kinds.ts";
import { type MailContent, type MailKind, type MailLanguage, written } from "../mails/parts.ts";
import { requirementsAgain, requirementsOpen } from "../mails/requirements-open.ts";
import { reset } from "../mails/reset.ts";
import { resultsOverdue } from "../mails/results-overdue.ts";
import { screeningProblem } from "../mails/screening-problem.ts";
import { type Subscription, unsubscribeToken } from "../mails/unsubscribe.ts";
import { webhookPaused } from "../mails/webhook-paused.ts";
import { chosenByProfile } from "../queries/addressees.ts";
import { currentTexts, mailContextOf, mailPlace, type Writing } from "../queries/mail-context.ts";

/** The kinds of mails that an organization sends. */
const kinds = {
  reset,
  harmfulFile,
  disqualificationProposed,
  checkEnded,
  licenseEnded,
  screeningProblem,
  backgroundCheckNotice,
  backgroundCheckReview,
  resultsOverdue,
  billingProblem,
  webhookPaused,
  incidentAssigned,
  moneyReturned,
  feesOwed,
  invitation,
  invitationReminder,
  requirementsOpen,
  requirementsAgain,
  digest,
  confirmEmail,
  guardianInvitation,
  comingOfAge,
  handedOver,
  addressWanted,
  guardianWanted,
  message,
};

/** The kinds that people can turn off, by the name of the setting. All others are always sent. */
const choices: Partial<Record<keyof typeof kinds, Unsubscribable>> = {
  reset: "decisions",
  requirementsOpen: "reminders",
  requirementsAgain: "reminders",
  feesOwed: "reminders",
  digest: "digest",
};

type FieldsOf<Kind> = Kind extends MailKind<infer Fields> ? Fields : never;
/** The fields of each kind of mail. */
export type Written<Kinds> = { [Name in keyof Kinds]: { kind: Name; fields: FieldsOf<Kinds[Name]> } }[keyof Kinds];

/** A mail of an organization, with the fields of its kind. */
export type OrganizationMail = Written<typeof kinds>;

type NewMail = OrganizationMail & {
  to: string;
  profileId: string | null;
  language?: MailLanguage | undefined;
  key?: string | undefined;
};

/**
 * Writes a mail in the caller's transaction and has it sent: a change that is rolled back sends nothing.
 *
 * @param input.profileId the recipient's profile, if there is one.
 * @param input.key the reason for the mail: the organization sends only one with the same key.
 * @returns the mail's id; null if a mail with this key exists.
 */
export async function sendMail(call: Call, input: NewMail): Promise<string | null> {
  const [mailId] = await sendMails(call, [input]);
  return mailId ?? null;
}

/**
 * Writes at most 1,000 mails in a fixed number of statements. Recipients with an account get them in the language they chose, if the
 * organization offers it, and none of the kinds that they turned off.
 *
 * @returns the ids of the mails that were written.
 */
export async function sendMails(call: Call, inputs: readonly NewMail[]): Promise<string[]> {
  return (await writeMails(call, inputs)).map((one) => one.mailId);
}

/** Writes mails as `sendMails` does. @returns the ids and keys of those that were written. */
export async function writeMails(call: Call, inputs: readonly NewMail[]): Promise<{ mailId: string; key: string }[]> {
  const chosen = await chosenByProfile(
    call,
    inputs.flatMap((input) => input.profileId ?? []),
  );
  const of = ({ profileId }: NewMail) => (profileId === null ? undefined : chosen.get(profileId));
  const wanted = inputs.filter((input) => {
    const choice = choices[input.kind];
    if (choice === undefined) return true;
    const { muted, digest: every } = of(input) ?? {};
    return choice === "digest" ? every !== "never" : !muted?.includes(choice);
  });
  if (wanted.length === 0) return [];
  const writing = await mailContextOf(call);
  const texts = await currentTexts(call, [...new Set(wanted.map(({ kind }) => kind))].filter(isOwnKind));
  const { languages } = writing;
  const offered = (preferred: MailLanguage | undefined) =>
    languages.find((one) => one === preferred) ?? languages[0] ?? "en";
  const write = writer(call, writing, texts);
  return putMails(
    call,
    writing,
    wanted.map((input) => {
      const [what, appUserId] = [choices[input.kind], of(input)?.appUserId];
      const unsubscribe = what && appUserId ? { appUserId, what } : null;
      const language = input.language ?? offered(of(input)?.language ?? undefined);
      return { ...input, content: write(input.kind, language, input.fields, unsubscribe) };
    }),
  );
}

const isOwnKind = (kind: string): kind is MailTextKind => kind in ownKinds;

/**
 * Renders the mails of one organization: with its own text if it has one in the language, else with the standard text.
 */
export function writer(
  { adapters }: Pick<Call, "adapters">,
  { sender }: Writing,
  texts: ReadonlyMap<MailTextKind, MailTexts>,
) {
  const read = new Map<string, ReturnType<typeof compileText>>();
  const standard: Readonly<Record<string, unknown>> = kinds;
  return (
    kind: string,
    language: MailLanguage,
    fields: unknown,
    subscription: Subscription | null = null,
  ): MailContent => {
    const unsubscribe = subscription && {
      what: subscription.what,
      token: unsubscribeToken(adapters.vault, subscription),
    };
    const words = isOwnKind(kind) ? texts.get(kind)?.[language] : null;
    if (!isOwnKind(kind) || !words) {
      const standardText = (standard[kind] as MailKind<unknown>)[language](fields);
      return written(standardText, language, adapters.site, sender, unsubscribe);
    }
    const key = `${kind} ${language}`;
    const fill = read.get(key) ?? compileText(words);
    read.set(key, fill);
    return written(fill(valuesOf(kind, fields, language)), language, adapters.site, sender, unsubscribe);
  };
}

type Put = { kind: string; to: string; profileId: string | null; key?: string | undefined; content: MailContent };

/**
 * Stores mails encrypted and queues them for delivery. One with a key that the organization has used before is left
 * out.
 */
export async function putMails(call: Call, { wrappedKey }: Writing, mails: readonly Put[]) {
  const { vault } = call.adapters;
  const rows = mails.map(({ kind, to, profileId, key, content }) => {
    const mailId = newId();
    return {
      organizationId: call.organizationId,
      mailId,
      kind,
      profileId,
      key: key ?? mailId,
      sealedRecipient: vault.seal(wrappedKey, mailPlace(call, "sealed_recipient", mailId), to),
      sealedContent: vault.seal(wrappedKey, mailPlace(call, "sealed_content", mailId), JSON.stringify(content)),
      createdAt: call.now,
    };
  });
  const added = await call.db
    .insert(mail)
    .values(rows)
    .onConflictDoNothing()
    .returning({ mailId: mail.mailId, key: mail.key });
  await enqueueAll(
    call,
    deliverMail,
    added.map(({ mailId }) => ({ mailId })),
  );
  return added;
}
