import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { roles } from "../enums.ts";
import { id, instant } from "../values.ts";

/** Ways to continue a sign-in after the correct password. */
export const secondFactorMethods = ["passkey", "code", "recovery"] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** The result of `navigator.credentials` as JSON (WebAuthn level 3). */
const credential = z.string().max(60_000);
const name = z.string().trim().min(1, "Enter a name.").max(60, "Use 60 characters or fewer.");
/** Proof that the account's owner is present: the password, or a passkey's response to `passkeyProofOptions`. */
export const ownerProof = z.union([
  z.strictObject({ password: z.string().min(1).max(1000) }),
  z.strictObject({ assertion: z.string().max(20_000) }),
]);
export type Proof = z.input<typeof ownerProof>;

/** Passkey options for the browser, which alone reads them. */
const options = z.object({ options: z.looseObject({ challenge: z.string() }) });
/** New recovery codes, if any were made: shown only once. */
const changed = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const secondFactors = z.object({
  passkeys: z.array(z.object({ passkeyId: id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })),
  /** The authenticator app. */
  app: z.object({ createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
  recoveryCodes: z.object({ left: z.int(), createdAt: instant }).nullable(),
  /** Whether this session used a second factor; otherwise existing ones can't be changed. */
  shown: z.boolean(),
  /** The organizations that require one of this account. */
  demandedBy: z.array(z.string()),
});

export const passkeySignInOptions = endpoint({
  method: "POST",
  path: "/api/app/app-users/passkey-sign-in-options",
  summary:
    "Gets the options for signing in with a passkey. They are the same for everyone: the passkey says whose it is.",
  auth: "public",
  costly: true,
  response: options,
});

export const listSecondFactors = endpoint({
  method: "GET",
  path: "/api/app/second-factors",
  summary: "Gets the passkeys, the authenticator app, and the recovery codes of the signed-in account.",
  response: secondFactors,
});

export const passkeyProofOptions = endpoint({
  method: "POST",
  path: "/api/app/second-factors/proof-options",
  summary: "Gets the options for confirming with a passkey that the account's owner is present.",
  costly: true,
  response: options,
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/api/app/second-factors/passkeys/begin",
  summary: "Starts adding a passkey and returns the options for the browser.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof }),
  response: options,
});

export const finishPasskey = endpoint({
  method: "POST",
  path: "/api/app/second-factors/passkeys",
  summary: "Adds the passkey that the browser created. The first second factor also creates recovery codes.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ response: credential, name }),
  response: changed,
});

export const renamePasskey = endpoint({
  method: "PUT",
  path: "/api/app/second-factors/passkeys/{id}",
  summary: "Renames a passkey.",
  errors: [403],
  body: z.strictObject({ name }),
  response: noContent,
});

export const removePasskey = endpoint({
  method: "POST",
  path: "/api/app/second-factors/passkeys/{id}/remove",
  summary: "Removes a passkey. The last second factor stays if an organization requires one.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof }),
  response: noContent,
});

export const beginApp = endpoint({
  method: "POST",
  path: "/api/app/second-factors/app/begin",
  summary: "Starts adding an authenticator app and returns its secret, also as an address to scan.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof }),
  response: z.object({ totpId: id, secret: z.string(), uri: z.string() }),
});

export const finishApp = endpoint({
  method: "POST",
  path: "/api/app/second-factors/app",
  summary: "Confirms the authenticator app with a code. The first second factor also creates recovery codes.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ totpId: id, code: z.string().max(20) }),
  response: changed,
});

export const removeApp = endpoint({
  method: "POST",
  path: "/api/app/second-factors/app/remove",
  summary: "Removes the authenticator app. The last second factor stays if an organization requires one.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof }),
  response: noContent,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/app/second-factors/recovery-codes",
  summary: "Creates new recovery codes. Earlier ones stop working.",
  costly: true,
  errors: [403, 409],
  body: z.strictObject({ proof: ownerProof }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const getSecondFactorRoles = endpoint({
  method: "GET",
  path: "/api/app/organization/second-factor-roles",
  summary: "Gets the roles that must use a second factor.",
  errors: [403],
  response: z.object({ roles: z.array(z.enum(roles)) }),
});

export const setSecondFactorRoles = endpoint({
  method: "PUT",
  path: "/api/app/organization/second-factor-roles",
  summary: "Requires a second factor from everyone with one of these roles, starting with their next call.",
  errors: [403],
  body: z.strictObject({ roles: z.array(z.enum(roles)).max(roles.length) }),
  response: noContent,
});
