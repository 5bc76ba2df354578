import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { email, linkToken, newPassword } from "../joining/invitations.ts";

/** What a link in a mail turned out to be. */
export const linkProblems = ["unknown", "expired", "used"] as const;
export type LinkProblem = (typeof linkProblems)[number];

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/app/app-users/forgot-password",
  summary: "Mails a link for a new password, if there is such an account. Answers the same always.",
  auth: "public",
  costly: true,
  body: z.strictObject({ email }),
  response: noContent,
});

export const checkPasswordLink = endpoint({
  method: "GET",
  path: "/api/app/app-users/reset-password",
  summary: "Whether a mailed link for a new password is still good. Nothing is used up by asking.",
  auth: "public",
  query: { token: linkToken },
  response: z.object({
    /** Null: it is good. */
    problem: z.enum(linkProblems).nullable(),
    /** What to do about it, in words; null when there is nothing to do. */
    message: z.string().nullable(),
  }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/app/app-users/reset-password",
  summary:
    "Sets a new password by a mailed link, once, and ends every session of the account. `reason` names what is wrong with a link.",
  auth: "public",
  costly: true,
  errors: [409],
  body: z.strictObject({ token: linkToken, password: newPassword }),
  response: noContent,
});

export const sendEmailConfirmation = endpoint({
  method: "POST",
  path: "/api/app/app-users/send-email-confirmation",
  summary: "Mails a link that confirms the address, if there is such an account to confirm. Answers the same always.",
  auth: "public",
  costly: true,
  body: z.strictObject({ email }),
  response: noContent,
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/app/app-users/confirm-email",
  summary:
    "Confirms the address of an account by a mailed link, once: of the bearer's own, or with its password, or with a new one, which ends every session of it. `reason` names what is wrong with a link; `whose` asks for one of these.",
  auth: "optional",
  errors: [409],
  body: z.strictObject({
    token: linkToken,
    /** The one chosen at sign-up. */
    password: z.string().min(1, "Enter the password.").max(256).optional(),
    newPassword: newPassword.optional(),
  }),
  response: noContent,
});

export const renewConfirmation = endpoint({
  method: "POST",
  path: "/api/app/app-users/renew-confirmation",
  summary: "Sends a new link in place of one that confirms an address, to the same address. Answers the same always.",
  auth: "public",
  costly: true,
  body: z.strictObject({ token: linkToken }),
  response: noContent,
});

export const getOwnEmail = endpoint({
  method: "GET",
  path: "/api/app/app-users/own-email",
  summary: "The address of the caller's account, and whether it is confirmed.",
  response: z.object({ email: z.string(), confirmed: z.boolean() }),
});

export const resendOwnConfirmation = endpoint({
  method: "POST",
  path: "/api/app/app-users/resend-confirmation",
  summary: "Mails the link that confirms the address of the caller's account again; 429 says when there was enough.",
  costly: true,
  response: noContent,
});

export const correctOwnEmail = endpoint({
  method: "POST",
  path: "/api/app/app-users/correct-email",
  summary: "Corrects the address of the caller's account before it is confirmed, and mails the link there.",
  costly: true,
  errors: [409],
  body: z.strictObject({ email }),
  response: noContent,
});
