import type { MailFault } from "@touchline/contract/messages/mail-server";
import type { DeliveryFailure } from "@touchline/rules";

export type Mail = {
  /** Stays the same at every try: the receiving side tells a repetition by it. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Names the picture, where there is one, as `cid:logo`. */
  html: string;
  /** The name that is shown before our address, instead of our own. */
  from?: string;
  /** A PNG that goes along. */
  logo?: Buffer;
  /** Where a mail program switches this kind of email off with one click (RFC 8058). */
  unsubscribe?: string;
};

/** Why one email did not leave. `text`: what the mail server answered, at most 500 characters; empty without an answer. */
export type DeliveryReply = DeliveryFailure & { text: string };

/**
 * `refused`: it never will be taken. `later`: it may be. `blocked`: no mail of ours is, until somebody changes a setting.
 * `code` holds a reply code or a name of ours, no address. `detail` of a fault is for operators, at most 500 characters.
 */
export type MailOutcome =
  | { kind: "sent" }
  | { kind: "refused" | "later"; code: string; reply: DeliveryReply }
  | { kind: "blocked"; code: string; fault: MailFault; detail: string | null };

/** How mails leave, if they do. Never throws for what the other side answers, or does not. */
export type MailPort = {
  /** Whether mails leave this machine. */
  readonly leaves: boolean;
  send(mail: Mail): Promise<MailOutcome>;
  close(): Promise<void>;
};
