import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../values.ts";

/** What the page asks the identity service itself, below its own address. */
export const partnerPaths = {
  /** Whom the login page may offer: `[{ key, name }]`. */
  issuers: "/partner/issuers",
  /** Where the browser goes to sign in there; `challenge` is the SHA-256 of what the page keeps. */
  begin: (key: string, challenge: string) => `/partner/${encodeURIComponent(key)}/begin?challenge=${challenge}`,
} as const;
/** How the page fetches tokens with the code it was given: `code`, `code_verifier`, and `password` where proof is asked for. */
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
