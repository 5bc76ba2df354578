import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { organization } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { beginRezoning, rezone, rezoningUnderWay } from "../../../compliance/index.ts";

const shape = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** Checks that Node and the database both know a time zone by this name. @throws 400 */
export async function requireTimeZone(call: Call, timeZone: string, field = "timeZone"): Promise<void> {
  const unknown = () => invalid(field, "This time zone isn't available. Choose one from the list.");
  if (!shape.test(timeZone)) throw unknown();
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw unknown();
  }
  const { rows } = await call.db.execute<{ known: boolean }>(sql`
    SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = ${timeZone}) AS known
    FROM organization WHERE organization_id = ${call.organizationId}`);
  if (!rows[0]?.known) throw unknown();
}

/**
 * Changes the time zone. Stored days are recomputed step by step (`standing/actions/rezone.ts`). The caller authorizes and holds
 * the duties (`lockDuties`), so that nobody assigns or joins by the old zone meanwhile.
 *
 * @throws 400 for an unknown time zone; Conflict while an earlier change runs.
 */
export async function changeTimeZone(call: Call, before: string, after: string): Promise<void> {
  await requireTimeZone(call, after);
  const rezoning = await rezoningUnderWay(call);
  if (rezoning) {
    throw conflict(
      `The last time zone change is still in progress (${rezoning.done} of ${rezoning.total} people). Try again in a minute.`,
      "underWay",
    );
  }
  await call.db.update(organization).set({ timeZone: after }).where(ours(organization, call));
  await beginRezoning(call, before, after);
  await enqueue(call, rezone, {}, { singletonKey: "rezone" });
  await audit(call, [
    { action: "organization.timeZoneChanged", subjectId: call.organizationId, facts: { before, after } },
  ]);
}
