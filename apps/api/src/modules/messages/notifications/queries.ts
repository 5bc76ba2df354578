import type { DigestChoice } from "@touchline/contract/accounts/account-settings";
import { logoPath } from "@touchline/contract/accounts/organization-settings";
import type { MailLanguage, NotificationChoice } from "@touchline/contract/messages/mail-preferences";
import type { MailTextKind, MailTexts } from "@touchline/contract/messages/mail-texts";
import {
  type AnyColumn,
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  notInArray,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Adapters, Call } from "../../../call.ts";
import { onKey, ours, type SharedDb } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { accountPreference, organization, organizationDirectory } from "../../../schema/accounts.ts";
import { guardianship } from "../../../schema/joining.ts";
import { accountMail, mail, mailServerFault, mailText, undeliveredMail } from "../../../schema/messages.ts";
import { profile } from "../../../schema/people.ts";
import type { CipherContext } from "../../../security/encryption.ts";
import { stillGuards } from "../../people/profiles/queries.ts";
import { type MailContent, type Sender, withLogoAt } from "./mails/parts.ts";

type Column = "sealed_recipient" | "sealed_content";
type Within = Pick<Call, "db" | "organizationId">;

/** What a mail's sealed columns are bound to. */
export const mailPlace = (call: Within, column: Column, id: string): CipherContext => ({
  tenant: call.organizationId,
  table: "mail",
  column,
  id,
});
/** What the mail server's answer about a person's mail is bound to. */
export const replyPlace = (call: Within, profileId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "undelivered_mail",
  column: "sealed_reply",
  id: profileId,
});
export const accountPlace = (column: Column, id: string): CipherContext => ({
  tenant: "shared",
  table: "account_mail",
  column,
  id,
});

export type Writing = { wrappedKey: Buffer; languages: readonly MailLanguage[]; sender: Sender };

/**
 * By which key, in which languages and in whose name the organization writes; the first language for whoever has chosen none of
 * them. @throws NotFound
 */
export async function writingOf(call: Within): Promise<Writing> {
  const [row] = await call.db
    .select({
      wrappedKey: organization.wrappedKey,
      languages: organization.languages,
      name: organization.name,
      accentColor: organization.accentColor,
      logoId: organizationDirectory.logoId,
    })
    .from(organization)
    .leftJoin(organizationDirectory, eq(organizationDirectory.organizationId, organization.organizationId))
    .where(ours(organization, call));
  if (!row) throw notFound("The organization");
  const { wrappedKey, languages, name, accentColor, logoId } = row;
  return { wrappedKey, languages, sender: { name, accentColor, hasLogo: logoId !== null } };
}

/** What these kinds of mail say in the organization's own words now; those it never wrote are not in it. */
export async function currentTexts(
  call: Within,
  kinds: readonly MailTextKind[],
): Promise<Map<MailTextKind, MailTexts>> {
  if (kinds.length === 0) return new Map();
  const later = alias(mailText, "later");
  const rows = await call.db
    .select()
    .from(mailText)
    .where(
      and(
        ours(mailText, call),
        inArray(mailText.kind, [...kinds]),
        notExists(
          call.db
            .select({ one: sql`1` })
            .from(later)
            .where(
              and(
                eq(later.organizationId, call.organizationId),
                eq(later.kind, mailText.kind),
                gt(later.version, mailText.version),
              ),
            ),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.kind, textsIn(row)]));
}

/** The words in a row, by language. */
export const textsIn = (row: typeof mailText.$inferSelect): MailTexts => ({
  en: row.subjectEn === null || row.bodyEn === null ? null : { subject: row.subjectEn, body: row.bodyEn },
  es: row.subjectEs === null || row.bodyEs === null ? null : { subject: row.subjectEs, body: row.bodyEs },
});

/** The organization's wrapped key. @throws NotFound */
export async function sealingKey(call: Within): Promise<Buffer> {
  const [row] = await call.db
    .select({ wrappedKey: organization.wrappedKey })
    .from(organization)
    .where(ours(organization, call));
  if (!row) throw notFound("The organization");
  return row.wrappedKey;
}

/** @throws NotFound */
export async function nameOf(call: Within): Promise<string> {
  const [row] = await call.db.select({ name: organization.name }).from(organization).where(ours(organization, call));
  if (!row) throw notFound("The organization");
  return row.name;
}

/** The organization as it introduces itself to whoever holds one of its links. @throws NotFound */
export async function introduced(
  call: Within,
): Promise<{ organizationName: string; organizationPhoto: string | null }> {
  const [row] = await call.db
    .select({ name: organization.name, logoId: organizationDirectory.logoId })
    .from(organization)
    .leftJoin(organizationDirectory, eq(organizationDirectory.organizationId, organization.organizationId))
    .where(ours(organization, call));
  if (!row) throw notFound("The organization");
  const organizationPhoto = row.logoId === null ? null : logoPath(call.organizationId, row.logoId);
  return { organizationName: row.name, organizationPhoto };
}

/** Where the organization's logo lies; null without one. */
export async function logoKeyOf(call: Within): Promise<string | null> {
  const [row] = await call.db
    .select({ key: organizationDirectory.logoStorageKey })
    .from(organizationDirectory)
    .where(eq(organizationDirectory.organizationId, call.organizationId));
  return row?.key ?? null;
}

const person = {
  profileId: profile.profileId,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  activatedAt: profile.activatedAt,
  confirmedAt: profile.confirmedAt,
};
export type Addressee = {
  profileId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Has come, and the address is known to be theirs. */
  active: boolean;
};

export type Addressed = { member: { firstName: string; lastName: string }; to: Addressee[] };

const mostGuardians = 10;
const mostChildren = 20;

/**
 * To whom mails about people go: to each person; for a child without a login to its guardians. By profile, in two
 * statements; whoever is gone is not in it.
 *
 * @param profileIds at most some hundred.
 */
export async function addressees(
  call: Within & Pick<Call, "now">,
  profileIds: readonly string[],
): Promise<Map<string, Addressed>> {
  const members = await call.db
    .select({ ...person, appUserId: profile.appUserId })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...profileIds])));
  const children = members.filter((member) => member.appUserId === null).map((member) => member.profileId);
  const guardians =
    children.length === 0
      ? []
      : await call.db
          .select({ ...person, childProfileId: guardianship.childProfileId })
          .from(guardianship)
          .innerJoin(profile, onKey(profile.profileId, guardianship.guardianProfileId))
          .where(
            and(
              ours(guardianship, call),
              inArray(guardianship.childProfileId, children),
              stillGuards(call),
              isNull(profile.archivedAt),
            ),
          )
          .limit(mostGuardians * children.length);
  const of = Map.groupBy(guardians, (one) => one.childProfileId);
  return new Map(
    members.map((member) => {
      const people = of.get(member.profileId)?.slice(0, mostGuardians) ?? [member];
      const to = people.flatMap(({ profileId, firstName, lastName, email, activatedAt, confirmedAt }) => {
        const active = activatedAt !== null && confirmedAt !== null;
        return email === null ? [] : [{ profileId, firstName, lastName, email, active }];
      });
      return [member.profileId, { member, to }];
    }),
  );
}

/**
 * Who reads the reminders about these people: they themselves, and for children without a login whoever guards them. Nobody who
 * has not come, has no address that was confirmed, or does without reminders.
 */
export async function readersAbout(
  call: Within & Pick<Call, "now">,
  profileIds: readonly string[],
): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const guarding = await call.db
    .selectDistinct({ profileId: guardianship.guardianProfileId })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(and(ours(guardianship, call), among(profile.profileId, profileIds), stillGuards(call), withoutLogin))
    .limit(mostGuardians * profileIds.length);
  const ids = [...new Set([...profileIds, ...guarding.map((one) => one.profileId)])];
  const readers = await call.db
    .select({ profileId: profile.profileId, muted: accountPreference.muted })
    .from(profile)
    .leftJoin(accountPreference, eq(accountPreference.appUserId, profile.appUserId))
    .where(
      and(
        ours(profile, call),
        among(profile.profileId, ids),
        isNull(profile.archivedAt),
        isNotNull(profile.appUserId),
        isNotNull(profile.confirmedAt),
        isNotNull(profile.email),
      ),
    );
  return new Set(readers.filter((one) => !one.muted?.includes("reminders")).map((one) => one.profileId));
}

/** One parameter: of a preview's step there are more people than a statement may have parameters. */
const among = (column: AnyColumn, ids: readonly string[]) => sql`${column} = ANY(${sql.param([...ids])}::uuid[])`;
const withoutLogin = and(isNull(profile.archivedAt), isNull(profile.appUserId));

/** About whom these people read reminders: themselves and the children without a login whom they guard. */
export async function readAboutBy(call: Within & Pick<Call, "now">, readers: readonly string[]): Promise<string[]> {
  if (readers.length === 0) return [];
  const children = await call.db
    .selectDistinct({ profileId: guardianship.childProfileId })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(
      and(ours(guardianship, call), among(guardianship.guardianProfileId, readers), stillGuards(call), withoutLogin),
    )
    .limit(mostChildren * readers.length);
  return [...new Set([...readers, ...children.map((one) => one.profileId)])];
}

/** Null where the account chose nothing. */
type Chosen = {
  appUserId: string;
  language: MailLanguage | null;
  muted: NotificationChoice[] | null;
  digest: DigestChoice | null;
};

/** What the accounts of these people chose about their mails; only those with an account are in it. */
export async function chosenByProfile(call: Within, profileIds: readonly string[]): Promise<Map<string, Chosen>> {
  if (profileIds.length === 0) return new Map();
  const rows = await call.db
    .select({
      profileId: profile.profileId,
      appUserId: profile.appUserId,
      language: accountPreference.language,
      muted: accountPreference.muted,
      digest: accountPreference.digest,
    })
    .from(profile)
    .leftJoin(accountPreference, eq(accountPreference.appUserId, profile.appUserId))
    .where(and(ours(profile, call), inArray(profile.profileId, [...new Set(profileIds)])));
  return new Map(
    rows.flatMap(({ profileId, appUserId, ...chosen }) =>
      appUserId === null ? [] : [[profileId, { ...chosen, appUserId }] as const],
    ),
  );
}

/** The language that an account chose for its mails, if it did. */
export async function chosenByAccount(db: SharedDb, appUserId: string): Promise<MailLanguage | undefined> {
  const [row] = await db
    .select({ language: accountPreference.language })
    .from(accountPreference)
    .where(eq(accountPreference.appUserId, appUserId));
  return row?.language;
}

export type ShownMail = {
  mailId: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  sentAt: Date | null;
  failedAt: Date | null;
};
type Content = MailContent;

/** The newest mails of an organization, opened, with the logo by its address; at most `limit`. */
export async function newestMails(call: Within & Pick<Call, "adapters">, limit: number): Promise<ShownMail[]> {
  const wrappedKey = await sealingKey(call);
  const { organizationPhoto } = await introduced(call);
  const logo = organizationPhoto && `${call.adapters.site.url}${organizationPhoto}`;
  const rows = await call.db
    .select()
    .from(mail)
    .where(ours(mail, call))
    .orderBy(desc(mail.createdAt), desc(mail.mailId))
    .limit(limit);
  return rows.map(({ mailId, kind, createdAt, sentAt, failedAt, sealedRecipient, sealedContent }) => {
    const open = (column: Column, sealed: Buffer) =>
      call.adapters.vault.open(wrappedKey, mailPlace(call, column, mailId), sealed);
    const { subject, text, html } = JSON.parse(open("sealed_content", sealedContent)) as Content;
    const to = open("sealed_recipient", sealedRecipient);
    return { mailId, kind, to, subject, text, html: withLogoAt(html, logo), createdAt, sentAt, failedAt };
  });
}

/** The newest mails about accounts all of whose profiles lie in the given organizations, opened; at most `limit`. */
export async function newestAccountMails(
  { db, adapters }: { db: SharedDb; adapters: Pick<Adapters, "vault"> },
  organizationIds: readonly string[],
  limit: number,
): Promise<ShownMail[]> {
  const recent = await db
    .select()
    .from(accountMail)
    .where(isNotNull(accountMail.appUserId))
    .orderBy(desc(accountMail.createdAt))
    .limit(limit);
  const { rows } = await db.execute<{ app_user_id: string }>(sql`
    SELECT app_user_id FROM profile_directory
    WHERE ${inArray(sql`app_user_id`, recent.length > 0 ? recent.map((row) => row.appUserId) : [null])}
    GROUP BY app_user_id HAVING bool_and(${inArray(sql`organization_id`, [...organizationIds])})`);
  const within = new Set(rows.map((row) => row.app_user_id));
  return recent
    .filter((row) => within.has(row.appUserId ?? ""))
    .map(({ accountMailId, kind, createdAt, sentAt, failedAt, sealedRecipient, sealedContent }) => {
      const open = (column: Column, sealed: Buffer) =>
        adapters.vault.openShared(accountPlace(column, accountMailId), sealed);
      const content = JSON.parse(open("sealed_content", sealedContent)) as Content;
      const to = open("sealed_recipient", sealedRecipient);
      return { mailId: accountMailId, kind, to, ...content, createdAt, sentAt, failedAt };
    });
}

/** Links in mails open something once: who keeps a copy of a mail need not keep those. */
const withoutTokens = (text: string) => text.replaceAll(/([?&]token=)[\w-]+/g, "$1…");

/** The mails of an organization to one person, opened, the newest first; what they said, without what their links opened. */
export async function mailsTo(call: Within & Pick<Call, "adapters">, profileId: string, limit: number) {
  const wrappedKey = await sealingKey(call);
  const rows = await call.db
    .select()
    .from(mail)
    .where(and(ours(mail, call), eq(mail.profileId, profileId)))
    .orderBy(desc(mail.createdAt))
    .limit(limit);
  return rows.map(({ mailId, createdAt, sentAt, sealedContent }) => {
    const opened = call.adapters.vault.open(wrappedKey, mailPlace(call, "sealed_content", mailId), sealedContent);
    const { subject, text } = JSON.parse(opened) as Content;
    return { subject, text: withoutTokens(text), createdAt, sentAt };
  });
}

/**
 * A page of the mails to one person, the newest first; each opens itself, for whoever may read it.
 *
 * @param after the mail that the page before ended with.
 */
export async function mailsPage(
  call: Within & Pick<Call, "adapters">,
  profileId: string,
  { after, until, limit }: { after: { at: string; id: string } | null; until: Date | null; limit: number },
) {
  const wrappedKey = await sealingKey(call);
  const rows = await call.db
    .select()
    .from(mail)
    .where(
      and(
        ours(mail, call),
        eq(mail.profileId, profileId),
        until ? lte(mail.createdAt, until) : undefined,
        after ? sql`(${mail.createdAt}, ${mail.mailId}) < (${after.at}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(mail.createdAt), desc(mail.mailId))
    .limit(limit);
  return rows.map(({ mailId, kind, createdAt, sentAt, failedAt, failedReason, sealedContent }) => ({
    ...{ mailId, kind, createdAt, sentAt, failedAt, failedReason },
    content() {
      const opened = call.adapters.vault.open(wrappedKey, mailPlace(call, "sealed_content", mailId), sealedContent);
      const { subject, text } = JSON.parse(opened) as Content;
      return { subject, text: withoutTokens(text) };
    },
  }));
}

/** To addresses that were asked for and may be somebody else's: what they say is for their readers alone. */
const toOthers = ["emailChange", "emailTaken"];

/** Whether a mail about an account goes to the account's own address. */
export const ofTheirAddress = (kind: string): boolean => !toOthers.includes(kind);

/** The mails about an account. */
export async function accountMailsTo(
  { db, adapters }: { db: SharedDb; adapters: Pick<Adapters, "vault"> },
  appUserId: string,
) {
  const rows = await db
    .select()
    .from(accountMail)
    .where(and(eq(accountMail.appUserId, appUserId), notInArray(accountMail.kind, toOthers)))
    .orderBy(desc(accountMail.createdAt))
    .limit(200);
  return rows.map(({ accountMailId, createdAt, sentAt, sealedContent }) => {
    const opened = adapters.vault.openShared(accountPlace("sealed_content", accountMailId), sealedContent);
    const { subject, text } = JSON.parse(opened) as Content;
    return { subject, text: withoutTokens(text), createdAt, sentAt };
  });
}

/** What of a person's mails was given up last, if it went to this address and none was taken since. */
export async function undeliveredTo(
  call: Within,
  { profileId, email }: { profileId: string; email: string },
): Promise<{ kind: string } | null> {
  const [row] = await call.db
    .select({ kind: undeliveredMail.kind })
    .from(undeliveredMail)
    .where(
      and(
        ours(undeliveredMail, call),
        eq(undeliveredMail.profileId, profileId),
        sql`lower(${undeliveredMail.email}) = lower(${email})`,
      ),
    );
  return row ?? null;
}

/** What keeps every mail from leaving, for platform operators; null while mails leave. */
export async function mailServerState(db: SharedDb) {
  const [row] = await db.select().from(mailServerFault).limit(1);
  if (!row) return null;
  const { kind, detail, since, triedAt } = row;
  return { kind, detail, since: since.toISOString(), triedAt: triedAt.toISOString() };
}
