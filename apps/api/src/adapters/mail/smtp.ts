import type { MailFault } from "@touchline/contract/messages/mail-server";
import nodemailer from "nodemailer";
import type { DeliveryReply, MailOutcome, MailPort } from "./port.ts";

export type SmtpSettings = {
  /**
   * `smtps://user:password@host:465` (TLS from the start) or `smtp://user:password@host:587` (STARTTLS). Without TLS mail is
   * only sent to this machine, unless the address ends in `?requireTLS=false`.
   */
  url: string;
  /** `Touchline <no-reply@clubs.example.org>` */
  from: string;
  /** Our name in EHLO; this machine's own unless given. */
  greeting?: string;
  /** The address for replies, instead of `from`. */
  replyTo?: string;
  /** Milliseconds for connecting, for a greeting and between two bytes; 15 seconds by default. */
  timeoutMs?: number;
};

/** Codes of problems before any reply; others are reported as `failed`. */
const troubles = ["ETIMEDOUT", "ECONNECTION", "ESOCKET", "ETLS", "EAUTH", "EDNS", "ECONNREFUSED", "ECONNRESET"];

/** Returns whether a server must offer STARTTLS before it receives a password or a mail. */
function mustEncrypt(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  const onThisMachine = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  return protocol === "smtp:" && !onThisMachine && searchParams.get("requireTLS") !== "false";
}

/** Attaches the picture to the mail as a part that its HTML refers to: nothing is fetched when it is read. */
const picture = (content: Buffer) => ({
  filename: "logo.png",
  contentType: "image/png",
  contentDisposition: "inline" as const,
  cid: "logo",
  content,
});

/** Sends mails to a server. At most five connections, each used for many mails. */
export function smtpMail({ url, from, greeting, replyTo, timeoutMs = 15_000 }: SmtpSettings): MailPort {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      ...(mustEncrypt(url) ? { requireTLS: true } : {}),
      ...(greeting ? { name: greeting } : {}),
      maxConnections: 5,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      // Nothing in a mail can make this process read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as object,
    { from, ...(replyTo ? { replyTo } : {}), headers: { "Auto-Submitted": "auto-generated" } },
  );
  const ourAddress = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    leaves: true,
    async send({ id, to, subject, text, html, from: name, logo, unsubscribe }): Promise<MailOutcome> {
      try {
        // An object, not a string, so that a comma doesn't turn one address into two.
        await transport.sendMail({
          to: { name: "", address: to },
          ...(name && { from: { name, address: ourAddress } }),
          subject,
          text,
          html,
          ...(logo && { attachments: [picture(logo)] }),
          ...(unsubscribe && { headers: oneClick(unsubscribe) }),
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

/** Headers for mail programs with an unsubscribe button (RFC 2369, RFC 8058). */
const oneClick = (address: string) => ({
  "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${address}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

type Failure = {
  responseCode?: unknown;
  response?: unknown;
  code?: unknown;
  originalCode?: unknown;
  command?: unknown;
  message?: unknown;
};

/** The faults of a rejected certificate, by the codes of OpenSSL and Node. */
const certificateFaults: Readonly<Record<string, MailFault>> = {
  CERT_HAS_EXPIRED: "certificateExpired",
  CERT_NOT_YET_VALID: "certificateExpired",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateName",
  CERT_CHAIN_TOO_LONG: "certificateUntrusted",
  CERT_REJECTED: "certificateUntrusted",
  CERT_REVOKED: "certificateUntrusted",
  CERT_SIGNATURE_FAILURE: "certificateUntrusted",
  CERT_UNTRUSTED: "certificateUntrusted",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificateUntrusted",
  INVALID_CA: "certificateUntrusted",
  INVALID_PURPOSE: "certificateUntrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "certificateUntrusted",
  UNABLE_TO_GET_ISSUER_CERT: "certificateUntrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificateUntrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificateUntrusted",
};

/**
 * Returns the fault that stops all mail although no reply rejected one: a certificate, a missing password, unavailable
 * encryption. Null for anything that may be temporary.
 */
function faultWithoutReply({ code, originalCode }: Failure): MailFault | null {
  const inner = typeof originalCode === "string" ? originalCode : "";
  if (inner in certificateFaults) return certificateFaults[inner] ?? null;
  if (code === "EAUTH") return "login";
  if (code === "ETLS" || inner === "EPROTO" || inner.startsWith("ERR_SSL_")) return "encryption";
  return null;
}

/**
 * Servers postpone checking the sender, the login and this machine until they know the recipient (Postfix does by default).
 * These replies are about those, whoever the recipient is.
 */
const aboutUs =
  /\b5\.1\.[78]\b|unable to relay|relay(ing)? (access )?(is )?(denied|not (allowed|permitted))|sender address|client host|helo command|authentication (is )?required|must authenticate|not logged in/i;

/**
 * Returns whether a mail is too large for the server, which may reply so after the sender and the size. 552 alone means that;
 * with another extended code, such as for a full account of ours, it doesn't.
 */
const isTooLarge = (reply: number, status: string | null) =>
  status === null ? reply === 552 : status === "5.3.4" || status === "5.2.3";

const mostDetail = 500;
/** Joins text onto one line, without characters that a text column can't store. */
const bounded = (text: unknown): string =>
  typeof text === "string"
    ? text
        .replaceAll(/[\s\p{Cc}]+/gu, " ")
        .trim()
        .slice(0, mostDetail)
    : "";

/** Node's own advice, which isn't what we advise. */
const nodeHint = /; if the root CA is installed locally.*$/;

/**
 * Interprets a failure. Only a rejection of this mail is permanent: its recipient, its content or its size. Rejected
 * certificates, passwords, senders or addresses of ours stop all mail, which then waits.
 */
function outcomeOf(error: Failure): MailOutcome {
  const reply = typeof error.responseCode === "number" ? error.responseCode : null;
  const trouble = typeof error.code === "string" && troubles.includes(error.code) ? error.code : "failed";
  const code = reply === null ? trouble : String(reply);
  const text = bounded(error.response);
  const [, status = null] = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? [];
  const stage = error.command === "RCPT TO" ? "recipient" : "message";
  const about: DeliveryReply = { reply, status, stage, text };
  if (reply === null) {
    const fault = faultWithoutReply(error);
    return fault === null
      ? { kind: "later", code, reply: about }
      : { kind: "blocked", code, fault, detail: bounded(error.message).replace(nodeHint, "") || null };
  }
  if (reply < 500) return { kind: "later", code, reply: about };
  const ofThisMail =
    (error.command === "RCPT TO" && reply !== 530 && !aboutUs.test(text)) ||
    error.command === "DATA" ||
    (error.command === "MAIL FROM" && isTooLarge(reply, status));
  if (ofThisMail) return { kind: "refused", code, reply: about };
  const fault = error.code === "EAUTH" || reply === 530 ? "login" : error.code === "ETLS" ? "encryption" : "sender";
  return { kind: "blocked", code, fault, detail: text || null };
}
