import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../values.ts";

/** Paths of the identity service that the page calls directly. */
export const partnerPaths = {
  /** The partners that the login page offers: `[{ key, name }]`. */
  issuers: "/partner/issuers",
  /** Starts a sign-in at a partner; `challenge` is the SHA-256 of the page's secret. */
  begin: (key: string, challenge: string) => `/partner/${encodeURIComponent(key)}/begin?challenge=${challenge}`,
} as const;
/** The grant that exchanges a code for tokens: `code`, `code_verifier`, and `password` if it is required. */
export const partnerGrant = "urn:touchline:partner-sign-in";

export const listLinkedSignIns = endpoint({
  method: "GET",
  path: "/api/app/account/linked-sign-ins",
  summary: "Lists the partner sign-ins of the account, and whether it has its own password.",
  response: z.object({
    linked: z.array(z.object({ id, name: z.string(), linkedAt: z.iso.datetime() })).max(50),
    hasPassword: z.boolean(),
  }),
});

export const unlinkSignIn = endpoint({
  method: "DELETE",
  path: "/api/app/account/linked-sign-ins/{id}",
  summary: "Unlinks the account from a partner sign-in. Responds with 409 if it is the only way to sign in.",
  errors: [403, 409],
  response: noContent,
});
