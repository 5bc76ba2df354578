import type { attempt as attemptShape } from "@touchline/contract/requirements/requirements";
import type { z } from "zod";
import type { Call } from "../../../../call.ts";
import { shownFiles } from "./files.ts";
import type { AttemptRead } from "./requirement-read.ts";

/** An attempt as the page shows it, or null. @param files as many of them as are shown. */
export function shownAttempt(
  call: Call,
  read: AttemptRead | null,
  files: AttemptRead["files"],
): z.output<typeof attemptShape> | null {
  if (!read) return null;
  const { row, number, filledIn } = read;
  return {
    attemptId: row.attemptId,
    state: row.state,
    contentVersion: number,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    validUntil: row.validUntil,
    files: shownFiles(call, files),
    filledIn,
  };
}
