import { Readable } from "node:stream";
import { overallStatusLabels } from "@touchline/contract";
import { type ExportFormat, exportDays, type MemberColumn, memberColumns } from "@touchline/contract/reporting/members";
import { dayOf } from "@touchline/rules";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { defineErrand, type Within } from "../../../../jobs/jobs.ts";
import { level } from "../../../../schema/people.ts";
import { memberExport, memberExportPart } from "../../../../schema/reporting.ts";
import { task } from "../../../../schema/tasks.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { overallStatusNow } from "../../../compliance/index.ts";
import { completeTask, defineTask, type ItemOutcome, ownTask, type TaskItem } from "../../../tasks/index.ts";
import { namesOfItems } from "../queries/items.ts";
import { csvFile, type Rows, type SheetCell, xlsxFile } from "./sheet.ts";

const dayMs = 86_400_000;
/** Far more than 100,000 rows take. */
const mostBytes = 500_000_000;
const removedAtOnce = 100;

type ExportedRow = {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  level_name: string;
  pre: number;
  label_name: string;
  overall_status: keyof typeof overallStatusLabels;
  since: string;
  owed: number;
  done: number;
};

/** How each column of the list is written to a file, with its headings. */
const written: Record<
  MemberColumn,
  { headings: readonly string[]; cells(row: ExportedRow, zone: string): readonly SheetCell[] }
> = {
  email: { headings: ["Email"], cells: (row) => [row.email] },
  role: { headings: ["Role"], cells: (row) => [row.label_name] },
  level: { headings: ["Level"], cells: (row) => [row.level_name] },
  status: { headings: ["Status"], cells: (row) => [overallStatusLabels[row.overall_status]] },
  done: { headings: ["Requirements completed", "Requirements"], cells: (row) => [row.done, row.owed] },
  since: { headings: ["Status since"], cells: (row, zone) => [dayOf(Date.parse(row.since), zone)] },
};

const columnsOf = (settings: Record<string, unknown>) => {
  const wanted = settings.columns as MemberColumn[];
  return memberColumns.filter((one) => wanted.includes(one));
};

const partPlace = (call: Pick<Call, "organizationId">, taskId: string, number: number): CipherContext => ({
  tenant: call.organizationId,
  table: "member_export_part",
  column: "sealed_rows",
  id: `${taskId} ${number}`,
});

/**
 * Writes the file from the rows that the steps have read, and ends the task. Outside any transaction: each part is read in a
 * short one of its own, and only some rows are held at a time.
 */
const writeExport = defineErrand({
  name: "members.writeExport",
  payload: z.object({ taskId: z.uuid() }),
  expireSeconds: 600,
  async begin(call, { taskId }) {
    const [file] = await call.db
      .select({ format: memberExport.format, storageKey: memberExport.storageKey, settings: task.settings })
      .from(memberExport)
      .innerJoin(task, onKey(task.taskId, memberExport.taskId))
      .where(and(ours(memberExport, call), eq(memberExport.taskId, taskId), eq(task.state, "running")));
    return file ? { ...file, taskId } : null;
  },
  async act({ taskId, format, storageKey, settings }, { files }, _log, within) {
    const headings = ["First name", "Last name", ...columnsOf(settings).flatMap((one) => written[one].headings)];
    const rows = rowsOf(within, taskId, headings);
    const stream = format === "csv" ? Readable.from(csvFile(rows)) : xlsxFile(rows);
    // An earlier, interrupted attempt may have left a partial file.
    await files.remove(storageKey);
    const received = await files.receive(stream, mostBytes, storageKey);
    if (!received) throw new Error("An export became larger than a file may be.");
    return { storageKey, bytes: received.bytes };
  },
  async finish(call, { taskId }, { storageKey, bytes }) {
    // A task that was canceled meanwhile keeps nothing: the record of its file stays, and cleanup deletes the bytes with it.
    if (!(await completeTask(call, taskId))) return undefined;
    await confirmUploads(call, [storageKey]);
    await call.db
      .update(memberExport)
      .set({ bytes })
      .where(and(ours(memberExport, call), eq(memberExport.taskId, taskId)));
    await forgetParts(call, taskId);
    return undefined;
  },
});

/** Exports the members of the list to a file that can be downloaded for some days. */
export const exportTask = defineTask({
  kind: "members.export",
  atOnce: 1000,
  async step(call, { taskId, settings }, items) {
    const rows = await readRows(call, items);
    const { timeZone: zone } = await organizationFacts(call);
    const columns = columnsOf(settings);
    const cells: SheetCell[][] = [];
    const outcomes = items.map(({ number, subjectId }): ItemOutcome => {
      const row = rows.get(subjectId);
      if (!row) return { number, outcome: "skipped", reason: "This membership no longer exists." };
      const verdict = verdictOn(call, "members.see", { levelPre: row.pre });
      if (!verdict.allowed) return { number, outcome: "skipped", reason: denialText(verdict.reason) };
      cells.push([row.first_name, row.last_name, ...columns.flatMap((one) => written[one].cells(row, zone))]);
      return { number, outcome: "done" };
    });
    const number = items[0]?.number ?? 0;
    const { vault } = call.adapters;
    const sealed = vault.seal(
      (await organizationFacts(call)).wrappedKey,
      partPlace(call, taskId, number),
      JSON.stringify(cells),
    );
    await call.db
      .insert(memberExportPart)
      .values({ organizationId: call.organizationId, taskId, number, sealedRows: sealed });
    return outcomes;
  },
  last: writeExport,
  names: namesOfItems,
});

/** Records where the file of a new export will be stored. In the transaction that starts it, after the task itself. */
export async function awaitExport(call: Call, taskId: string, format: ExportFormat): Promise<void> {
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  await call.db
    .insert(memberExport)
    .values({ organizationId: call.organizationId, taskId, format, storageKey, createdAt: call.now });
}

const mediaTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * Returns the file of one's own export.
 *
 * @throws NotFound, also when it isn't ready or was removed; Forbidden for people who may not see members anymore.
 */
export async function exportFile(call: Call, taskId: string): Promise<FileAnswer> {
  await ownTask(call, taskId);
  if (rowsWithinReach(call, "members.see", level) === null) throw forbidden(denialText("role"), "role");
  const [file] = await call.db
    .select()
    .from(memberExport)
    .where(and(ours(memberExport, call), eq(memberExport.taskId, taskId)));
  if (!file || file.bytes === null || file.createdAt <= oldest(call)) throw notFound("file");
  const { format, bytes } = file;
  const day = dayOf(file.createdAt.getTime(), (await organizationFacts(call)).timeZone);
  return {
    name: `members ${day}.${format}`,
    mediaType: mediaTypes[format],
    bytes,
    stream: await call.adapters.files.open(file.storageKey),
  };
}

/** Deletes files of exports whose time is over: bytes first, which can be repeated safely, then rows. */
export async function forgetExports(call: Call): Promise<void> {
  const over = await call.db
    .select({ taskId: memberExport.taskId, storageKey: memberExport.storageKey })
    .from(memberExport)
    .where(and(ours(memberExport, call), lte(memberExport.createdAt, oldest(call))))
    .orderBy(asc(memberExport.createdAt))
    .limit(removedAtOnce);
  for (const { taskId, storageKey } of over) {
    await call.adapters.files.remove(storageKey);
    await forgetParts(call, taskId);
    await call.db.delete(memberExport).where(and(ours(memberExport, call), eq(memberExport.taskId, taskId)));
  }
}

const oldest = ({ now }: Pick<Call, "now">) => new Date(now.getTime() - exportDays * dayMs);

async function forgetParts(call: Call, taskId: string): Promise<void> {
  await call.db.delete(memberExportPart).where(and(ours(memberExportPart, call), eq(memberExportPart.taskId, taskId)));
}

async function readRows(call: Call, items: readonly TaskItem[]): Promise<Map<string, ExportedRow>> {
  const { rows } = await call.db.execute<ExportedRow>(sql`
    SELECT m.profile_level_access_id AS id, profile.first_name, profile.last_name, profile.email,
      level.name AS level_name, level.pre, label.name AS label_name, ${overallStatusNow(call)} AS overall_status, m.since, m.owed, m.done
    FROM member_standing AS m
    JOIN profile ON profile.organization_id = m.organization_id AND profile.profile_id = m.profile_id
    JOIN level ON level.organization_id = m.organization_id AND level.level_id = m.level_id
    JOIN label ON label.organization_id = m.organization_id AND label.label_id = m.label_id
    WHERE m.organization_id = ${call.organizationId}
      AND m.profile_level_access_id = ANY(${sql.param(items.map((item) => item.subjectId))}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Yields the heading, then the rows that the steps have read. */
async function* rowsOf(
  within: Within,
  taskId: string,
  headings: readonly string[],
): Rows & AsyncGenerator<readonly SheetCell[][]> {
  yield [[...headings]];
  for (let after = 0; ; ) {
    const part = await within((call) => partAfter(call, taskId, after));
    if (!part) return;
    after = part.number;
    yield part.cells;
  }
}

async function partAfter(call: Call, taskId: string, after: number) {
  const [part] = await call.db
    .select({ number: memberExportPart.number, sealedRows: memberExportPart.sealedRows })
    .from(memberExportPart)
    .where(and(ours(memberExportPart, call), eq(memberExportPart.taskId, taskId), gt(memberExportPart.number, after)))
    .orderBy(asc(memberExportPart.number))
    .limit(1);
  if (!part) return null;
  const { vault } = call.adapters;
  const opened = vault.open(
    (await organizationFacts(call)).wrappedKey,
    partPlace(call, taskId, part.number),
    part.sealedRows,
  );
  return { number: part.number, cells: JSON.parse(opened) as SheetCell[][] };
}
