import nodemailer from "nodemailer";
import type { MailOutcome, MailPort } from "./port.ts";

export type SmtpSettings = {
  /**
   * `smtps://user:password@host:465` (TLS from the start) or `smtp://user:password@host:587` (STARTTLS). Without TLS
   * nothing is sent but to this machine, unless the address ends in `?requireTLS=false`.
   */
  url: string;
  /** `Touchline <no-reply@clubs.example.org>` */
  from: string;
  /** Milliseconds for connecting, for a greeting and between two bytes; 15 seconds unless said otherwise. */
  patience?: number;
};

/** Names of what went wrong before any reply; anything else is told as `failed`. */
const troubles = ["ETIMEDOUT", "ECONNECTION", "ESOCKET", "ETLS", "EAUTH", "EDNS", "ECONNREFUSED", "ECONNRESET"];

/** Whether a server must offer STARTTLS before it is told a password or a mail. */
function mustEncrypt(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  const onThisMachine = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  return protocol === "smtp:" && !onThisMachine && searchParams.get("requireTLS") !== "false";
}

/** Within the mail, as a part that its HTML names: nothing is fetched from anywhere when it is read. */
const picture = (content: Buffer) => ({
  filename: "logo.png",
  contentType: "image/png",
  contentDisposition: "inline" as const,
  cid: "logo",
  content,
});

/** Hands mails to a server. Five connections at most, each used for many mails. */
export function smtpMail({ url, from, patience = 15_000 }: SmtpSettings): MailPort {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      ...(mustEncrypt(url) ? { requireTLS: true } : {}),
      maxConnections: 5,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
      // Nothing that stands in a mail makes this process read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as object,
    { from, headers: { "Auto-Submitted": "auto-generated" } },
  );
  const ourAddress = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    leaves: true,
    async send({ id, to, subject, text, html, from: name, logo }): Promise<MailOutcome> {
      try {
        // An object, not a string: a comma in an address must not make two of it.
        await transport.sendMail({
          to: { name: "", address: to },
          ...(name && { from: { name, address: ourAddress } }),
          subject,
          text,
          html,
          ...(logo && { attachments: [picture(logo)] }),
          messageId: `<${id}@${domain}>`,
        });
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error as Failure);
      }
    },
    close: async () => transport.close(),
  };
}

type Failure = { responseCode?: unknown; response?: unknown; code?: unknown; command?: unknown };

/** A password that is not taken, and encryption that cannot be had. */
const oursToMend = ["EAUTH", "ETLS"];

/**
 * Too large for the server, which may say so when it is told the sender and the size. 552 alone means that; with a further
 * code that says something else, as that our own account is full, it does not.
 */
function isTooLarge({ responseCode, response }: Failure): boolean {
  const [, further] = (typeof response === "string" && /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)) || [];
  return further === undefined ? responseCode === 552 : further === "5.3.4" || further === "5.2.3";
}

/**
 * What a failure means. Final is only what is refused of this mail: its recipient, its content or its size. A wrong
 * password, a sender or an address of ours that the server does not take are ours to mend: the mail waits.
 */
function outcomeOf(error: Failure): MailOutcome {
  const reply = typeof error.responseCode === "number" ? error.responseCode : null;
  const trouble = typeof error.code === "string" && troubles.includes(error.code) ? error.code : "failed";
  const code = reply === null ? trouble : String(reply);
  const ofThisMail =
    error.command === "RCPT TO" || error.command === "DATA" || (error.command === "MAIL FROM" && isTooLarge(error));
  if (reply === null) return { kind: oursToMend.includes(trouble) ? "blocked" : "later", code };
  if (reply < 500) return { kind: "later", code };
  return { kind: ofThisMail ? "refused" : "blocked", code };
}
