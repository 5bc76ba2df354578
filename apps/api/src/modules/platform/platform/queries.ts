import { eq } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import type { SharedDb } from "../../../database/tenancy.ts";
import { forbidden, notFound, unauthenticated } from "../../../errors.ts";
import type { Visit } from "../../../http/mount.ts";
import { organizationDirectory } from "../../../schema/accounts.ts";
import { platformOperator } from "../../../schema/platform.ts";

/** Whether the account that is calling runs the platform. Asked of the database at every call. */
export async function operates({ identified, tenancy }: Pick<Visit, "identified" | "tenancy">): Promise<boolean> {
  if (!identified) return false;
  const { appUserId } = identified;
  const rows = await tenancy.runShared((db) =>
    db.select().from(platformOperator).where(eq(platformOperator.appUserId, appUserId)),
  );
  return rows.length > 0;
}

/** The accounts that run the platform, at most 100 of them. */
export async function operators(db: SharedDb): Promise<string[]> {
  const rows = await db.select({ appUserId: platformOperator.appUserId }).from(platformOperator).limit(100);
  return rows.map((row) => row.appUserId);
}

/**
 * The account of a platform operator who is calling. Asked of the database at every call: the token's word is for the page.
 *
 * @throws Forbidden
 */
export async function operatorCalling(visit: Visit): Promise<string> {
  if (!visit.identified) throw unauthenticated();
  if (!(await operates(visit))) throw forbidden("Only platform operators can do this.", "notOperator");
  return visit.identified.appUserId;
}

/** Runs work in the organization that an operator names, as the platform. @throws NotFound */
export async function inOrganization<Result>(
  { tenancy, now, adapters }: Pick<Visit, "tenancy" | "now" | "adapters">,
  id: string,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const [known] = await tenancy.runShared((db) =>
    db
      .select({ id: organizationDirectory.organizationId })
      .from(organizationDirectory)
      .where(eq(organizationDirectory.organizationId, id)),
  );
  if (!known) throw notFound("organization");
  const organizationId = tenancy.found(id);
  return tenancy.run(organizationId, (db) =>
    work({ actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters }),
  );
}
