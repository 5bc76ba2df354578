import { faultDays, mostFaults, mostPlaces } from "@touchline/contract/platform/error-log";
import { eq, sql } from "drizzle-orm";
import { v5 } from "uuid";
import type { Fault } from "../../../adapters/errors/port.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { errorLog } from "../../../schema/platform.ts";

/** Lines by which two errors are told apart: the callers further out differ from case to case. */
const tellingPlaces = 3;

/** Makes a place the same through builds and edits elsewhere in a file: without line numbers and the hashes in the names of built files. */
const steady = (line: string) => line.replaceAll(/:\d+/g, "").replaceAll(/-[\w-]{8}(?=\.js\b)/g, "");

/** Name-based (RFC 9562, version 5), so that the same error has the same id in every process. */
const errorIds = "3f0f2a52-6a4e-5d3c-9a0b-6d7b1f1d5f0e";

function errorIdOf({ source, name, code, route, place }: Fault): string {
  const where = place.length > 0 ? place.slice(0, tellingPlaces).map(steady) : [route];
  return v5(JSON.stringify([source, name, code, where]), errorIds);
}

/** A line of a stack without the folder that the product is installed in. */
const within = (line: string) => line.replaceAll(/(file:\/\/)?\/[^\s()]*?\/(?=(apps|packages|node_modules)\/)/g, "");

/** Counts an error, and forgets those that are too many or too long ago. */
export async function keepFault(tenancy: Tenancy, now: Date, fault: Fault, times: number): Promise<void> {
  const row = {
    source: fault.source,
    name: fault.name.slice(0, 100),
    code: fault.code?.slice(0, 100) ?? null,
    route: fault.route?.slice(0, 300) ?? null,
    place: fault.place.slice(0, mostPlaces).map((line) => within(line).slice(0, 300)),
  };
  await tenancy.runShared(async (db) => {
    await db
      .insert(errorLog)
      .values({ errorId: errorIdOf(fault), ...row, times, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: errorLog.errorId,
        set: { route: row.route, place: row.place, lastAt: now, times: sql`${errorLog.times} + ${times}` },
      });
    // Rows that another report writes at this moment are left to it.
    await db.execute(sql`
      DELETE FROM error_log WHERE error_id IN (
        SELECT error_id FROM error_log
        WHERE last_at < ${now}::timestamptz - make_interval(days => ${faultDays})
          OR error_id IN (SELECT error_id FROM error_log ORDER BY last_at DESC, error_id OFFSET ${mostFaults})
        FOR UPDATE SKIP LOCKED)`);
  });
}

/** @throws NotFound */
export async function forgetFault(tenancy: Tenancy, errorId: string): Promise<void> {
  const deleted = await tenancy.runShared((db) =>
    db.delete(errorLog).where(eq(errorLog.errorId, errorId)).returning({ errorId: errorLog.errorId }),
  );
  if (deleted.length === 0) throw notFound("error");
}
