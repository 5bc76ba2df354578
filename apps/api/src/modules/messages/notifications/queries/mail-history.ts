import { and, desc, eq, inArray, isNotNull, lte, notInArray, sql } from "drizzle-orm";
import { type Adapters, type Call, organizationFacts, type Reading } from "../../../../call.ts";
import { ours, type SharedDb } from "../../../../database/tenancy.ts";
import { accountMail, mail, mailServerFault, undeliveredMail } from "../../../../schema/messages.ts";
import { type MailContent, withLogoAt } from "../mails/parts.ts";
import { accountPlace, mailPlace, organizationIntroduction, type SealedColumn } from "./mail-context.ts";

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

/** Returns the newest mails of an organization, decrypted, with the logo by its address; at most `limit`. */
export async function newestMails(call: Reading & Pick<Call, "adapters">, limit: number): Promise<ShownMail[]> {
  const { wrappedKey } = await organizationFacts(call);
  const { organizationPhoto } = await organizationIntroduction(call);
  const logo = organizationPhoto && `${call.adapters.site.url}${organizationPhoto}`;
  const rows = await call.db
    .select()
    .from(mail)
    .where(ours(mail, call))
    .orderBy(desc(mail.createdAt), desc(mail.mailId))
    .limit(limit);
  return rows.map(({ mailId, kind, createdAt, sentAt, failedAt, sealedRecipient, sealedContent }) => {
    const open = (column: SealedColumn, sealed: Buffer) =>
      call.adapters.vault.open(wrappedKey, mailPlace(call, column, mailId), sealed);
    const { subject, text, html } = JSON.parse(open("sealed_content", sealedContent)) as MailContent;
    const to = open("sealed_recipient", sealedRecipient);
    return { mailId, kind, to, subject, text, html: withLogoAt(html, logo), createdAt, sentAt, failedAt };
  });
}

/**
 * Returns the newest mails about accounts whose profiles all belong to the given organizations, decrypted; at most
 * `limit`.
 */
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
      const open = (column: SealedColumn, sealed: Buffer) =>
        adapters.vault.openShared(accountPlace(column, accountMailId), sealed);
      const content = JSON.parse(open("sealed_content", sealedContent)) as MailContent;
      const to = open("sealed_recipient", sealedRecipient);
      return { mailId: accountMailId, kind, to, ...content, createdAt, sentAt, failedAt };
    });
}

/** Kinds of mails of which only the recipient is told that there was one, because others may not know of the reason. */
export const keptToRecipients = ["incidentAssigned"];

/** Removes the one-time links of a mail, which readers of a copy don't need. */
const withoutTokens = (text: string) => text.replaceAll(/([?&]token=)[\w-]+/g, "$1…");

/** Returns the organization's mails to one person, decrypted, newest first, without their one-time links. */
export async function mailsTo(call: Reading & Pick<Call, "adapters">, profileId: string, limit: number) {
  const { wrappedKey } = await organizationFacts(call);
  const rows = await call.db
    .select()
    .from(mail)
    .where(and(ours(mail, call), eq(mail.profileId, profileId)))
    .orderBy(desc(mail.createdAt))
    .limit(limit);
  return rows.map(({ mailId, createdAt, sentAt, sealedContent }) => {
    const opened = call.adapters.vault.open(wrappedKey, mailPlace(call, "sealed_content", mailId), sealedContent);
    const { subject, text } = JSON.parse(opened) as MailContent;
    return { subject, text: withoutTokens(text), createdAt, sentAt };
  });
}

/**
 * Returns a page of the mails to one person, newest first, as the readers of a history may know of them. Each is decrypted when an
 * authorized reader opens it.
 *
 * @param after the last mail of the previous page.
 */
export async function mailsPage(
  call: Reading & Pick<Call, "adapters">,
  profileId: string,
  { after, until, limit }: { after: { at: string; id: string } | null; until: Date | null; limit: number },
) {
  const { wrappedKey } = await organizationFacts(call);
  const rows = await call.db
    .select()
    .from(mail)
    .where(
      and(
        ours(mail, call),
        eq(mail.profileId, profileId),
        notInArray(mail.kind, keptToRecipients),
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
      const { subject, text } = JSON.parse(opened) as MailContent;
      return { subject, text: withoutTokens(text) };
    },
  }));
}

/** Kinds sent to requested addresses, which may belong to someone else: only their readers may see the content. */
const toOthers = ["emailChange", "emailTaken"];

/** Tests whether a mail about an account goes to the account's own address. */
export const ofTheirAddress = (kind: string): boolean => !toOthers.includes(kind);

/** Lists the mails about the account. */
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
    const { subject, text } = JSON.parse(opened) as MailContent;
    return { subject, text: withoutTokens(text), createdAt, sentAt };
  });
}

/** Returns the last mail to a person that was given up, if it went to this address and none was accepted since. */
export async function undeliveredTo(
  call: Reading,
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

/** Returns what prevents all mail from being sent, for platform operators; null if mails are sent. */
export async function mailServerState(db: SharedDb) {
  const [row] = await db.select().from(mailServerFault).limit(1);
  if (!row) return null;
  const { kind, detail, since, triedAt } = row;
  return { kind, detail, since: since.toISOString(), triedAt: triedAt.toISOString() };
}
