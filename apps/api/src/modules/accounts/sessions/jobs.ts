import { asc, inArray, lt } from "drizzle-orm";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { sessionEnd } from "../../../schema/accounts.ts";
import { endExpiredSessions } from "./actions/end-session.ts";
import { endsMatterFor } from "./queries.ts";

const batch = 1000;

/** Ends expired sessions, and deletes records of ended ones that are older than any access token. */
export const removeExpiredSessions = (identity: Pick<IdentityPort, "revoke">): Schedule => ({
  name: "sessions.removeExpired",
  everySeconds: 3600,
  async run({ tenancy, adapters, now }) {
    while ((await endExpiredSessions({ tenancy, identity, vault: adapters.vault }, now())).more);
    for (;;) {
      const removed = await tenancy.runShared(async (db) => {
        const past = db
          .select({ subject: sessionEnd.subject })
          .from(sessionEnd)
          .where(lt(sessionEnd.endedAt, new Date(now().getTime() - 2 * endsMatterFor)))
          .orderBy(asc(sessionEnd.endedAt))
          .limit(batch);
        const { rowCount } = await db.delete(sessionEnd).where(inArray(sessionEnd.subject, past));
        return rowCount ?? 0;
      });
      if (removed < batch) return;
    }
  },
});
