import { and, eq } from "drizzle-orm";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { webSession } from "../../../../schema/accounts.ts";

/** Has a browser's tokens renewed at the next request although they are valid, because what they say has changed. */
export async function renewSoon(
  tenancy: Tenancy,
  now: Date,
  { appUserId, tokenSession }: { appUserId: string; tokenSession: string },
): Promise<void> {
  await tenancy.runShared((db) =>
    db
      .update(webSession)
      .set({ accessExpiresAt: now })
      .where(and(eq(webSession.appUserId, appUserId), eq(webSession.tokenSession, tokenSession))),
  );
}
