import type { BodyOf, ResponseOf } from "@touchline/contract";
import { RequirementType } from "@touchline/contract";
import { externalRowResults, type importExternalResults } from "@touchline/contract/screening/external-review";
import { and, eq, inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { actingProfile } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { externalImport, externalImportRow } from "../../../../schema/external-review.ts";
import { audit } from "../../../../security/audit.ts";
import { authorizeSomewhere } from "../../../../security/authorize.ts";
import { recordResults, undoResults } from "../jobs.ts";
import { importById, isUndoable } from "../queries/imports.ts";
import { judgeRows, type RowVerdict } from "./match.ts";
import { columnsFrom, type ResultFile, resultsIn } from "./read-file.ts";

/** @throws Forbidden to who reviews background checks nowhere */
export const authorizeImporting = (call: Call): void =>
  authorizeSomewhere(call, "requirements.review", RequirementType.BackgroundCheck);

/**
 * Previews the result of each row of a file or, unless it is only a preview, begins to record them. Each row is recorded as a
 * whole or not at all, and checked again at that moment.
 *
 * @throws Forbidden, 400 (columns), Conflict (nothing to record, or another import is in progress)
 */
export async function takeResults(
  call: Call,
  { reviewer, checkOnly, columns: chosen }: BodyOf<typeof importExternalResults>,
  file: ResultFile,
): Promise<ResponseOf<typeof importExternalResults>> {
  authorizeImporting(call);
  const { columns, rows, problem } = resultsIn(file, columnsFrom(chosen), reviewer);
  if (problem !== null && !checkOnly) throw invalid("columns", problem);
  const verdicts = await judgeRows(
    call,
    problem === null ? rows : rows.map((row) => ({ ...row, wrong: problem })),
    reviewer,
  );
  const importId = checkOnly ? null : await begin(call, { reviewer, fileName: file.name }, verdicts);
  return {
    importId,
    encoding: file.encoding,
    columns: [...columns],
    fates: countsOf(verdicts),
    rows: verdicts.map(({ row, outcome, match, fate, message }) => ({
      number: row.number,
      name: `${row.firstName} ${row.lastName}`.trim() || row.externalId,
      dateOfBirth: row.written.dateOfBirth,
      result: row.written.result,
      resultOn: row.written.resultOn,
      ...{ outcome, match, fate, message },
    })),
  };
}

const countsOf = (verdicts: readonly RowVerdict[]) =>
  Object.fromEntries(
    externalRowResults.map((fate) => [fate, verdicts.filter((one) => one.fate === fate).length]),
  ) as Record<RowVerdict["fate"], number>;

async function begin(
  call: Call,
  { reviewer, fileName }: Pick<typeof externalImport.$inferInsert, "reviewer" | "fileName">,
  verdicts: readonly RowVerdict[],
): Promise<string> {
  if (!verdicts.some((one) => one.fate === "record")) {
    throw conflict("There's nothing to record. Every row has an error or is on record already.", "nothingToRecord");
  }
  const { organizationId } = call;
  const externalImportId = newId();
  const begun = await call.db
    .insert(externalImport)
    .values({
      ...{ organizationId, externalImportId, reviewer, fileName, state: "running" as const, rows: verdicts.length },
      ...{ createdBy: actingProfile(call) ?? organizationId, createdAt: call.now, movedAt: call.now },
    })
    .onConflictDoNothing()
    .returning();
  if (begun.length === 0) {
    throw conflict("Another import of results is under way. Wait until it is done, or cancel it.", "underWay");
  }
  await insertRows(
    call,
    externalImportRow,
    verdicts.map(({ row, outcome, requirementId, fate, message }) => ({
      ...{ organizationId, externalImportId, number: row.number, requirementId, outcome, fate, message },
      ...{ word: row.written.result || null, resultOn: row.resultOn, validUntil: row.validUntil },
    })),
  );
  await enqueue(call, recordResults, { externalImportId });
  const facts = { reviewer, rows: verdicts.length };
  await audit(call, [{ action: "screening.resultsImported", subjectId: externalImportId, facts }]);
  return externalImportId;
}

/** Stops an import between two steps. Recorded results are kept, and can be undone. @throws NotFound, Forbidden, Conflict */
export async function cancelImport(call: Call, externalImportId: string): Promise<void> {
  authorizeImporting(call);
  const before = await importById(call, externalImportId);
  const canceled = await call.db
    .update(externalImport)
    .set({ state: "canceled" })
    .where(
      and(
        ours(externalImport, call),
        eq(externalImport.externalImportId, externalImportId),
        eq(externalImport.state, "running"),
      ),
    )
    .returning();
  if (canceled.length === 0) throw conflict("This import is finished.", before.state);
  await audit(call, [{ action: "screening.resultsCanceled", subjectId: externalImportId }]);
}

/** Begins to undo an import. @throws NotFound, Forbidden, Conflict */
export async function undoImport(call: Call, externalImportId: string): Promise<void> {
  authorizeImporting(call);
  const before = await importById(call, externalImportId);
  if (!isUndoable(call, before)) {
    throw conflict("This import can't be undone anymore. Correct its results one by one.", before.state);
  }
  const begun = await call.db
    .update(externalImport)
    .set({ state: "undoing", through: 0, movedAt: call.now })
    .where(
      and(
        ours(externalImport, call),
        eq(externalImport.externalImportId, externalImportId),
        inArray(externalImport.state, ["done", "canceled", "failed"]),
      ),
    )
    .returning();
  if (begun.length === 0) throw conflict("This import is being changed. Reload the page.", before.state);
  await enqueue(call, undoResults, { externalImportId, by: actingProfile(call) ?? call.organizationId });
  await audit(call, [{ action: "screening.resultsUndone", subjectId: externalImportId }]);
}
