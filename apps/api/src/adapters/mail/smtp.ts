import nodemailer from "nodemailer";
import type { MailOutcome, MailPort } from "./port.ts";

export type SmtpSettings = {
  /** `smtp://user:password@host:587` (STARTTLS where the server has it) or `smtps://…` (TLS from the start). */
  url: string;
  /** `Touchline <no-reply@clubs.example.org>` */
  from: string;
  /** Milliseconds for connecting, for a greeting and between two bytes; 15 seconds unless said otherwise. */
  patience?: number;
};

/** Names of what went wrong before any reply; anything else is told as `failed`. */
const troubles = ["ETIMEDOUT", "ECONNECTION", "ESOCKET", "ETLS", "EAUTH", "EDNS", "ECONNREFUSED", "ECONNRESET"];

/** Hands mails to a server. Five connections at most, each used for many mails. */
export function smtpMail({ url, from, patience = 15_000 }: SmtpSettings): MailPort {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
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
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    leaves: true,
    async send({ id, to, subject, text, html }): Promise<MailOutcome> {
      try {
        // An object, not a string: a comma in an address must not make two of it.
        await transport.sendMail({
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
        });
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error as { responseCode?: unknown; code?: unknown; command?: unknown });
      }
    },
    close: async () => transport.close(),
  };
}

/** What a failure means. A wrong password is ours to mend, not the mail's fault: it waits. */
function outcomeOf(error: { responseCode?: unknown; code?: unknown }): MailOutcome {
  const reply = typeof error.responseCode === "number" ? error.responseCode : null;
  const code = typeof error.code === "string" && troubles.includes(error.code) ? error.code : "failed";
  if (reply !== null && reply >= 500 && code !== "EAUTH") return { kind: "refused", code: String(reply) };
  return { kind: "later", code: reply === null ? code : String(reply) };
}
