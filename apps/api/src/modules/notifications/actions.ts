import type { NotificationChoice } from "@touchline/contract/account-settings";
import type { Adapters, Call } from "../../kernel/call.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueueAll } from "../../kernel/jobs.ts";
import type { SharedDb } from "../../kernel/tenancy.ts";
import { deliverMail } from "./jobs.ts";
import { accountClosed } from "./mails/account-closed.ts";
import { accountExists } from "./mails/account-exists.ts";
import { comingOfAge } from "./mails/coming-of-age.ts";
import { confirmEmail } from "./mails/confirm-email.ts";
import { digest } from "./mails/digest.ts";
import { emailChange, emailChangeAsked, emailChanged, emailTaken } from "./mails/email-change.ts";
import { guardianInvitation } from "./mails/guardian-invitation.ts";
import { addressWanted, guardianWanted, handedOver } from "./mails/handed-over.ts";
import { invitation } from "./mails/invitation.ts";
import { invitationReminder } from "./mails/invitation-reminder.ts";
import { type MailKind, type MailLanguage, written } from "./mails/parts.ts";
import { passwordChanged } from "./mails/password-changed.ts";
import { passwordReset } from "./mails/password-reset.ts";
import { requirementsOpen } from "./mails/requirements-open.ts";
import { reset } from "./mails/reset.ts";
import { secondFactor } from "./mails/second-factor.ts";
import {
  accountPlace,
  addressees,
  chosenByAccount,
  chosenByProfile,
  mailPlace,
  nameOf,
  sealingKey,
} from "./queries.ts";
import { accountMail, mail } from "./tables.ts";

/** Mails of an organization, and mails about an account. */
const kinds = {
  reset,
  invitation,
  invitationReminder,
  requirementsOpen,
  digest,
  confirmEmail,
  guardianInvitation,
  comingOfAge,
  handedOver,
  addressWanted,
  guardianWanted,
};
const accountKinds = {
  confirmEmail,
  passwordReset,
  accountExists,
  secondFactor,
  passwordChanged,
  emailChange,
  emailTaken,
  emailChangeAsked,
  emailChanged,
  accountClosed,
};

/** The kinds that people may do without, and how that is called in their settings. Every other always goes. */
const choices: Partial<Record<keyof typeof kinds, NotificationChoice>> = {
  reset: "decisions",
  requirementsOpen: "reminders",
  digest: "digests",
};

type FieldsOf<Kind> = Kind extends MailKind<infer Fields> ? Fields : never;
/** What a mail of each kind needs to know. */
type Written<Kinds> = { [Name in keyof Kinds]: { kind: Name; fields: FieldsOf<Kinds[Name]> } }[keyof Kinds];

type NewMail = Written<typeof kinds> & {
  to: string;
  profileId: string | null;
  language?: MailLanguage | undefined;
  key?: string | undefined;
};

/**
 * Writes a mail and has it sent, both with the caller's change: a change that is rolled back sends nothing.
 *
 * @param input.profileId whom it is for, when that is somebody's profile.
 * @param input.key why it is written; of several with the same key the organization sends one. Otherwise each counts.
 * @returns the mail's id; null when there was one with this key already.
 */
export async function sendMail(call: Call, input: NewMail): Promise<string | null> {
  const [mailId] = await sendMails(call, [input]);
  return mailId ?? null;
}

/**
 * The same for many at once, in a fixed number of statements; at most 1,000. To whoever has an account in the language that
 * it chose, and none that it does without.
 *
 * @returns the ids of those that were written.
 */
export async function sendMails(call: Call, inputs: readonly NewMail[]): Promise<string[]> {
  const chosen = await chosenByProfile(
    call,
    inputs.flatMap((input) => input.profileId ?? []),
  );
  const of = ({ profileId }: NewMail) => (profileId === null ? undefined : chosen.get(profileId));
  const wanted = inputs.filter((input) => {
    const choice = choices[input.kind];
    return choice === undefined || !of(input)?.muted.includes(choice);
  });
  if (wanted.length === 0) return [];
  const { vault, site } = call.adapters;
  const wrappedKey = await sealingKey(call);
  const rows = wanted.map((input) => {
    const language = input.language ?? of(input)?.language ?? "en";
    const kind = kinds[input.kind] as MailKind<unknown>;
    const content = written(kind[language](input.fields), language, site);
    const mailId = newId();
    return {
      organizationId: call.organizationId,
      mailId,
      kind: input.kind,
      profileId: input.profileId,
      key: input.key ?? mailId,
      sealedRecipient: vault.seal(wrappedKey, mailPlace(call, "sealed_recipient", mailId), input.to),
      sealedContent: vault.seal(wrappedKey, mailPlace(call, "sealed_content", mailId), JSON.stringify(content)),
      createdAt: call.now,
    };
  });
  const added = await call.db.insert(mail).values(rows).onConflictDoNothing().returning({ mailId: mail.mailId });
  await enqueueAll(call, deliverMail, added);
  return added.map((one) => one.mailId);
}

type Reset = { profileId: string; requirementName: string; notes: string; path: string; key: string };

/**
 * Tells members that their submissions were reset, with the reviewer's note; for a child without a login its guardians. In a
 * fixed number of statements.
 *
 * @param resets at most 100; of each the `key` is the review's id, so that one review is told once to each.
 * @returns how many mails were written; none for whom nobody has an address.
 */
export async function mailResets(call: Call, resets: readonly Reset[]): Promise<number> {
  if (resets.length === 0) return 0;
  const people = await addressees(call, [...new Set(resets.map((one) => one.profileId))]);
  const organization = await nameOf(call);
  const mails = resets.flatMap((reset) => {
    const { member, to } = people.get(reset.profileId) ?? { member: null, to: [] };
    return to.map((one) => ({
      kind: "reset" as const,
      to: one.email,
      profileId: one.profileId,
      key: `reset:${reset.key}:${one.profileId}`,
      fields: {
        firstName: one.firstName,
        member: member === null || one.profileId === reset.profileId ? null : `${member.firstName} ${member.lastName}`,
        requirement: reset.requirementName,
        organization,
        notes: reset.notes,
        path: reset.path,
      },
    }));
  });
  return (await sendMails(call, mails)).length;
}

/** Writes a mail about an account, in a transaction outside every tenant. A schedule sends it within seconds. */
export async function sendAccountMail(
  { db, now, adapters }: { db: SharedDb; now: Date; adapters: Pick<Adapters, "vault" | "site"> },
  input: Written<typeof accountKinds> & { to: string; appUserId: string | null; language?: MailLanguage | undefined },
): Promise<void> {
  const chosen = input.appUserId === null ? undefined : await chosenByAccount(db, input.appUserId);
  const language = input.language ?? chosen ?? "en";
  const kind = accountKinds[input.kind] as MailKind<unknown>;
  const content = written(kind[language](input.fields), language, adapters.site);
  const accountMailId = newId();
  const seal = (column: "sealed_recipient" | "sealed_content", text: string) =>
    adapters.vault.sealShared(accountPlace(column, accountMailId), text);
  await db.insert(accountMail).values({
    accountMailId,
    kind: input.kind,
    appUserId: input.appUserId,
    sealedRecipient: seal("sealed_recipient", input.to),
    sealedContent: seal("sealed_content", JSON.stringify(content)),
    nextTryAt: now,
    createdAt: now,
  });
}
