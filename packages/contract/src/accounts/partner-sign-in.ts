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
  summary: "The sign-ins at partners that lead to one's account, and whether it has a password of its own.",
  response: z.object({
    linked: z.array(z.object({ id, name: z.string(), linkedAt: z.iso.datetime() })).max(50),
    hasPassword: z.boolean(),
  }),
});

export const unlinkSignIn = endpoint({
  method: "DELETE",
  path: "/api/app/account/linked-sign-ins/{id}",
  summary: "Parts one's account from a sign-in at a partner; 409 when it is the last way in.",
  errors: [403, 409],
  response: noContent,
});
