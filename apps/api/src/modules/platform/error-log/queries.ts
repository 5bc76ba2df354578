import { mostFaults } from "@touchline/contract/platform/error-log";
import { asc, desc } from "drizzle-orm";
import type { SharedDb } from "../../../database/tenancy.ts";
import { errorLog } from "../../../schema/platform.ts";

/** Everything in the log, the latest first. */
export async function loggedErrors(db: SharedDb) {
  const rows = await db.select().from(errorLog).orderBy(desc(errorLog.lastAt), asc(errorLog.errorId)).limit(mostFaults);
  return rows.map(({ firstAt, lastAt, ...row }) => ({
    ...row,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}
