import type { ResponseOf } from "@touchline/contract";
import type { undoRosterImport } from "@touchline/contract/setup/imports";
import { undoDays } from "@touchline/contract/tasks/tasks";
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { rosterImport, rosterImportRow } from "../../../../schema/setup.ts";
import { audit } from "../../../../security/audit.ts";
import { removeTask } from "../../../reporting/index.ts";
import { startTask } from "../../../tasks/index.ts";
import { importById, undoableUntil, writing } from "../queries.ts";
import { followPartner } from "./partner.ts";

/**
 * Removes again every membership that an import added, in a task with a result for each. What was there before stays, and so do
 * people and the ids by which a partner knows them: the next import finds them again.
 *
 * @throws NotFound, Forbidden; Conflict (under way, too late, undone already, or nothing was added).
 */
export async function undoImport(
  call: Call,
  input: { rosterImportId: string },
): Promise<ResponseOf<typeof undoRosterImport>> {
  const row = await importById(call, input.rosterImportId);
  if (!["done", "canceled", "failed"].includes(row.state)) {
    throw conflict("This import is still under way. Wait until it's finished.", row.state);
  }
  if (call.now >= undoableUntil(row)) {
    throw conflict(`You can undo this for ${undoDays} days only. That time is over.`, "tooLate");
  }
  const added = await call.db
    .select({ id: rosterImportRow.profileLevelAccessId })
    .from(rosterImportRow)
    .where(
      and(
        ours(rosterImportRow, call),
        eq(rosterImportRow.rosterImportId, row.rosterImportId),
        isNotNull(rosterImportRow.doneAt),
        inArray(rosterImportRow.fate, [...writing]),
        isNotNull(rosterImportRow.profileLevelAccessId),
      ),
    )
    .orderBy(asc(rosterImportRow.number))
    .limit(100_000);
  if (added.length === 0) throw conflict("Nobody was added, so there's nothing to undo.", "nothingDone");
  const taskId = newId();
  const undone = await call.db
    .update(rosterImport)
    .set({ undoneBy: taskId })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, row.rosterImportId),
        eq(rosterImport.state, row.state),
        isNull(rosterImport.undoneBy),
      ),
    )
    .returning({ id: rosterImport.rosterImportId });
  if (undone.length === 0) throw conflict("This was already undone.", "undone");
  await startTask(call, removeTask, { taskId, settings: {}, subjects: added.flatMap(({ id }) => id ?? []) });
  await followPartner(call, row);
  await audit(call, [{ action: "import.undone", subjectId: row.rosterImportId, facts: { by: taskId } }]);
  return { taskId };
}
