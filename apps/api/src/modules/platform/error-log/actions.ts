import { setTimeout as wait } from "node:timers/promises";
import { faultDays, mostFaults, mostPlaces } from "@touchline/contract/platform/error-log";
import { eq, sql } from "drizzle-orm";
import { v5 } from "uuid";
import { builtinReporter } from "../../../adapters/errors/builtin.ts";
import type { ErrorReporter, Fault } from "../../../adapters/errors/port.ts";
import type { Adapters } from "../../../call.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { release } from "../../../release.ts";
import { errorLog } from "../../../schema/platform.ts";

/** Lines by which two errors are told apart: the callers further out differ from case to case. */
const identifyingFrames = 3;

/** Makes a place the same through builds and edits elsewhere in a file: without line numbers and the hashes in the names of built files. */
const withoutLineNumbers = (line: string) => line.replaceAll(/:\d+/g, "").replaceAll(/-[\w-]{8}(?=\.js\b)/g, "");

/** Name-based (RFC 9562, version 5), so that the same error has the same id in every process. */
const errorIds = "3f0f2a52-6a4e-5d3c-9a0b-6d7b1f1d5f0e";

function errorIdOf({ source, name, code, route, place }: Fault): string {
  const where = place.length > 0 ? place.slice(0, identifyingFrames).map(withoutLineNumbers) : [route];
  return v5(JSON.stringify([source, name, code, where]), errorIds);
}

/** A line of a stack without the folder that the product is installed in. */
const relativePath = (line: string) =>
  line.replaceAll(/(file:\/\/)?\/[^\s()]*?\/(?=(apps|packages|node_modules)\/)/g, "");

const placesOf = ({ place }: Fault) => place.slice(0, mostPlaces).map((line) => relativePath(line).slice(0, 300));

/** Milliseconds that errors may take to leave for the service outside when the process ends. */
const closingMs = 5_000;

/**
 * Opens the reporter of this process: errors are written to the log here, and sent to the service outside if one is set. Each
 * has a queue of its own, so that neither waits for the other.
 *
 * @param onLost called with the reason why an error was lost to one of them.
 */
export function openErrorReporter(
  { tenancy, adapters, now }: { tenancy: Tenancy; adapters: () => Pick<Adapters, "errorService">; now: () => Date },
  onLost: (error: unknown) => void,
): ErrorReporter {
  const log = builtinReporter((fault, times) => keepFault(tenancy, now(), fault, times), onLost);
  const outside = builtinReporter(async (fault) => adapters().errorService?.send(fault), onLost);
  return {
    report(fault) {
      log.report(fault);
      outside.report({ ...fault, place: placesOf(fault) });
    },
    async settled() {
      await Promise.all([log.settled(), Promise.race([outside.settled(), wait(closingMs, null, { ref: false })])]);
    },
  };
}

/** Counts an error, and forgets those that are too many or too long ago. */
export async function keepFault(tenancy: Tenancy, now: Date, fault: Fault, times: number): Promise<void> {
  const row = {
    source: fault.source,
    name: fault.name.slice(0, 100),
    code: fault.code?.slice(0, 100) ?? null,
    route: fault.route?.slice(0, 300) ?? null,
    place: placesOf(fault),
    // A page may be older than the server.
    release: fault.source === "page" ? null : release,
  };
  await tenancy.runShared(async (db) => {
    await db
      .insert(errorLog)
      .values({ errorId: errorIdOf(fault), ...row, times, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: errorLog.errorId,
        set: {
          route: row.route,
          place: row.place,
          release: row.release,
          lastAt: now,
          times: sql`${errorLog.times} + ${times}`,
        },
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
