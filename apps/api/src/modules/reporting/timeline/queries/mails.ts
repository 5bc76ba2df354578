import type { ResponseOf } from "@touchline/contract";
import type { listMemberMails } from "@touchline/contract/reporting/timeline";
import type { Call } from "../../../../call.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { mailsPage } from "../../../messages/index.ts";
import { places } from "./lines.ts";
import type { PastOf } from "./person.ts";

const perPage = 25;

/**
 * Lists the mails to a person, newest first. Their text is shown to the author and the recipients: the person, their guardians
 * and Admins; a decision's note in a mail is hidden from people who may not review.
 */
export async function memberMails(
  call: Call,
  past: PastOf,
  cursor: string | undefined,
): Promise<ResponseOf<typeof listMemberMails>> {
  const reads = past.own || verdictOn(call, "audit", {}).allowed;
  const after = cursor === undefined ? null : places.read(cursor);
  const mails = await mailsPage(call, past.profileId, { after, until: past.until, limit: perPage + 1 });
  const page = mails.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: page.map(({ mailId, kind, createdAt, sentAt, failedAt, failedReason, content }) => ({
      mailId,
      kind,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      state: sentAt ? ("Sent" as const) : failedAt ? ("Failed" as const) : ("Waiting" as const),
      reason: failedReason,
      content: reads ? content() : null,
    })),
    next: mails.length > perPage && last ? places.write({ at: last.createdAt.toISOString(), id: last.mailId }) : null,
  };
}
