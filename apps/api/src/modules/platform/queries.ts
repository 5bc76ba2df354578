import { eq } from "drizzle-orm";
import { forbidden, unauthenticated } from "../../kernel/errors.ts";
import type { Visit } from "../../kernel/mount.ts";
import { platformOperator } from "./tables.ts";

/** Whether the account that is calling runs the platform. Asked of the database at every call. */
export async function operates({ identified, tenancy }: Pick<Visit, "identified" | "tenancy">): Promise<boolean> {
  if (!identified) return false;
  const { appUserId } = identified;
  const rows = await tenancy.runShared((db) =>
    db.select().from(platformOperator).where(eq(platformOperator.appUserId, appUserId)),
  );
  return rows.length > 0;
}

/**
 * The account of a platform operator who is calling. Asked of the database at every call: the token's word is for the page.
 *
 * @throws Forbidden
 */
export async function operatorCalling(visit: Visit): Promise<string> {
  if (!visit.identified) throw unauthenticated();
  if (!(await operates(visit))) throw forbidden("This is for those who run the platform.", "notOperator");
  return visit.identified.appUserId;
}
