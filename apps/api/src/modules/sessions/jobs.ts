import { inArray, lte } from "drizzle-orm";
import type { Schedule } from "../../kernel/schedules.ts";
import { webSession } from "./tables.ts";

const batch = 1000;

/** Rows of browsers whose session has run out open nothing any more. */
export const removeExpiredSessions: Schedule = {
  name: "sessions.removeExpired",
  everySeconds: 3600,
  async run({ tenancy, now }) {
    for (;;) {
      const removed = await tenancy.runShared(async (db) => {
        const expired = db
          .select({ id: webSession.sessionId })
          .from(webSession)
          .where(lte(webSession.expiresAt, now()))
          .limit(batch);
        const { rowCount } = await db.delete(webSession).where(inArray(webSession.sessionId, expired));
        return rowCount ?? 0;
      });
      if (removed < batch) return;
    }
  },
};
