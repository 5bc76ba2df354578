import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { instant } from "../values.ts";

/** Faults that stop all email until a setting is changed, here or at the mail server. */
export const mailFaults = [
  "certificateUntrusted",
  "certificateExpired",
  "certificateName",
  "encryption",
  "login",
  "sender",
] as const;
export type MailFault = (typeof mailFaults)[number];

/** What each fault means, and what to do about it: for the log and for the page of platform operators. */
export const mailFaultTexts: Readonly<Record<MailFault, { what: string; todo: string }>> = {
  certificateUntrusted: {
    what: "The mail server's certificate isn't trusted.",
    todo: "If it comes from a private authority, set NODE_EXTRA_CA_CERTS to the authority's PEM file and restart Touchline. Otherwise install a certificate with its whole chain on the mail server.",
  },
  certificateExpired: {
    what: "The mail server's certificate has expired or isn't valid yet.",
    todo: "Renew the certificate on the mail server, and check the clock of both machines.",
  },
  certificateName: {
    what: "The mail server's certificate is for another host name.",
    todo: "Use a host name in MAIL_URL that the certificate covers, then restart Touchline.",
  },
  encryption: {
    what: "The connection to the mail server can't be encrypted.",
    todo: "Use smtps:// with port 465, or smtp:// with port 587 on a server that offers STARTTLS. Restart Touchline after changing MAIL_URL.",
  },
  login: {
    what: "The mail server rejected the login.",
    todo: "Check the user name and password in MAIL_URL, percent-encoded where needed, then restart Touchline.",
  },
  sender: {
    what: "The mail server doesn't accept email from this installation.",
    todo: "Check that the server lets this machine and this login send as MAIL_FROM, and to addresses elsewhere (relaying).",
  },
};

export const getMailServer = endpoint({
  method: "GET",
  path: "/api/app/platform/mail-server",
  summary:
    "Gets whether email leaves this installation, and if not, why. The problem clears when the mail server accepts an email. For platform operators.",
  errors: [403],
  response: z.object({
    /** False: no mail server is set, and email stays in the database. */
    leaves: z.boolean(),
    fault: z
      .object({
        kind: z.enum(mailFaults),
        /** The mail server's reply, or the error of the connection; at most 500 characters. */
        detail: z.string().nullable(),
        since: instant,
        /** When it was tried last. */
        triedAt: instant,
      })
      .nullable(),
  }),
});
