import type { MailTextKind, MailTexts } from "@touchline/contract/messages/mail-texts";
import type { Call } from "../../../../call.ts";
import { exampleOf } from "../mails/own-kinds.ts";
import type { MailContent, MailLanguage } from "../mails/parts.ts";
import { mailContextOf } from "../queries/mail-context.ts";
import { putMails, writer } from "./send.ts";

/** Fills in texts for an example person, in both languages, as they would be sent. */
export async function exampleMails(
  call: Call,
  kind: MailTextKind,
  texts: MailTexts,
): Promise<Record<MailLanguage, MailContent>> {
  const writing = await mailContextOf(call);
  const write = writer(call, writing, new Map([[kind, texts]]));
  const fields = exampleOf(kind, writing.sender.name);
  return { en: write(kind, "en", fields), es: write(kind, "es", fields) };
}

/** Sends somebody an example mail, so that they see it in a mailbox. */
export async function mailExample(
  call: Call,
  to: { profileId: string; email: string },
  { kind, texts, language }: { kind: MailTextKind; texts: MailTexts; language: MailLanguage },
): Promise<void> {
  const { [language]: content } = await exampleMails(call, kind, texts);
  await putMails(call, await mailContextOf(call), [
    { kind: "example", to: to.email, profileId: to.profileId, content },
  ]);
}
