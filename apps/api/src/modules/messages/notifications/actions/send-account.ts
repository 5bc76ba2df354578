import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { SharedDb } from "../../../../database/tenancy.ts";
import { accountMail } from "../../../../schema/messages.ts";
import { accountClosed } from "../mails/account-closed.ts";
import { accountExists } from "../mails/account-exists.ts";
import { auditAlarm } from "../mails/audit-alarm.ts";
import { confirmEmail } from "../mails/confirm-email.ts";
import { emailChange, emailChanged, emailChangeRequested, emailTaken } from "../mails/email-change.ts";
import { partnerLinked } from "../mails/partner-linked.ts";
import { type MailKind, type MailLanguage, written } from "../mails/parts.ts";
import { passwordChanged } from "../mails/password-changed.ts";
import { passwordReset } from "../mails/password-reset.ts";
import { secondFactor } from "../mails/second-factor.ts";
import { chosenByAccount } from "../queries/addressees.ts";
import { accountPlace } from "../queries/mail-context.ts";
import type { Written } from "./send.ts";

/** The kinds of mails about an account. */
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

/** Writes a mail about an account in a transaction outside every tenant. A schedule sends it within seconds. */
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
