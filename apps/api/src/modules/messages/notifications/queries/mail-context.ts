import { logoPath } from "@touchline/contract/accounts/organization-settings";
import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import type { MailTextKind, MailTexts } from "@touchline/contract/messages/mail-texts";
import { and, eq, gt, inArray, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Reading } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization, organizationDirectory } from "../../../../schema/accounts.ts";
import { mailText } from "../../../../schema/messages.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import type { Sender } from "../mails/parts.ts";

/** The encrypted columns of a mail. */
export type SealedColumn = "sealed_recipient" | "sealed_content";

/** The encryption context of a mail's encrypted columns. */
export const mailPlace = (call: Reading, column: SealedColumn, id: string): CipherContext => ({
  tenant: call.organizationId,
  table: "mail",
  column,
  id,
});

/** The encryption context of the mail server's answer about a person's mail. */
export const replyPlace = (call: Reading, profileId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "undelivered_mail",
  column: "sealed_reply",
  id: profileId,
});

export const accountPlace = (column: SealedColumn, id: string): CipherContext => ({
  tenant: "shared",
  table: "account_mail",
  column,
  id,
});

export type Writing = { wrappedKey: Buffer; languages: readonly MailLanguage[]; sender: Sender };

/**
 * Returns the key, the languages and the sender name of the organization's mails. The first language is the default.
 * @throws NotFound
 */
export async function mailContextOf(call: Reading): Promise<Writing> {
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
  if (!row) throw notFound("organization");
  const { wrappedKey, languages, name, accentColor, logoId } = row;
  return { wrappedKey, languages, sender: { name, accentColor, hasLogo: logoId !== null } };
}

/** Returns the organization's own texts for these kinds of mail; kinds with only the standard text are left out. */
export async function currentTexts(
  call: Reading,
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

/** Returns the texts of a row by language. */
export const textsIn = (row: typeof mailText.$inferSelect): MailTexts => ({
  en: row.subjectEn === null || row.bodyEn === null ? null : { subject: row.subjectEn, body: row.bodyEn },
  es: row.subjectEs === null || row.bodyEs === null ? null : { subject: row.subjectEs, body: row.bodyEs },
});

/** Returns how the organization introduces itself to holders of one of its links. @throws NotFound */
export async function organizationIntroduction(
  call: Reading,
): Promise<{ organizationName: string; organizationPhoto: string | null }> {
  const [row] = await call.db
    .select({ name: organization.name, logoId: organizationDirectory.logoId })
    .from(organization)
    .leftJoin(organizationDirectory, eq(organizationDirectory.organizationId, organization.organizationId))
    .where(ours(organization, call));
  if (!row) throw notFound("organization");
  const organizationPhoto = row.logoId === null ? null : logoPath(call.organizationId, row.logoId);
  return { organizationName: row.name, organizationPhoto };
}

/** Returns the storage key of the organization's logo; null without one. */
export async function logoKeyOf(call: Reading): Promise<string | null> {
  const [row] = await call.db
    .select({ key: organizationDirectory.logoStorageKey })
    .from(organizationDirectory)
    .where(eq(organizationDirectory.organizationId, call.organizationId));
  return row?.key ?? null;
}
