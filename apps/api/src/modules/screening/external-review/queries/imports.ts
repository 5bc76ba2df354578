import { RequirementType, type ResponseOf } from "@touchline/contract";
import type { getExternalImport, listExternalImports } from "@touchline/contract/screening/external-review";
import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { externalImport, externalImportRow } from "../../../../schema/external-review.ts";
import { authorizeSomewhere, verdictOn } from "../../../../security/authorize.ts";
import { namesOf } from "../../../people/index.ts";
import { judgingFacts, seesPerson } from "../actions/judge.ts";
import { checksOf } from "./checks.ts";

export type ResultsImportRecord = typeof externalImport.$inferSelect;

const rowsOfPage = 200;
const importsShown = 20;
/** How long an import can be undone, in milliseconds. */
const undoableFor = 7 * 86_400_000;

/** @throws NotFound */
export async function importById(call: Call, externalImportId: string): Promise<ResultsImportRecord> {
  const [row] = await call.db
    .select()
    .from(externalImport)
    .where(and(ours(externalImport, call), eq(externalImport.externalImportId, externalImportId)));
  // People who can't see the whole organization see only their own imports.
  if (!row || !mayOpen(call, row)) throw notFound("import");
  return row;
}

const mayOpen = (call: Call, { createdBy }: ResultsImportRecord): boolean =>
  call.actor.kind === "system" ||
  call.actor.entries.includes(createdBy) ||
  verdictOn(call, "requirements.review", {
    organizationWide: true,
    requirementType: RequirementType.BackgroundCheck,
  }).allowed;

const ended: readonly ResultsImportRecord["state"][] = ["done", "canceled", "failed"];

export const isUndoable = ({ now }: Pick<Call, "now">, { state, createdAt, recorded }: ResultsImportRecord): boolean =>
  ended.includes(state) && recorded > 0 && now.getTime() - createdAt.getTime() < undoableFor;

const toResponse = (call: Call, row: ResultsImportRecord, names: ReadonlyMap<string, string>) => ({
  importId: row.externalImportId,
  reviewer: row.reviewer,
  fileName: row.fileName,
  state: row.state,
  rows: row.rows,
  recorded: row.recorded,
  done: row.state === "running" || row.state === "undoing" ? Math.min(row.through, row.rows) : row.rows,
  createdAt: row.createdAt.toISOString(),
  createdByName: names.get(row.createdBy) ?? "Unknown",
  cancelable: row.state === "running",
  undoable: isUndoable(call, row),
});

/** The latest imports that the actor may open. @throws Forbidden */
export async function latestImports(call: Call): Promise<ResponseOf<typeof listExternalImports>> {
  authorizeSomewhere(call, "requirements.review", RequirementType.BackgroundCheck);
  const rows = await call.db
    .select()
    .from(externalImport)
    .where(ours(externalImport, call))
    .orderBy(desc(externalImport.createdAt), desc(externalImport.externalImportId))
    .limit(100);
  const open = rows.filter((row) => mayOpen(call, row)).slice(0, importsShown);
  const names = await namesOf(
    call,
    open.map((row) => row.createdBy),
  );
  return open.map((row) => toResponse(call, row, names));
}

/** Reads one import with a page of its rows, in the order of the file. @throws NotFound, Forbidden */
export async function importShown(
  call: Call,
  { id, after }: { id: string; after: number },
): Promise<ResponseOf<typeof getExternalImport>> {
  authorizeSomewhere(call, "requirements.review", RequirementType.BackgroundCheck);
  const row = await importById(call, id);
  const found = await call.db
    .select()
    .from(externalImportRow)
    .where(
      and(
        ours(externalImportRow, call),
        eq(externalImportRow.externalImportId, id),
        gt(externalImportRow.number, after),
      ),
    )
    .orderBy(asc(externalImportRow.number))
    .limit(rowsOfPage + 1);
  const rows = found.slice(0, rowsOfPage);
  const checks = await checksOf(
    call,
    rows.flatMap((one) => one.requirementId ?? []),
  );
  const facts = await judgingFacts(call, checks);
  const people = new Map(
    checks.flatMap((check) => {
      const target = facts.targets.get(check.profileLevelAccessId);
      const isSeen = target !== undefined && seesPerson(call, check, facts);
      return isSeen ? [[check.requirementId, `${target.firstName} ${target.lastName}`.trim()] as const] : [];
    }),
  );
  return {
    ...toResponse(call, row, await namesOf(call, [row.createdBy])),
    data: rows.map(({ number, requirementId, outcome, fate, message }) => ({
      ...{ number, outcome, fate, message },
      name: people.get(requirementId ?? "") ?? null,
    })),
    next: found.length > rowsOfPage ? (rows.at(-1)?.number ?? null) : null,
  };
}
