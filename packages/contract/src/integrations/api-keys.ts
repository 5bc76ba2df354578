import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { day, id, instant, line } from "../values.ts";
import { apiScopes } from "./scopes.ts";

/** The prefix of every key, by which people and secret scanners recognize it. */
export const apiKeyBeginning = "tl_live_";
/** A key: its beginning and 256 random bits in base64url. */
export const apiKeyPattern = /tl_live_[\w-]{43}/;

/** The most keys of an organization that are in use at once. */
export const mostApiKeys = 50;
/** The most days for which the old key works after a rotation. */
export const mostOverlapDays = 30;

export const apiKeyStates = ["active", "ending", "expired", "revoked"] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

const apiKey = z.object({
  apiKeyId: id,
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** The first characters of the key. */
  beginning: z.string(),
  /** `ending`: another key replaced it, and it works until `expiresAt`. */
  state: z.enum(apiKeyStates),
  createdAt: instant,
  createdBy: z.string(),
  /** The last day on which it works, in the organization's time zone; null: no end. */
  lastDay: day.nullable(),
  expiresAt: instant.nullable(),
  /** To the hour; null: never used. */
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  replacedBy: id.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = endpoint({
  method: "GET",
  path: "/api/app/integrations/api-keys",
  summary: "Lists the organization's API keys, those in use first, and the latest that aren't.",
  errors: [403],
  response: z.object({ data: z.array(apiKey) }),
});

const made = z.object({
  apiKeyId: id,
  /** The key. It is shown only once and can't be read again. */
  key: z.string(),
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/api/app/integrations/api-keys",
  summary: "Creates an API key. The answer is the only place where the key is shown.",
  errors: [403, 409],
  shownOnce: true,
  body: z.strictObject({
    name: line(100),
    scopes: z.array(z.enum(apiScopes)).min(1, "Choose at least one permission.").max(apiScopes.length),
    /** The last day on which it works, in the organization's time zone; null: no end. */
    lastDay: day.nullable().default(null),
  }),
  response: made,
});

export const rotateApiKey = endpoint({
  method: "POST",
  path: "/api/app/integrations/api-keys/{id}/rotate",
  summary: "Replaces an API key by a new one with the same permissions. The old one works for some more days.",
  errors: [403, 409],
  shownOnce: true,
  body: z.strictObject({
    /** The number of days the old key still works; 0: it stops now. */
    overlapDays: z
      .int()
      .min(0, "Enter a number from 0 to 30.")
      .max(mostOverlapDays, "Enter a number from 0 to 30.")
      .default(7),
  }),
  response: made.extend({ oldKeyEndsAt: instant }),
});

export const revokeApiKey = endpoint({
  method: "POST",
  path: "/api/app/integrations/api-keys/{id}/revoke",
  summary: "Revokes an API key. It stops working at once and for good.",
  errors: [403, 409],
  response: noContent,
});
