import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { linkToken, newPassword } from "../joining/invitations.ts";
import { mailLanguages, notificationChoices } from "../messages/mail-preferences.ts";
import { profileSummary } from "../people/profiles.ts";
import { day, id, instant, line } from "../values.ts";
import { ownerProof } from "./second-factor.ts";

/** Light, dark, or each device's own setting. */
export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** How often people who manage others get a digest by email: daily, on Mondays, or never. */
export const digestChoices = ["daily", "weekly", "never"] as const;
export type DigestChoice = (typeof digestChoices)[number];
export type DigestFrequency = Exclude<DigestChoice, "never">;

const preferences = z.object({
  language: z.enum(mailLanguages),
  /** Null if never chosen: each browser keeps its own setting. */
  scheme: z.enum(schemes).nullable(),
  /** Kinds of email that are switched off. */
  muted: z.array(z.enum(notificationChoices)).max(notificationChoices.length),
  digest: z.enum(digestChoices),
});
export type Preferences = z.output<typeof preferences>;

const email = z.email("Enter a valid email address.").max(254);
const person = z.object({
  profileId: id,
  organizationId: id,
  organizationName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});

export const getAccount = endpoint({
  method: "GET",
  path: "/api/app/account",
  summary: "Gets the signed-in account: its email address, the names its organizations have, and its settings.",
  response: z.object({
    /** The user id. */
    id,
    /** The name in one of the organizations: the one used last, else the first. */
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    dateOfBirth: day.nullable(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    /** The new address that isn't confirmed yet. */
    awaited: z.object({ email: z.string(), until: instant }).nullable(),
    /** Its own profiles, one in each organization. */
    people: z.array(person),
    /** These and the children they guard, organization by organization; at most 100 organizations. */
    profilesByOrganization: z.array(
      z.object({ organizationId: id, organizationName: z.string(), profiles: z.array(profileSummary) }),
    ),
    preferences,
  }),
});

export const renameAccount = endpoint({
  method: "PUT",
  path: "/api/app/account/name",
  summary: "Changes the name of the account's owner in one or all of its organizations.",
  body: z.strictObject({
    firstName: line(100),
    lastName: line(100),
    /** One of the account's own profiles; all of its organizations if omitted. */
    profileId: id.optional(),
  }),
  response: z.object({ renamed: z.int() }),
});

export const getPreferences = endpoint({
  method: "GET",
  path: "/api/app/account/preferences",
  summary: "Gets the account's own settings.",
  response: preferences,
});

export const savePreferences = endpoint({
  method: "PUT",
  path: "/api/app/account/preferences",
  summary: "Changes the account's own settings: language of emails, theme, and emails that are turned off.",
  body: z.strictObject({
    language: z.enum(mailLanguages).optional(),
    scheme: z.enum(schemes).optional(),
    muted: preferences.shape.muted.optional(),
    digest: z.enum(digestChoices).optional(),
  }),
  response: preferences,
});

export const askNewEmail = endpoint({
  method: "POST",
  path: "/api/app/account/email",
  summary:
    "Emails a link to a new address, which becomes the account's address when the link is used. The old address is notified. Always gives the same response.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ email, proof: ownerProof }),
  response: noContent,
});

export const forgetNewEmail = endpoint({
  method: "DELETE",
  path: "/api/app/account/email",
  summary: "Cancels a pending change of the email address. The link stops working.",
  response: noContent,
});

export const confirmNewEmail = endpoint({
  method: "POST",
  path: "/api/app/account/email/confirm",
  summary:
    "Confirms a new email address with its link, once. Every other session ends. `reason` says what is wrong with a link.",
  auth: "optional",
  costly: true,
  errors: [409],
  body: z.strictObject({ token: linkToken }),
  response: z.object({ email: z.string() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/app/account/password",
  summary: "Sets a new or a first password. Every other session ends.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof, password: newPassword }),
  response: noContent,
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/app/account/sessions",
  summary: "Lists the account's sessions, the most recently used first; at most 100.",
  response: z.array(
    z.object({
      sessionId: id,
      /** "Firefox on Windows". */
      device: z.string().nullable(),
      /** The last IP address, shortened: "203.0.113.x". */
      network: z.string().nullable(),
      signedInAt: instant,
      /** Last used, to within five minutes. */
      lastSeenAt: instant,
      /** Whether it is the caller's own session. */
      current: z.boolean(),
    }),
  ),
});

export const endAccountSession = endpoint({
  method: "DELETE",
  path: "/api/app/account/sessions/{sessionId}",
  summary: "Signs the account out of one browser immediately.",
  response: noContent,
});

export const endSessions = endpoint({
  method: "POST",
  path: "/api/app/account/sessions/end",
  summary: "Signs the account out of all other browsers, or of all browsers.",
  body: z.strictObject({ which: z.enum(["others", "all"]) }),
  response: noContent,
});

export const downloadOwnData = endpoint({
  method: "POST",
  path: "/api/app/account/data",
  summary:
    "Downloads everything that is stored about the account and its children, with their own files, as a ZIP archive.",
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof }),
  response: fileContent,
});

export const previewClosing = endpoint({
  method: "GET",
  path: "/api/app/account/closing",
  summary: "Gets what closing the account would mean, and what prevents it.",
  response: z.object({
    organizations: z.array(z.string()),
    /** Organizations without another Admin, each with people who could become one. */
    onlyAdminOf: z.array(z.object({ organizationName: z.string(), couldBecome: z.array(z.string()) })),
    /** Children who would have no guardian. */
    childrenAlone: z.array(z.object({ organizationName: z.string(), name: z.string() })),
  }),
});

export const closeAccount = endpoint({
  method: "POST",
  path: "/api/app/account/close",
  summary:
    "Closes the account permanently. Organizations keep their records. The only Admin of an organization can't close their account.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({
    proof: ownerProof,
    /** Required if children would be left without a guardian who can sign in. */
    leavesChildren: z.boolean().default(false),
  }),
  response: noContent,
});
