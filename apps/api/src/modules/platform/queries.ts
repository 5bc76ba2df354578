import { eq } from "drizzle-orm";
import { forbidden, unauthenticated } from "../../kernel/errors.ts";
import type { Visit } from "../../kernel/mount.ts";
import { platformOperator } from "./tables.ts";

/**
 * The account of a platform operator who is calling. Asked of the database at every call: the token's word is for the page.
 *
 * @throws Forbidden
 */
export async function operatorCalling({ identified, tenancy }: Visit): Promise<string> {
  if (!identified) throw unauthenticated();
  const { appUserId } = identified;
  const rows = await tenancy.runShared((db) =>
    db.select().from(platformOperator).where(eq(platformOperator.appUserId, appUserId)),
  );
  if (rows.length === 0) throw forbidden("This is for those who run the platform.", "notOperator");
  return appUserId;
}
