import type { MailFault } from "@touchline/contract/messages/mail-server";
import type { DeliveryFailure } from "@touchline/rules";

export type Mail = {
  /** Equal for all tries, so that the receiver can recognize a repetition. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Refers to the picture, if there is one, as `cid:logo`. */
  html: string;
  /** The sender name to show instead of our own. */
  from?: string;
  /** A PNG to attach. */
  logo?: Buffer;
  /** The address for one-click unsubscribe (RFC 8058). */
  unsubscribe?: string;
};

/** Why an email wasn't sent. `text` is the mail server's answer, at most 500 characters, or empty. */
export type DeliveryReply = DeliveryFailure & { text: string };

/**
 * `refused`: permanently. `later`: worth another try. `blocked`: no email is accepted until someone changes a setting. `code`
 * is a reply code or one of our own codes, never an address. `detail` of a fault is for operators, at most 500 characters.
 */
export type MailOutcome =
  | { kind: "sent" }
  | { kind: "refused" | "later"; code: string; reply: DeliveryReply }
  | { kind: "blocked"; code: string; fault: MailFault; detail: string | null };

/** Sends email, if it is configured. Never throws because of the mail server's answer or silence. */
export type MailPort = {
  /** Whether emails leave this machine. */
  readonly leaves: boolean;
  send(mail: Mail): Promise<MailOutcome>;
  close(): Promise<void>;
};
