import type { UndeliveredReason } from "@touchline/contract/messages/undelivered";

/** A mail server's answer about one email, or that there was none. */
export type DeliveryFailure = {
  /** The reply code, like 550. Null without a reply. */
  reply: number | null;
  /** The enhanced status code (RFC 3463), like 5.1.1, if the reply has one. */
  status: string | null;
  /** Whether the recipient was refused, or the email itself. */
  stage: "recipient" | "message";
};

/** By subject and detail of the enhanced status code (RFC 3463, and RFC 7505 for 1.10). */
const byStatus: Readonly<Record<string, UndeliveredReason>> = {
  "1.1": "unknownAddress",
  "1.2": "unknownDomain",
  "1.3": "unknownAddress",
  "1.6": "unknownAddress",
  "1.10": "unknownDomain",
  "2.1": "mailboxClosed",
  "2.2": "mailboxFull",
  "2.3": "tooLarge",
  "3.4": "tooLarge",
  "4.4": "unknownDomain",
};

/** Returns why an email wasn't delivered, from the mail server's reply (RFC 5321, section 4.2.2). */
export function undeliveredReason({ reply, status, stage }: DeliveryFailure): UndeliveredReason {
  if (reply === null) return "unreachable";
  const [, detail = ""] = /^[45]\.(\d{1,3}\.\d{1,3})$/.exec(status ?? "") ?? [];
  const known = byStatus[detail];
  if (known) return known;
  if (detail.startsWith("7.") && reply >= 500) return "unwanted";
  if (reply === 552) return stage === "recipient" ? "mailboxFull" : "tooLarge";
  if (reply === 452 && stage === "recipient") return "mailboxFull";
  if (reply < 500) return "putOff";
  return stage === "recipient" ? "refused" : "unwanted";
}
