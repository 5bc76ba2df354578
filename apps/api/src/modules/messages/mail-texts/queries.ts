import { type MailText, type MailTextKind, mailTextKinds } from "@touchline/contract/messages/mail-texts";
import { and, desc, eq } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { mailText } from "../../../schema/messages.ts";
import { profile } from "../../../schema/people.ts";
import { authorize } from "../../../security/authorize.ts";
import { ownKinds, typedOf } from "../notifications/mails/own-kinds.ts";
import { textsIn } from "../notifications/queries/mail-context.ts";

/** Checks that the actor may edit mail texts, as they may edit the organization's settings. @throws Forbidden */
export const mustEditTexts = (call: Call) => authorize(call, "organization.edit", { organizationWide: true });

const withAuthor = (call: Call) =>
  call.db
    .selectDistinctOn([mailText.kind], { text: mailText, firstName: profile.firstName, lastName: profile.lastName })
    .from(mailText)
    .leftJoin(profile, onKey(profile.profileId, mailText.setBy))
    .$dynamic();

const nameIn = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim();

function toMailText(kind: MailTextKind, row: Awaited<ReturnType<typeof withAuthor>>[number] | undefined): MailText {
  return {
    kind,
    placeholders: [...ownKinds[kind].placeholders],
    standard: typedOf(kind),
    own: row ? textsIn(row.text) : { en: null, es: null },
    version: row?.text.version ?? 0,
    changedAt: row?.text.setAt.toISOString() ?? null,
    changedBy: row ? nameIn(row) : null,
  };
}

/** Lists the kinds of mail that the organization may rewrite. @throws Forbidden */
export async function everyText(call: Call): Promise<MailText[]> {
  mustEditTexts(call);
  const rows = await withAuthor(call).where(ours(mailText, call)).orderBy(mailText.kind, desc(mailText.version));
  const of = new Map(rows.map((row) => [row.text.kind, row]));
  return mailTextKinds.map((kind) => toMailText(kind, of.get(kind)));
}

/** Returns one kind of mail. */
export async function oneText(call: Call, kind: MailTextKind): Promise<MailText> {
  const [row] = await withAuthor(call)
    .where(and(ours(mailText, call), eq(mailText.kind, kind)))
    .orderBy(mailText.kind, desc(mailText.version));
  return toMailText(kind, row);
}

const mostVersions = 50;

/** Lists the earlier versions of a mail's texts, newest first. @throws Forbidden */
export async function versionsOf(call: Call, kind: MailTextKind) {
  mustEditTexts(call);
  const rows = await call.db
    .select({ text: mailText, firstName: profile.firstName, lastName: profile.lastName })
    .from(mailText)
    .leftJoin(profile, onKey(profile.profileId, mailText.setBy))
    .where(and(ours(mailText, call), eq(mailText.kind, kind)))
    .orderBy(desc(mailText.version))
    .limit(mostVersions);
  return rows.map((row) => ({
    version: row.text.version,
    texts: textsIn(row.text),
    changedAt: row.text.setAt.toISOString(),
    changedBy: nameIn(row),
  }));
}
