import { createHash } from "node:crypto";
import type { PartnerCredentials } from "./port.ts";

/** Sessions that are kept, so that a sync needs no new token for each page. */
const mostKept = 100;

/** Keeps one session for each set of credentials, the latest used ones. */
export function sessionsOf<Session>(open: (credentials: PartnerCredentials) => Session) {
  const kept = new Map<string, Session>();
  return (credentials: PartnerCredentials): Session => {
    const key = createHash("sha256").update(JSON.stringify(credentials)).digest("base64");
    const session = kept.get(key) ?? open(credentials);
    kept.delete(key);
    kept.set(key, session);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return session;
  };
}
