import { Readable } from "node:stream";
import { overallStatusLabels, requirementStatusLabels } from "@touchline/contract";
import { type ChangeKind, comparisonDays } from "@touchline/contract/reporting/comparison";
import { dayOf } from "@touchline/rules";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, notFound, Refusal } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { defineErrand, type Within } from "../../../../jobs/jobs.ts";
import { level } from "../../../../schema/people.ts";
import { comparisonExport } from "../../../../schema/reporting.ts";
import { task } from "../../../../schema/tasks.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { actingAgain, levelById } from "../../../people/index.ts";
import { completeTask, defineTask, endTask, openPacking, ownTask, startTask } from "../../../tasks/index.ts";
import { csvFile, type Rows, type SheetCell } from "../../members/actions/sheet.ts";
import { type ChangeShown, changesAfter } from "../queries/comparison.ts";
import { comparisonOf, type RowPlace } from "../queries/look-back.ts";
import { makerOf, momentText } from "../queries/look-back-file.ts";
import { noChanges } from "./changes.ts";

const dayMs = 86_400_000;
const mostBytes = 2_000_000_000;
const removedAtOnce = 100;
/** Rows that one statement reads. */
const atOnce = 2_000;

type Export = typeof comparisonExport.$inferSelect;

/**
 * Writes the file, and ends the task: each part is read in a short transaction of its own, on behalf of the requester and with
 * their present permissions.
 */
const writeComparison = defineErrand({
  name: "timeline.writeComparison",
  payload: z.object({ taskId: z.uuid() }),
  expireSeconds: 600,
  async begin(call, { taskId }) {
    const [row] = await call.db
      .select({ file: comparisonExport, createdBy: task.createdBy })
      .from(comparisonExport)
      .innerJoin(task, onKey(task.taskId, comparisonExport.taskId))
      .where(and(isExport(call, taskId), eq(task.state, "running")));
    return row ?? null;
  },
  async act({ file, createdBy }, { files }, _log, within) {
    // An earlier, interrupted attempt may have left a partial file.
    await files.remove(file.storageKey);
    const stream = Readable.from(csvFile(rowsOf(file, createdBy, within)));
    try {
      const received = await files.receive(stream, mostBytes, file.storageKey);
      if (!received) throw new Error("A file of changes became larger than a file may be.");
      return { storageKey: file.storageKey, bytes: received.bytes, refused: null };
    } catch (error) {
      // Their permissions, or the levels, have changed; or the result was deleted.
      if (error instanceof Refusal) return { storageKey: file.storageKey, bytes: 0, refused: error.message };
      throw error;
    }
  },
  async finish(call, { taskId }, { storageKey, bytes, refused }) {
    if (refused !== null) {
      await endTask(call, taskId, "failed", refused);
      return undefined;
    }
    // A task that was canceled meanwhile keeps nothing: the record of its file stays, and cleanup deletes the bytes with it.
    if (!(await completeTask(call, taskId))) return undefined;
    await confirmUploads(call, [storageKey]);
    await call.db.update(comparisonExport).set({ bytes }).where(isExport(call, taskId));
    return undefined;
  },
});

const isExport = (call: Call, taskId: string) => and(ours(comparisonExport, call), eq(comparisonExport.taskId, taskId));

/** Exports the changes between two instants to a file that can be downloaded for some days. */
export const comparisonTask = defineTask({
  kind: "comparison.export",
  atOnce: 2,
  step: async (_call, _running, items) => items.map(({ number }) => ({ number, outcome: "done" as const })),
  last: writeComparison,
  async names(call, items) {
    const ids = items.map((item) => item.subjectId);
    const rows = await call.db
      .select({ id: level.levelId, name: level.name })
      .from(level)
      .where(and(ours(level, call), inArray(level.levelId, ids)));
    const named = new Map(rows.map((row) => [row.id, row.name]));
    return new Map(
      items.flatMap(({ number, subjectId }) => {
        const name = named.get(subjectId);
        return name === undefined ? [] : [[number, name] as const];
      }),
    );
  },
});

/** Starts the export, and records it. @throws as `comparisonOf`; Conflict while the comparison is worked out */
export async function startComparisonExport(
  call: Call,
  where: { levelId: string; lookBackId: string },
  filter: { search: string; changes: ChangeKind[] },
): Promise<{ taskId: string }> {
  const { state, since, at } = await comparisonOf(call, where);
  if (state !== "whole") throw conflict("This report isn't ready yet. Wait until it's done.", "building");
  const started = await startTask(call, comparisonTask, { settings: {}, subjects: [where.levelId] });
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  const { organizationId, now: createdAt } = call;
  await call.db
    .insert(comparisonExport)
    .values({ organizationId, ...started, ...where, filter, storageKey, createdAt });
  const facts = { from: since.toISOString(), to: at.toISOString(), changes: filter.changes };
  await audit(call, [{ action: "comparison.exported", subjectId: where.levelId, levelId: where.levelId, facts }]);
  return started;
}

/** Returns one's own file. @throws NotFound, also when it isn't ready or was removed; Forbidden */
export async function comparisonFile(call: Call, taskId: string): Promise<FileAnswer> {
  await ownTask(call, taskId);
  const [row] = await call.db.select().from(comparisonExport).where(isExport(call, taskId));
  if (!row || row.bytes === null || row.createdAt <= oldest(call)) throw notFound("file");
  // Checked again: the level may have moved out of reach since it was made.
  authorize(call, "members.see", { levelPre: (await levelById(call, row.levelId)).pre });
  return {
    name: `changes ${dayOf(row.createdAt.getTime(), (await organizationFacts(call)).timeZone)}.csv`,
    mediaType: "text/csv; charset=utf-8",
    bytes: row.bytes,
    stream: await call.adapters.files.open(row.storageKey),
  };
}

/** Deletes files whose time is over: bytes first, which can be repeated safely, then rows. */
export async function forgetComparisons(call: Call): Promise<void> {
  const over = await call.db
    .select({ taskId: comparisonExport.taskId, storageKey: comparisonExport.storageKey })
    .from(comparisonExport)
    .where(and(ours(comparisonExport, call), lte(comparisonExport.createdAt, oldest(call))))
    .orderBy(asc(comparisonExport.createdAt))
    .limit(removedAtOnce);
  for (const { taskId, storageKey } of over) {
    await call.adapters.files.remove(storageKey);
    await call.db.delete(comparisonExport).where(isExport(call, taskId));
  }
}

const oldest = ({ now }: Pick<Call, "now">) => new Date(now.getTime() - comparisonDays * dayMs);

/** Yields the file's description, its heading, and then the changes in batches, with the progress. */
async function* rowsOf(file: Export, createdBy: string, within: Within): Rows & AsyncGenerator<readonly SheetCell[][]> {
  const asWhoAsked = <Result>(read: (call: Call) => Promise<Result>) =>
    within(async (call) => {
      const as = await actingAgain(call, createdBy);
      if (!as) throw notFound("taskStarter");
      const found = await comparisonOf(as, file);
      return { found, result: await read(as) };
    });
  const { found, result: stated } = await asWhoAsked(async (call) => {
    const { timeZone: zone } = await organizationFacts(call);
    const { since, at, level: place } = await comparisonOf(call, file);
    return [
      ["Changes from", momentText(since, zone), "To", momentText(at, zone), "Time zone", zone],
      ["Level", place.name, "Includes all sublevels as they are today. Names are current names."],
      ["Created on", momentText(call.now, zone), "Created by", await makerOf(call)],
      [],
      [
        "Name",
        "Change",
        "Role before",
        "Level before",
        "Status before",
        "Role after",
        "Level after",
        "Status after",
        "What changed",
      ],
    ];
  });
  yield stated;
  const { changes } = found.counts.between ?? noChanges();
  const total = Object.values(changes).reduce((sum, many) => sum + many, 0);
  const reportPacked = openPacking(within, file.taskId, Math.max(1, Math.ceil(total / atOnce)));
  let done = 0;
  for (let after: RowPlace | null = null; ; ) {
    await reportPacked(done);
    const from: RowPlace | null = after;
    const { result }: { result: Awaited<ReturnType<typeof changesAfter>> } = await asWhoAsked((call) =>
      changesAfter(call, file.lookBackId, file.filter, from, atOnce),
    );
    yield result.data.map(cells);
    done += 1;
    if (result.last === null) return;
    after = result.last;
  }
}

const changeWords: Record<ChangeKind, string> = {
  became: "Became cleared",
  stopped: "No longer cleared",
  joined: "Joined, not cleared",
  left: "Left, was not cleared",
  other: "Other changes",
};

const sideCells = (standing: ChangeShown["before"]): SheetCell[] =>
  standing === null
    ? ["", "", "Not a member here"]
    : [standing.labelName, standing.levelName, overallStatusLabels[standing.overallStatus]];

const cells = (row: ChangeShown): SheetCell[] => [
  row.fullName,
  changeWords[row.change],
  ...sideCells(row.before),
  ...sideCells(row.after),
  row.requirements
    .map(({ name, before, after }) => {
      const word = (status: typeof before) => (status === null ? "not required" : requirementStatusLabels[status]);
      return `${name}: ${word(before)} → ${word(after)}`;
    })
    .join("; "),
];
