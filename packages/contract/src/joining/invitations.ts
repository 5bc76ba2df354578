import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { invitationProblems, policyTypes, signupModes, signupSteps, signupUrlProblems } from "../enums.ts";
import { day, id, instant, line } from "../values.ts";

/** The secret part of a link in a mail. */
export const linkToken = z.string().min(1).max(200);
/** A new password. The identity service decides whether it is good enough. */
export const newPassword = z.string().min(1, "Choose a password.").max(256, "Use at most 256 characters.");

export const email = z.email("Enter a valid email address.").max(254);

/** The number of a published version of a policy. */
export const policyVersion = z.int().min(1).max(1_000_000);

/** Days within which an invitation can be accepted. */
export const invitationDays = 14;

/** The most people one call can send invitations to. */
export const mostResent = 1000;

export const getNextStepFromToken = endpoint({
  method: "GET",
  path: "/api/app/invitation/next-step-from-token",
  summary: "Gets the next step for an invitation or sign-up link, and what its page shows about the invitation.",
  auth: "optional",
  query: { token: linkToken },
  response: z.object({
    mode: z.enum(signupModes),
    step: z.enum(signupSteps),
    /** With the step `error`. */
    problem: z.enum([...invitationProblems, ...signupUrlProblems]).nullable(),
    /** Whether a new link can be requested with this one; it is sent to the invitation's address. */
    renewable: z.boolean(),
    /** Null if the link no longer gives its holder any information. */
    invitation: z
      .object({
        organizationName: z.string(),
        /** The address of its logo; null without one. */
        organizationPhoto: z.string().nullable(),
        invitedBy: z.string().nullable(),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        /** At most 10, in tree order. */
        memberships: z.array(z.object({ labelName: z.string(), levelName: z.string() })),
        /** First names of the person's children, at most 10. */
        children: z.array(z.string()),
        expiresAt: instant,
      })
      .nullable(),
    /** For the mode `signup-url`; null if its URL does not work. */
    signup: z
      .object({
        organizationName: z.string(),
        organizationPhoto: z.string().nullable(),
        levelName: z.string(),
        labelName: z.string(),
        invitedBy: z.string().nullable(),
        endsAt: instant.nullable(),
      })
      .nullable(),
  }),
});

const name = { firstName: line(100), lastName: line(100) };

export const registerAccount = endpoint({
  method: "POST",
  path: "/api/app/app-users/register-account",
  summary:
    "Accepts an invitation or joins with a sign-up link: with a new password, or as the account of the bearer token. Joining gives the same response whether or not the address has an account.",
  auth: "optional",
  costly: true,
  errors: [409],
  body: z.strictObject({
    token: linkToken,
    /** Required without a bearer token. */
    password: newPassword.optional(),
    /** As the person writes them; omitted ones stay. Required when a profile is created. */
    firstName: name.firstName.optional(),
    lastName: name.lastName.optional(),
    /** With a sign-up URL and no bearer token: the person's address, which must be confirmed. */
    email: email.optional(),
    /** A random id of this sign-up, required with `email`. Repeating it creates no second person. */
    attempt: id.optional(),
    /** With a sign-up URL: the child who becomes a member instead of the person. */
    child: z.strictObject({ ...name, dateOfBirth: day }).optional(),
    /** The policies that a new person was shown and agreed to. Accounts that exist are asked after the login. */
    accepted: z
      .array(z.strictObject({ type: z.enum(policyTypes), version: policyVersion }))
      .max(policyTypes.length)
      .optional(),
  }),
  response: z.object({
    appUserId: id,
    profileId: id,
    email: z.string(),
    /** The user name for signing in until the address is confirmed; null when that is the address. */
    signInName: z.string().nullable(),
    /** Whether the membership existed already. */
    alreadyMember: z.boolean(),
  }),
});

export const renewInvitation = endpoint({
  method: "POST",
  path: "/api/app/invitation/renew",
  summary: "Sends a new link to the address of an expired invitation. Always gives the same response.",
  auth: "public",
  costly: true,
  body: z.strictObject({ token: linkToken }),
  response: noContent,
});

export const resendActivation = endpoint({
  method: "POST",
  path: "/api/app/invitation/resend-activation",
  summary:
    "Sends the invitation again to members who aren't activated, or to the guardians of minors. Earlier links stop working.",
  errors: [403],
  body: z.strictObject({ profileLevelAccessIds: z.array(id).min(1).max(mostResent) }),
  response: z.object({
    results: z.array(
      z.object({
        profileLevelAccessId: id,
        /** For a minor only a guardian is invited; `minor` means that none can be. */
        outcome: z.enum(["sent", "activated", "noEmail", "justSent", "minor", "guardianSent", "guardianActivated"]),
      }),
    ),
  }),
});

export const getActivation = endpoint({
  method: "GET",
  path: "/api/app/invitation/by-profile-level-access/{id}",
  summary: "Gets the latest invitation of a member: when it was sent, when it expires, and whether it was accepted.",
  errors: [403],
  response: z.object({
    sentTo: z.string().nullable(),
    sentAt: instant.nullable(),
    expiresAt: instant.nullable(),
    acceptedAt: instant.nullable(),
  }),
});
