import { type Call, organizationFacts } from "../../../../call.ts";
import { message } from "../mails/message.ts";
import { written } from "../mails/parts.ts";
import { addressees } from "../queries/addressees.ts";
import { mailContextOf } from "../queries/mail-context.ts";
import type { Mailed } from "./remind.ts";
import { writeMails } from "./send.ts";

export type Message = { subject: string; text: string; sender: string };

/**
 * Sends people a message that somebody wrote; the guardians, if a child has no login. Each reader gets one mail. Runs a fixed
 * number of statements.
 *
 * @param key identifies the message, so that each reader gets it once.
 * @param profileIds at most a few hundred.
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

/** Returns a message as it will read in a mailbox, as plain text. */
export async function messagePreview(call: Call, words: Message): Promise<{ subject: string; text: string }> {
  const { sender } = await mailContextOf(call);
  const fields = { ...words, organization: sender.name };
  const { subject, text } = written(message.en(fields), "en", call.adapters.site, sender);
  return { subject, text };
}
