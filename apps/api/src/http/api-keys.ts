import { apiKeyPattern } from "@touchline/contract/integrations/api-keys";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Acting, Reading } from "../call.ts";
import type { OrganizationId } from "../database/tenancy.ts";
import { Refusal } from "../errors.ts";

/** A key that was found, with its organization, which checks whether it still works. */
export type FoundKey = { organizationId: OrganizationId; apiKeyId: string };

/** How calls with an API key are recognized, and who makes them. */
export type ApiKeys = {
  find(key: string): Promise<FoundKey | null>;
  /** @throws Unauthenticated for a key that doesn't work anymore. */
  load(call: Reading & { now: Date }, apiKeyId: string): Promise<Acting>;
  /** Records that a key is in use. */
  used(key: FoundKey, now: Date): Promise<void>;
  /** @throws 429 when its organization has made too many calls. */
  limit(organizationId: OrganizationId, now: Date): void;
};

const wholeKey = new RegExp(`^${apiKeyPattern.source}$`);

/** Returns the API key in the Authorization header, the only place where it is allowed. */
export function apiKeyOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return token && wholeKey.test(token) ? token : null;
}

/** Refuses API keys in URLs. URLs are stored in logs, histories and by proxies, so a key in one isn't secret anymore. */
export function refuseKeysInUrls(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!apiKeyPattern.test(readable(request.url))) return;
    throw new Refusal(
      "invalid",
      "Never put an API key in a URL, because URLs are saved in logs. Rotate this key now, and send the new one in the Authorization header.",
      { reason: "keyInUrl" },
    );
  });
}

function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
