export type Mail = {
  /** The same at every try: the receiving side tells a repetition by it. */
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
};

/**
 * `refused`: it never will be taken. `later`: it may be. `blocked`: no mail of ours is, until somebody mends a setting.
 * `code` holds a reply code or a name of ours, no address.
 */
export type MailOutcome = { kind: "sent" } | { kind: "refused" | "later" | "blocked"; code: string };

/** How mails leave, if they do. Never throws for what the other side answers, or does not. */
export type MailPort = {
  /** Whether mails leave this machine. */
  readonly leaves: boolean;
  send(mail: Mail): Promise<MailOutcome>;
  close(): Promise<void>;
};
