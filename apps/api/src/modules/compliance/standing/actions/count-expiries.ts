import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { expiriesBehind } from "../../../../schema/compliance.ts";
import { lockPeople } from "./lock-people.ts";
import { catchUp, restand } from "./restand.ts";

/** People of one step. */
const step = 500;

/**
 * One step, in an organization from before expiries were counted: some hundred people's are. Whoever is written meanwhile is
 * counted by that.
 *
 * @returns whether more is left.
 */
export async function continueExpiries(call: Call, most = step): Promise<boolean> {
  const [row] = await call.db.select().from(expiriesBehind).where(ours(expiriesBehind, call)).for("update");
  if (!row) return false;
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    SELECT profile_id FROM profile WHERE organization_id = ${call.organizationId} AND profile_id > ${row.afterProfile}
    ORDER BY profile_id LIMIT ${most}`);
  const people = rows.map((one) => one.profile_id);
  await lockPeople(call, people);
  // What time has done meanwhile keeps the instant at which it happened.
  await catchUp(call, people);
  await restand(call, people);
  const last = people.at(-1);
  if (last === undefined || people.length < most) {
    await call.db.delete(expiriesBehind).where(ours(expiriesBehind, call));
    return false;
  }
  await call.db.update(expiriesBehind).set({ afterProfile: last }).where(ours(expiriesBehind, call));
  return true;
}
