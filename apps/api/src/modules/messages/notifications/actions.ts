import type { MailTextKind, MailTexts } from "@touchline/contract/messages/mail-texts";
import type { Unsubscribable } from "@touchline/contract/messages/unsubscribe";
import { type Adapters, type Call, organizationFacts } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import type { SharedDb } from "../../../database/tenancy.ts";
import { enqueueAll } from "../../../jobs/jobs.ts";
import { accountMail, mail } from "../../../schema/messages.ts";
import { deliverMail } from "./jobs.ts";
import { accountClosed } from "./mails/account-closed.ts";
import { accountExists } from "./mails/account-exists.ts";
import { auditAlarm } from "./mails/audit-alarm.ts";
import { type AdverseNews, backgroundCheckNotice } from "./mails/background-check-notice.ts";
import { type AdverseReviewNews, backgroundCheckReview } from "./mails/background-check-review.ts";
import { type BillingProblem, billingProblem } from "./mails/billing-problem.ts";
import { type CheckEnd, checkEnded } from "./mails/check-ended.ts";
import { comingOfAge } from "./mails/coming-of-age.ts";
import { confirmEmail } from "./mails/confirm-email.ts";
import { digest } from "./mails/digest.ts";
import { disqualificationProposed } from "./mails/disqualification-proposed.ts";
import { emailChange, emailChanged, emailChangeRequested, emailTaken } from "./mails/email-change.ts";
import { feesOwed } from "./mails/fees-owed.ts";
import { guardianInvitation } from "./mails/guardian-invitation.ts";
import { addressWanted, guardianWanted, handedOver } from "./mails/handed-over.ts";
import { harmfulFile } from "./mails/harmful-file.ts";
import { invitation } from "./mails/invitation.ts";
import { invitationReminder } from "./mails/invitation-reminder.ts";
import { message } from "./mails/message.ts";
import { moneyReturned, type ReturnCause } from "./mails/money-returned.ts";
import { exampleOf, ownKinds, valuesOf } from "./mails/own-kinds.ts";
import { ownWords } from "./mails/own-words.ts";
import { partnerLinked } from "./mails/partner-linked.ts";
import { type MailContent, type MailKind, type MailLanguage, written } from "./mails/parts.ts";
import { passwordChanged } from "./mails/password-changed.ts";
import { passwordReset } from "./mails/password-reset.ts";
import { requirementsAgain, requirementsOpen } from "./mails/requirements-open.ts";
import { reset } from "./mails/reset.ts";
import { resultsOverdue } from "./mails/results-overdue.ts";
import { type CheckProblem, screeningProblem } from "./mails/screening-problem.ts";
import { secondFactor } from "./mails/second-factor.ts";
import { type Subscription, unsubscribeToken } from "./mails/unsubscribe.ts";
import { type WebhookPauseCause, webhookPaused } from "./mails/webhook-paused.ts";
import { addressees, chosenByAccount, chosenByProfile } from "./queries/addressees.ts";
import { accountPlace, currentTexts, mailPlace, type Writing, writingOf } from "./queries/writing.ts";

/** Mails of an organization, and mails about an account. */
const kinds = {
  reset,
  harmfulFile,
  disqualificationProposed,
  checkEnded,
  screeningProblem,
  backgroundCheckNotice,
  backgroundCheckReview,
  resultsOverdue,
  billingProblem,
  webhookPaused,
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
const accountKinds = {
  confirmEmail,
  passwordReset,
  accountExists,
  secondFactor,
  passwordChanged,
  emailChange,
  emailTaken,
  emailChangeAsked: emailChangeRequested,
  emailChanged,
  partnerLinked,
  accountClosed,
  auditAlarm,
};

/** The kinds that people may do without, and how that is called in their settings. Every other always goes. */
const choices: Partial<Record<keyof typeof kinds, Unsubscribable>> = {
  reset: "decisions",
  requirementsOpen: "reminders",
  requirementsAgain: "reminders",
  feesOwed: "reminders",
  digest: "digest",
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
 * Writes many mails at once, in a fixed number of statements; at most 1,000. To whoever has an account in the language that
 * it chose, if the organization offers it, and none that it does without.
 *
 * @returns the ids of those that were written.
 */
export async function sendMails(call: Call, inputs: readonly NewMail[]): Promise<string[]> {
  return (await writeMails(call, inputs)).map((one) => one.mailId);
}

async function writeMails(call: Call, inputs: readonly NewMail[]): Promise<{ mailId: string; key: string }[]> {
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
  const writing = await writingOf(call);
  const texts = await currentTexts(call, [...new Set(wanted.map(({ kind }) => kind))].filter(isOwnKind));
  const { languages } = writing;
  const offered = (wish: MailLanguage | undefined) => languages.find((one) => one === wish) ?? languages[0] ?? "en";
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
 * Writes mails of one organization: in its own words where it has some in a language, else in ours. A text is read once for
 * all of them.
 */
function writer(
  { adapters }: Pick<Call, "adapters">,
  { sender }: Writing,
  texts: ReadonlyMap<MailTextKind, MailTexts>,
) {
  const read = new Map<string, ReturnType<typeof ownWords>>();
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
    const fill = read.get(key) ?? ownWords(words);
    read.set(key, fill);
    return written(fill(valuesOf(kind, fields, language)), language, adapters.site, sender, unsubscribe);
  };
}

type Put = { kind: string; to: string; profileId: string | null; key?: string | undefined; content: MailContent };

async function putMails(call: Call, { wrappedKey }: Writing, mails: readonly Put[]) {
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

/** A kind of mail about an example person, in both languages, as it would be sent with these texts. */
export async function exampleMails(
  call: Call,
  kind: MailTextKind,
  texts: MailTexts,
): Promise<Record<MailLanguage, MailContent>> {
  const writing = await writingOf(call);
  const write = writer(call, writing, new Map([[kind, texts]]));
  const fields = exampleOf(kind, writing.sender.name);
  return { en: write(kind, "en", fields), es: write(kind, "es", fields) };
}

/** Mails such an example to somebody, to see it in a mailbox. */
export async function mailExample(
  call: Call,
  to: { profileId: string; email: string },
  { kind, texts, language }: { kind: MailTextKind; texts: MailTexts; language: MailLanguage },
): Promise<void> {
  const { [language]: content } = await exampleMails(call, kind, texts);
  await putMails(call, await writingOf(call), [{ kind: "example", to: to.email, profileId: to.profileId, content }]);
}

/** Why somebody was written to, or why not. */
export type Mailed = "mailed" | "noAddress" | "inactive" | "already";

type Open = Parameters<(typeof requirementsOpen)["en"]>[0]["open"][number];

/** The most things to do that are named in one mail. */
const mostNamed = 20;

/**
 * Reminds people of what they still have to do; for a child without a login its guardians. One mail to each reader, about all of
 * theirs, and none where there was one under the same key. In a fixed number of statements.
 *
 * @param open by profile, at most some hundred. @param keyOf why a reader's mail is written.
 */
export async function mailReminders(
  call: Call,
  open: ReadonlyMap<string, readonly Omit<Open, "member">[]>,
  keyOf: (profileId: string) => string,
): Promise<Map<string, Mailed>> {
  return remindAbout(call, open, keyOf, (all, fields) => ({
    kind: "requirementsOpen",
    fields: {
      ...fields,
      open: all.slice(0, mostNamed),
      path: all.every((one) => one.member === null) ? "/requirements" : "/groupAccountDashboard",
    },
  }));
}

/** Reminds people of what they have to pay, as of what they have to do. */
export async function mailFeesOwed(
  call: Call,
  owed: ReadonlyMap<string, readonly { what: string; money: string }[]>,
  keyOf: (profileId: string) => string,
): Promise<Map<string, Mailed>> {
  return remindAbout(call, owed, keyOf, (all, fields) => ({
    kind: "feesOwed",
    fields: { ...fields, owed: all.slice(0, mostNamed), path: "/payments" },
  }));
}

/** Writes one mail to each reader about all that is theirs: their own, and that of children without a login whom they guard. */
async function remindAbout<One>(
  call: Call,
  open: ReadonlyMap<string, readonly One[]>,
  keyOf: (profileId: string) => string,
  mailOf: (
    all: (One & { member: string | null })[],
    fields: { firstName: string; organization: string; more: number },
  ) => Written<typeof kinds>,
): Promise<Map<string, Mailed>> {
  const people = await addressees(call, [...open.keys()]);
  const { name: organization } = await organizationFacts(call);
  const pairs = [...people].flatMap(([profileId, { member, to }]) =>
    to.filter((one) => one.active).map((one) => ({ profileId, member, one })),
  );
  const mails = [...Map.groupBy(pairs, ({ one }) => one.profileId).values()].flatMap((theirs) => {
    const reader = theirs[0]?.one;
    if (!reader) return [];
    const all = theirs.flatMap(({ profileId, member }) => {
      const own = profileId === reader.profileId;
      return (open.get(profileId) ?? []).map((one) => ({ ...one, member: own ? null : member.firstName }));
    });
    const { profileId, email, firstName } = reader;
    const written = mailOf(all, { firstName, organization, more: Math.max(0, all.length - mostNamed) });
    return [{ ...written, to: email, profileId, key: keyOf(profileId) }];
  });
  const written = new Set((await writeMails(call, mails)).map(({ key }) => key));
  return new Map(
    [...open.keys()].map((profileId) => {
      const to = people.get(profileId)?.to ?? [];
      const active = to.filter((one) => one.active);
      if (active.some((one) => written.has(keyOf(one.profileId)))) return [profileId, "mailed"];
      return [profileId, to.length === 0 ? "noAddress" : active.length === 0 ? "inactive" : "already"];
    }),
  );
}

export type Message = { subject: string; text: string; sender: string };

/**
 * Sends people what somebody wrote to them; for a child without a login to its guardians. One mail to each reader. In a fixed
 * number of statements.
 *
 * @param key of one message; each reader gets it once. @param profileIds at most some hundred.
 */
export async function mailMessage(
  call: Call,
  profileIds: readonly string[],
  { key, ...words }: Message & { key: string },
): Promise<Map<string, Mailed>> {
  const people = await addressees(call, profileIds);
  const fields = { ...words, organization: (await organizationFacts(call)).name };
  const readers = new Map([...people.values()].flatMap(({ to }) => to.map((one) => [one.profileId, one] as const)));
  await writeMails(
    call,
    [...readers.values()].map((one) => ({
      kind: "message" as const,
      to: one.email,
      profileId: one.profileId,
      key: `message:${key}:${one.profileId}`,
      fields,
    })),
  );
  return new Map(
    profileIds.map((profileId) => [profileId, (people.get(profileId)?.to.length ?? 0) > 0 ? "mailed" : "noAddress"]),
  );
}

/** How a message reads in a mailbox, as text. */
export async function messagePreview(call: Call, words: Message): Promise<{ subject: string; text: string }> {
  const { sender } = await writingOf(call);
  const fields = { ...words, organization: sender.name };
  const { subject, text } = written(message.en(fields), "en", call.adapters.site, sender);
  return { subject, text };
}

type Sent = { profileId: string; requirementName: string; path: string; key: string };
type Reset = Sent & { notes: string };

/**
 * Tells members that their submissions were reset, with the reviewer's note; for a child without a login its guardians. In a
 * fixed number of statements.
 *
 * @param resets at most 100; of each the `key` is the review's id, so that one review is told once to each.
 * @returns how many mails were written; none for whom nobody has an address.
 */
export async function mailResets(call: Call, resets: readonly Reset[]): Promise<number> {
  const mails = await aboutSent(call, "reset", resets, ({ notes }) => ({ notes }));
  return (await sendMails(call, mails)).length;
}

/**
 * Tells members that something harmful was found in what they sent; for a child without a login its guardians. Such a mail
 * always goes.
 *
 * @param found at most 100; of each the `key` is the attempt's id.
 */
export async function mailHarmful(call: Call, found: readonly (Sent & { files: readonly string[] })[]): Promise<void> {
  await sendMails(call, await aboutSent(call, "harmfulFile", found, ({ files }) => ({ files })));
}

/**
 * Tells reviewers that disqualifications wait for a second reviewer. Such a mail always goes.
 *
 * @param told of each the `key` says what was proposed, so that each reviewer gets one mail of it.
 */
export async function mailProposals(call: Call, told: readonly (Told & { count: number })[]): Promise<void> {
  await sendMails(call, await toEach(call, "disqualificationProposed", told, ({ count }) => ({ count })));
}

/** Tells whoever reads what concerns a person that a background check ended without a result. Such a mail always goes. */
export async function mailCheckEnded(call: Call, ended: Sent & { why: CheckEnd }): Promise<void> {
  await sendMails(call, await aboutSent(call, "checkEnded", [ended], ({ why }) => ({ why })));
}

/** Tells administrators what keeps background checks from going on. @param told of each the `key` says what it is about. */
export async function mailScreeningProblem(
  call: Call,
  told: readonly (Told & { provider: string; requirementName: string; problem: CheckProblem })[],
): Promise<void> {
  await sendMails(
    call,
    await toEach(call, "screeningProblem", told, ({ provider, requirementName, problem }) => ({
      provider,
      requirement: requirementName,
      problem,
    })),
  );
}

export type { AdverseNews, AdverseReviewNews };

/** Tells whoever reads what concerns a person of an adverse action. Such a mail always goes. @returns how many mails were written */
export async function mailAdverseNews(call: Call, told: Sent & { what: AdverseNews }): Promise<number> {
  const mails = await aboutSent(call, "backgroundCheckNotice", [told], ({ what }) => ({ what }));
  return (await sendMails(call, mails)).length;
}

/** Tells reviewers of an adverse action. Such a mail always goes. @param told of each the `key` says what it is about */
export async function mailAdverseReview(
  call: Call,
  told: readonly (Told & { what: AdverseReviewNews })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "backgroundCheckReview", told, ({ what }) => ({ what })));
}

/** Tells administrators that results of background checks are overdue. @param told of each the `key` says which of them. */
export async function mailResultsOverdue(call: Call, told: readonly (Told & { count: number })[]): Promise<void> {
  await sendMails(call, await toEach(call, "resultsOverdue", told, ({ count }) => ({ count })));
}

/** Tells people that money was given back to them. */
export async function mailMoneyReturned(
  call: Call,
  told: readonly (Told & { what: string; money: string; cause: ReturnCause })[],
): Promise<void> {
  await sendMails(
    call,
    await toEach(call, "moneyReturned", told, ({ what, money, cause }) => ({ what, money, cause })),
  );
}

/** Tells those who look after billing what needs them. */
export async function mailBillingProblem(
  call: Call,
  told: readonly (Told & { problem: BillingProblem })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "billingProblem", told, ({ problem }) => ({ problem })));
}

/** Tells administrators that a webhook endpoint was paused automatically. */
export async function mailWebhookPaused(
  call: Call,
  told: readonly (Told & { endpoint: string; why: WebhookPauseCause })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "webhookPaused", told, ({ endpoint, why }) => ({ endpoint, why })));
}

/** Somebody who is told of something, with the page where to look. The `key` says what it is about: each gets one mail of it. */
type Told = { profileId: string; email: string; firstName: string; path: string; key: string };

/** A mail to each, with what it says of each. */
async function toEach<Kind extends string, One extends Told, More>(
  call: Call,
  kind: Kind,
  told: readonly One[],
  more: (one: One) => More,
) {
  if (told.length === 0) return [];
  const { name: organization } = await organizationFacts(call);
  return told.map((one) => ({
    kind,
    to: one.email,
    profileId: one.profileId,
    key: `${kind}:${one.key}:${one.profileId}`,
    fields: { firstName: one.firstName, organization, path: one.path, ...more(one) },
  }));
}

/** A mail about each of these submissions to whoever reads what concerns its person. */
async function aboutSent<Kind extends string, One extends Sent, More>(
  call: Call,
  kind: Kind,
  all: readonly One[],
  more: (one: One) => More,
) {
  if (all.length === 0) return [];
  const people = await addressees(call, [...new Set(all.map((one) => one.profileId))]);
  const { name: organization } = await organizationFacts(call);
  return all.flatMap((sent) => {
    const { member, to } = people.get(sent.profileId) ?? { member: null, to: [] };
    return to.map((one) => ({
      kind,
      to: one.email,
      profileId: one.profileId,
      key: `${kind}:${sent.key}:${one.profileId}`,
      fields: {
        firstName: one.firstName,
        member: member === null || one.profileId === sent.profileId ? null : `${member.firstName} ${member.lastName}`,
        requirement: sent.requirementName,
        organization,
        path: sent.path,
        ...more(sent),
      },
    }));
  });
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
