import type { MailFault } from "@touchline/contract/messages/mail-server";
import nodemailer from "nodemailer";
import type { DeliveryReply, MailOutcome, MailPort } from "./port.ts";

export type SmtpSettings = {
  /**
   * `smtps://user:password@host:465` (TLS from the start) or `smtp://user:password@host:587` (STARTTLS). Without TLS
   * nothing is sent but to this machine, unless the address ends in `?requireTLS=false`.
   */
  url: string;
  /** `Touchline <no-reply@clubs.example.org>` */
  from: string;
  /** The name by which we greet the server (EHLO); this machine's own unless given. */
  greeting?: string;
  /** Whom an answer goes to, instead of `from`. */
  replyTo?: string;
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
export function smtpMail({ url, from, greeting, replyTo, patience = 15_000 }: SmtpSettings): MailPort {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      ...(mustEncrypt(url) ? { requireTLS: true } : {}),
      ...(greeting ? { name: greeting } : {}),
      maxConnections: 5,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
      // Nothing that stands in a mail makes this process read a file or an address.
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
        // An object, not a string: a comma in an address must not make two of it.
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

/** For mail programs that offer to unsubscribe by themselves (RFC 2369, RFC 8058). */
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

/** What a certificate is refused for, by the names of OpenSSL and Node. */
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
 * What keeps every mail from leaving although no reply refused one: a certificate, a password that is missing, encryption that
 * cannot be had. Null for anything that may pass by itself.
 */
function faultWithoutReply({ code, originalCode }: Failure): MailFault | null {
  const inner = typeof originalCode === "string" ? originalCode : "";
  if (inner in certificateFaults) return certificateFaults[inner] ?? null;
  if (code === "EAUTH") return "login";
  if (code === "ETLS" || inner === "EPROTO" || inner.startsWith("ERR_SSL_")) return "encryption";
  return null;
}

/**
 * Servers put off judging the sender, the login and this machine until they are told the recipient (Postfix does so unless told
 * otherwise). These replies are about those, whoever the recipient is.
 */
const aboutUs =
  /\b5\.1\.[78]\b|unable to relay|relay(ing)? (access )?(is )?(denied|not (allowed|permitted))|sender address|client host|helo command|authentication (is )?required|must authenticate|not logged in/i;

/**
 * Too large for the server, which may say so when it is told the sender and the size. 552 alone means that; with a further
 * code that says something else, as that our own account is full, it does not.
 */
const isTooLarge = (reply: number, status: string | null) =>
  status === null ? reply === 552 : status === "5.3.4" || status === "5.2.3";

const mostDetail = 500;
/** As one line, without what no column of text takes. */
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
 * What a failure means. Final is only what is refused of this mail: its recipient, its content or its size. A certificate, a
 * password, a sender or an address of ours that is not taken keep every mail from leaving: they wait.
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
