import { Readable } from "node:stream";
import type { FormAnswer, FormAnswers, FormField } from "@touchline/contract/library/form-definition";
import { type AnswerFormat, answerDays } from "@touchline/contract/requirements/forms";
import { answerLines, dayOf } from "@touchline/rules";
import { and, asc, count, eq, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { csvOf } from "../../../../documents/csv.ts";
import { conflict, forbidden, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { defineErrand, type Within } from "../../../../jobs/jobs.ts";
import { content } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { formExport, formExportPart } from "../../../../schema/requirements.ts";
import { task } from "../../../../schema/tasks.ts";
import { audit } from "../../../../security/audit.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { levelsWithinReach, rowsWithinReach } from "../../../../security/reach.ts";
import { contentOrArchived } from "../../../library/index.ts";
import { completeTask, defineTask, openPacking, ownTask, startWalk } from "../../../tasks/index.ts";
import { countSent, fieldsOfVersions, type SubmittedAnswers, submittedAnswers } from "../queries/all-answers.ts";

/** A question over all versions of a form: its key stays, its words are those of the latest version that asks it. */
type Column = Pick<FormField, "key" | "label" | "kind" | "options"> & { lastVersion: number; isInLatest: boolean };

const stateWords: Record<SubmittedAnswers["state"], string> = {
  draft: "Draft",
  waitingApplicant: "Waiting for the member",
  waitingProvider: "Waiting for the provider",
  pendingReview: "Awaiting review",
  approved: "Approved",
  reset: "Changes requested",
  disqualified: "Disqualified",
  canceled: "Canceled",
  withdrawn: "Withdrawn",
};

const dayMs = 86_400_000;
/** A column of bytes holds no more. */
const mostBytes = 2_000_000_000;
const removedAtOnce = 100;

/** A submission as it is stored in a part of the export. */
type Row = Omit<SubmittedAnswers, "submittedAt" | "files"> & {
  submittedAt: string;
  files: [string, { name: string; sha256: string }][];
};

const partPlace = (call: Pick<Call, "organizationId">, taskId: string, number: number): CipherContext => ({
  tenant: call.organizationId,
  table: "form_export_part",
  column: "sealed_rows",
  id: `${taskId} ${number}`,
});

/**
 * Makes the file of what the steps have read, and ends the task. Outside any transaction: each part is read in a short one of
 * its own, and no more than one is held at a time.
 */
const writeAnswers = defineErrand({
  name: "forms.writeAnswers",
  payload: z.object({ taskId: z.uuid() }),
  expireSeconds: 1_200,
  async begin(call, { taskId }) {
    const [row] = await call.db
      .select({ file: formExport, form: content.name })
      .from(formExport)
      .innerJoin(content, onKey(content.contentId, formExport.contentId))
      .innerJoin(task, onKey(task.taskId, formExport.taskId))
      .where(and(ours(formExport, call), eq(formExport.taskId, taskId), eq(task.state, "running")));
    if (!row) return null;
    const { contentId, lastVersion } = row.file;
    const columns = columnsOf(await fieldsOfVersions(call, contentId, lastVersion));
    return { ...row, columns, zone: (await organizationFacts(call)).timeZone };
  },
  async act({ file, form, columns, zone }, { files }, _log, within) {
    const parts = partsOf(within, file);
    const text = file.format === "csv" ? asCsv(columns, parts, zone) : asJson(form, columns, parts);
    // Remove what an earlier, failed try left behind.
    await files.remove(file.storageKey);
    const received = await files.receive(Readable.from(text), mostBytes, file.storageKey);
    if (!received) throw new Error("A file of answers became larger than a file may be.");
    return { storageKey: file.storageKey, bytes: received.bytes };
  },
  async finish(call, { taskId }, { storageKey, bytes }) {
    // The task was canceled meanwhile: nothing is kept, and the incoming-file record removes the bytes.
    if (!(await completeTask(call, taskId))) return undefined;
    await confirmUploads(call, [storageKey]);
    await call.db.update(formExport).set({ bytes }).where(isExport(call, taskId));
    await forgetParts(call, taskId);
    return undefined;
  },
});

const isExport = (call: Call, taskId: string) => and(ours(formExport, call), eq(formExport.taskId, taskId));

/** Everything that was answered in a form and sent, as a file that is there to be downloaded for some days. */
export const answersTask = defineTask({
  kind: "forms.exportAnswers",
  async walk(call, { taskId, createdAt }, most) {
    const [file] = await call.db.select().from(formExport).where(isExport(call, taskId));
    if (!file) throw new Error("Start a new export of the answers.");
    const within = rowsWithinReach(call, "files.see", level);
    if (within === null) return { refused: "The person who started this no longer has access to the answers." };
    const { contentId, afterRequirementId, afterAttemptId } = file;
    const after =
      afterRequirementId && afterAttemptId ? { requirementId: afterRequirementId, attemptId: afterAttemptId } : null;
    const some = await submittedAnswers(call, { contentId, within, until: createdAt, after, most });
    const last = some.at(-1);
    if (!last) return { done: 0 };
    const rows: Row[] = some.map(({ submittedAt, files, ...row }) => {
      return { ...row, submittedAt: submittedAt.toISOString(), files: [...files] };
    });
    const number = file.parts + 1;
    const { vault } = call.adapters;
    const sealedRows = vault.seal(
      (await organizationFacts(call)).wrappedKey,
      partPlace(call, taskId, number),
      JSON.stringify(rows),
    );
    await call.db.insert(formExportPart).values({ organizationId: call.organizationId, taskId, number, sealedRows });
    await call.db
      .update(formExport)
      .set({ parts: number, afterRequirementId: last.requirementId, afterAttemptId: last.attemptId })
      .where(isExport(call, taskId));
    return { done: some.length };
  },
  last: writeAnswers,
});

/**
 * Begins a file of all answers to a form, of the members within reach: a row for each submission. Sealed answers are opened
 * for it, so that it is in the audit log, like a look at each of them would be.
 *
 * @throws NotFound, Forbidden, Conflict (it is no form that is filled in on the page, or nothing was sent)
 */
export async function startAnswers(
  call: Call,
  { contentId, format }: { contentId: string; format: AnswerFormat },
): Promise<{ taskId: string }> {
  const { levelId } = await contentOrArchived(call, contentId);
  const within = rowsWithinReach(call, "files.see", level);
  if (within === null) throw forbidden("Only Managers, Directors, and Admins can see answers.", "role");
  const versions = await fieldsOfVersions(call, contentId);
  const lastVersion = versions[0]?.number;
  if (lastVersion === undefined || columnsOf(versions).length === 0) {
    throw conflict("This form isn't filled in online, so there are no answers to export.", "notOnPage");
  }
  const total = await countSent(call, { contentId, within, until: call.now });
  if (total === 0) throw conflict("No one at your levels has submitted answers yet.", "nothingSent");
  const taskId = newId();
  const settings = { contentId, format, levelIds: levelsWithinReach(call, "files.see") };
  await startWalk(call, answersTask, { taskId, settings, total });
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  const { organizationId, now: createdAt } = call;
  await call.db.insert(formExport).values({
    ...{ organizationId, taskId, contentId, format, lastVersion, storageKey, createdAt },
  });
  await audit(call, [
    { action: "form.answersExported", subjectId: contentId, levelId, facts: { contentId, format, of: total } },
  ]);
  return { taskId };
}

const mediaTypes: Record<AnswerFormat, string> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

/** The file that one had made. @throws NotFound, also when it is not ready or was removed; Forbidden */
export async function answersFile(call: Call, taskId: string): Promise<FileAnswer> {
  const { settings } = await ownTask(call, taskId);
  await refuseOutOfReach(call, settings as { levelIds?: string[] | null });
  const [row] = await call.db
    .select({ file: formExport, form: content.name })
    .from(formExport)
    .innerJoin(content, onKey(content.contentId, formExport.contentId))
    .where(isExport(call, taskId));
  if (!row || row.file.bytes === null || row.file.createdAt <= oldest(call)) throw notFound("file");
  const { format, bytes, createdAt, storageKey } = row.file;
  return {
    name: `${row.form} answers ${dayOf(createdAt.getTime(), (await organizationFacts(call)).timeZone)}.${format}`,
    mediaType: mediaTypes[format],
    bytes,
    stream: await call.adapters.files.open(storageKey),
  };
}

/**
 * Checks access again, because the export's owner may have lost access to members in it. An export with unknown levels is
 * treated as covering all of them.
 *
 * @throws Forbidden
 */
async function refuseOutOfReach(call: Call, { levelIds = null }: { levelIds?: string[] | null }): Promise<void> {
  const within = rowsWithinReach(call, "files.see", level);
  if (within === null) throw forbidden("Only Managers, Directors, and Admins can see answers.", "role");
  const [reached] = await call.db
    .select({ all: sql<boolean>`coalesce(bool_and(${within}), false)`, levels: count() })
    .from(level)
    .where(and(ours(level, call), levelIds === null ? undefined : inArray(level.levelId, levelIds)));
  if (!reached?.all || reached.levels < new Set(levelIds ?? []).size) {
    throw forbidden("This file has answers of members you no longer manage. Export the answers again.", "role");
  }
}

/** Removes expired exports: first the bytes, which is safe to repeat, then the rows. */
export async function forgetAnswers(call: Call): Promise<void> {
  const over = await call.db
    .select({ taskId: formExport.taskId, storageKey: formExport.storageKey })
    .from(formExport)
    .where(and(ours(formExport, call), lte(formExport.createdAt, oldest(call))))
    .orderBy(asc(formExport.createdAt))
    .limit(removedAtOnce);
  for (const { taskId, storageKey } of over) {
    await call.adapters.files.remove(storageKey);
    await forgetParts(call, taskId);
    await call.db.delete(formExport).where(isExport(call, taskId));
  }
}

const oldest = ({ now }: Pick<Call, "now">) => new Date(now.getTime() - answerDays * dayMs);

async function forgetParts(call: Call, taskId: string): Promise<void> {
  await call.db.delete(formExportPart).where(and(ours(formExportPart, call), eq(formExportPart.taskId, taskId)));
}

/** Yields the parts of the export one after another, with the progress. */
async function* partsOf(
  within: Within,
  { taskId, parts }: Pick<typeof formExport.$inferSelect, "taskId" | "parts">,
): AsyncGenerator<SubmittedAnswers[]> {
  const reportPacked = openPacking(within, taskId, parts);
  for (let number = 1; number <= parts; number += 1) {
    await reportPacked(number - 1);
    const rows = await within((call) => partRows(call, taskId, number));
    yield rows.map(({ submittedAt, files, ...row }) => {
      return { ...row, submittedAt: new Date(submittedAt), files: new Map(files) };
    });
  }
}

async function partRows(call: Call, taskId: string, number: number): Promise<Row[]> {
  const [part] = await call.db
    .select({ sealedRows: formExportPart.sealedRows })
    .from(formExportPart)
    .where(and(ours(formExportPart, call), eq(formExportPart.taskId, taskId), eq(formExportPart.number, number)));
  if (!part) throw new Error("A part of a file of answers is not there.");
  const { vault } = call.adapters;
  const opened = vault.open(
    (await organizationFacts(call)).wrappedKey,
    partPlace(call, taskId, number),
    part.sealedRows,
  );
  return JSON.parse(opened) as Row[];
}

/** The questions of the latest version in its order, then those that it asks no more. */
function columnsOf(versions: readonly { number: number; fields: readonly FormField[] }[]): Column[] {
  const latest = versions[0]?.number;
  const columns = new Map<string, Column>();
  for (const { number, fields } of versions) {
    for (const { key, label, kind, options } of fields) {
      if (!columns.has(key))
        columns.set(key, { key, label, kind, options, lastVersion: number, isInLatest: number === latest });
    }
  }
  return [...columns.values()];
}

const headingOf = ({ label, isInLatest, lastVersion }: Column) =>
  isInLatest ? label : `${label} (until version ${lastVersion})`;

/** Adds the key to questions that have identical texts. */
function headings(columns: readonly Column[]): string[] {
  const all = columns.map(headingOf);
  return all.map((one, at) => (all.indexOf(one) === all.lastIndexOf(one) ? one : `${one} [${columns[at]?.key}]`));
}

function cell(column: Column, answer: FormAnswer | undefined, files: SubmittedAnswers["files"]): string {
  if (answer === undefined) return "";
  if (column.kind === "date" && typeof answer === "string") return answer;
  if (column.kind === "file" && typeof answer === "string") {
    const file = files.get(answer);
    return file ? `${file.name} (SHA-256 ${file.sha256})` : "";
  }
  if (Array.isArray(answer)) return answer.join("; ");
  if (typeof answer === "object") return answerLines(column, answer, () => undefined).join(", ");
  return answerLines(column, answer, () => undefined).join("\n");
}

async function* asCsv(columns: readonly Column[], parts: AsyncIterable<readonly SubmittedAnswers[]>, zone: string) {
  const head = ["First name", "Last name", "Level", "Role", "Submitted on", "Status", "Version", ...headings(columns)];
  yield Buffer.from(csvOf([head], { bom: true }));
  for await (const rows of parts) {
    const lines = rows.map((row) => [
      ...[row.firstName, row.lastName, row.levelName ?? "", row.labelName ?? ""],
      ...[dayOf(row.submittedAt.getTime(), zone), stateOf(row), String(row.version)],
      ...columns.map((column) => cell(column, row.answers[column.key], row.files)),
    ]);
    yield Buffer.from(csvOf(lines, { bom: false }));
  }
}

const stateOf = ({ state, voided }: SubmittedAnswers) =>
  voided ? `${stateWords[state]} (later withdrawn)` : stateWords[state];

/** Writers for each machine-readable format of the answers. */
const formats = {
  yesNo: "yes or no",
  date: "YYYY-MM-DD",
  choice: "the words of the choice",
  choices: "a list of the words of the choices",
  number: "a number",
  file: "name and SHA-256 of the file",
  address: "an object: street, city, state, postalCode, country",
};

async function* asJson(form: string, columns: readonly Column[], parts: AsyncIterable<readonly SubmittedAnswers[]>) {
  const fields = columns.map(({ key, label, kind, options, lastVersion, isInLatest }) => {
    return { key, label, kind, options, askedInLatest: isInLatest, lastVersion };
  });
  const head = JSON.stringify({ form, formats, fields }, null, 1);
  yield Buffer.from(`${head.slice(0, head.lastIndexOf("}")).trimEnd()},\n "submissions": [`);
  let between = "\n";
  for await (const rows of parts) {
    const lines = rows.map((row) => JSON.stringify(submissionOf(columns, row)));
    if (lines.length > 0) yield Buffer.from(between + lines.join(",\n"));
    between = ",\n";
  }
  yield Buffer.from("\n ]\n}\n");
}

const submissionOf = (columns: readonly Column[], row: SubmittedAnswers) => ({
  submissionId: row.attemptId,
  ...{ profileId: row.profileId, firstName: row.firstName, lastName: row.lastName },
  ...{ level: row.levelName, role: row.labelName },
  ...{ submittedAt: row.submittedAt.toISOString(), state: row.state, takenBack: row.voided, version: row.version },
  answers: toRow(columns, row),
});

function toRow(columns: readonly Column[], { answers, files }: SubmittedAnswers): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap(({ key, kind }) => {
      const answer: FormAnswers[string] | undefined = answers[key];
      if (answer === undefined) return [];
      return [[key, kind === "file" && typeof answer === "string" ? (files.get(answer) ?? null) : answer]];
    }),
  );
}
