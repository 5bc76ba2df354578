import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { linkToken, newPassword } from "./invitations.ts";

const email = z.email("Write your e-mail address, like name@example.org.").max(254);

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
  summary: "Confirms the address of an account by a mailed link, once. `reason` names what is wrong with a link.",
  auth: "public",
  errors: [409],
  body: z.strictObject({ token: linkToken }),
  response: noContent,
});
