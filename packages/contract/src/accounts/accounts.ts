import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { email, linkToken, newPassword } from "../joining/invitations.ts";

/** Problems of a link in a mail. */
export const linkProblems = ["unknown", "expired", "used"] as const;
export type LinkProblem = (typeof linkProblems)[number];

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/app/app-users/forgot-password",
  summary: "Emails a link to reset the password, if the account exists. Always gives the same response.",
  auth: "public",
  costly: true,
  body: z.strictObject({ email }),
  response: noContent,
});

export const checkPasswordLink = endpoint({
  method: "GET",
  path: "/api/app/app-users/reset-password",
  summary: "Checks whether a password reset link is still valid. The link isn't used up.",
  auth: "public",
  query: { token: linkToken },
  response: z.object({
    /** Null: the link is valid. */
    problem: z.enum(linkProblems).nullable(),
    /** What to do about it, in words; null if nothing. */
    message: z.string().nullable(),
  }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/app/app-users/reset-password",
  summary:
    "Sets a new password with a reset link, once, and ends every session of the account. `reason` says what is wrong with a link.",
  auth: "public",
  costly: true,
  errors: [409],
  body: z.strictObject({ token: linkToken, password: newPassword }),
  response: noContent,
});

export const sendEmailConfirmation = endpoint({
  method: "POST",
  path: "/api/app/app-users/send-email-confirmation",
  summary: "Emails a link to confirm the address, if there is an account to confirm. Always gives the same response.",
  auth: "public",
  costly: true,
  body: z.strictObject({ email }),
  response: noContent,
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/app/app-users/confirm-email",
  summary:
    "Confirms the email address of an account with a link, once: as the signed-in account, with its password, or with a new password, which ends every session. `reason` says what is wrong with a link; `whose` asks for one of these.",
  auth: "optional",
  errors: [409],
  body: z.strictObject({
    token: linkToken,
    /** The password chosen at sign-up. */
    password: z.string().min(1, "Enter the password.").max(256).optional(),
    newPassword: newPassword.optional(),
  }),
  response: noContent,
});

export const renewConfirmation = endpoint({
  method: "POST",
  path: "/api/app/app-users/renew-confirmation",
  summary: "Sends a new confirmation link to the address of an expired one. Always gives the same response.",
  auth: "public",
  costly: true,
  body: z.strictObject({ token: linkToken }),
  response: noContent,
});

export const getOwnEmail = endpoint({
  method: "GET",
  path: "/api/app/app-users/own-email",
  summary: "Gets the email address of the caller's account, and whether it is confirmed.",
  response: z.object({ email: z.string(), confirmed: z.boolean() }),
});

export const resendOwnConfirmation = endpoint({
  method: "POST",
  path: "/api/app/app-users/resend-confirmation",
  summary: "Sends the confirmation link of the caller's account again. Responds with 429 after too many.",
  costly: true,
  response: noContent,
});

export const correctOwnEmail = endpoint({
  method: "POST",
  path: "/api/app/app-users/correct-email",
  summary: "Corrects the email address of the caller's account before it is confirmed, and sends the link there.",
  costly: true,
  errors: [409],
  body: z.strictObject({ email }),
  response: noContent,
});
