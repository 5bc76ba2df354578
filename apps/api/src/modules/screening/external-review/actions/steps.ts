import { and, asc, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, type Part, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { hasNoJob } from "../../../../jobs/queue.ts";
import { externalImport, externalImportRow, externalResult } from "../../../../schema/external-review.ts";
import { type Reopened, recordRequirementEvents, reopenAttempt, restand } from "../../../compliance/index.ts";
import { notify } from "../../../messages/index.ts";
import { withLocks } from "../../../people/index.ts";
import { checksOf } from "../queries/checks.ts";
import { importById, type ResultsImportRecord } from "../queries/imports.ts";
import { judgeResult, judgingFacts } from "./judge.ts";
import { recordResult } from "./record.ts";

type Progress = Part<number> & { changed: number };

/** Holds an import that is in this state; null: it was canceled, or is over. */
async function held(
  call: Call,
  externalImportId: string,
  state: ResultsImportRecord["state"],
): Promise<ResultsImportRecord | null> {
  const [row] = await call.db
    .select()
    .from(externalImport)
    .where(and(ours(externalImport, call), eq(externalImport.externalImportId, externalImportId)))
    .for("update");
  return row?.state === state ? row : null;
}

const ofImport = (call: Call, { externalImportId }: { externalImportId: string }) =>
  and(ours(externalImport, call), eq(externalImport.externalImportId, externalImportId));

async function advance(call: Call, row: ResultsImportRecord, { next, changed }: Progress): Promise<void> {
  await call.db
    .update(externalImport)
    .set({
      ...(next !== null && { through: next }),
      recorded: sql`${externalImport.recorded} + ${changed}`,
      movedAt: call.now,
    })
    .where(ofImport(call, row));
}

const size = () => openBatchSize({ least: 1, first: 5, most: 50 });

const recording = openBatch<{ externalImportId: string }, ResultsImportRecord, number, Progress>({
  size: size(),
  begin: (call, { externalImportId }) => held(call, externalImportId, "running"),
  isFirst: ({ through }) => through === 0,
  take: recordSome,
  advance: (call, row, part) => advance(call, row, part),
  async finish(call, row, part) {
    await advance(call, row, part);
    await end(call, row, "done");
  },
});

/** Records the next rows of an import. @returns whether rows are left */
export const continueRecording = recording.step;

/** Each row is judged again, by the people and rights of this moment: it is recorded, or says why not. */
async function recordSome(unlocked: Call, row: ResultsImportRecord, most: number): Promise<Progress> {
  const rows = await unlocked.db
    .select()
    .from(externalImportRow)
    .where(
      and(
        ours(externalImportRow, unlocked),
        eq(externalImportRow.externalImportId, row.externalImportId),
        eq(externalImportRow.fate, "record"),
        gt(externalImportRow.number, row.through),
      ),
    )
    .orderBy(asc(externalImportRow.number))
    .limit(most);
  const requirementIds = rows.flatMap((one) => one.requirementId ?? []);
  const people = (await checksOf(unlocked, requirementIds)).map((one) => one.profileId);
  const call = await withLocks(unlocked, { people: [...new Set(people)] });
  // Read again behind the locks.
  const checks = await checksOf(call, requirementIds);
  const byRequirement = new Map(checks.map((one) => [one.requirementId, one]));
  const facts = { ...(await judgingFacts(call, checks)), reviewer: row.reviewer };
  let recorded = 0;
  for (const one of rows) {
    const check = byRequirement.get(one.requirementId ?? "");
    const { outcome, resultOn, validUntil, word } = one;
    const result = outcome && resultOn ? { outcome, resultOn, validUntil } : null;
    const refusal =
      check && result
        ? judgeResult(call, check, result, facts)
        : { fate: "error" as const, message: "This background check isn't there anymore." };
    if (refusal === null && check && result) {
      const { externalImportId, reviewer } = row;
      await recordResult(call, { ...result, check, reviewer, word, externalImportId }, facts.zone);
      recorded += 1;
    }
    await recordOutcome(call, one, refusal?.fate ?? "recorded", refusal?.message ?? "");
  }
  await restand(call, [...new Set(people)]);
  return { ...partOf(rows, most, (last) => last.number), changed: recorded };
}

const recordOutcome = (
  call: Call,
  { externalImportId, number }: { externalImportId: string; number: number },
  fate: typeof externalImportRow.$inferSelect.fate,
  message: string,
) =>
  call.db
    .update(externalImportRow)
    .set({ fate, message })
    .where(
      and(
        ours(externalImportRow, call),
        eq(externalImportRow.externalImportId, externalImportId),
        eq(externalImportRow.number, number),
      ),
    );

type Undoing = { row: ResultsImportRecord; by: string };

const undoing = openBatch<
  { externalImportId: string; by: string },
  Undoing,
  string,
  Part<string> & { changed: number }
>({
  size: size(),
  async begin(call, { externalImportId, by }) {
    const row = await held(call, externalImportId, "undoing");
    return row && { row, by };
  },
  take: undoSome,
  advance: (call, { row }, part) => advance(call, row, { ...part, next: null }),
  async finish(call, { row }, part) {
    await advance(call, row, { ...part, next: null });
    await end(call, row, "undone");
  },
});

/** Takes the next results of an import back. @returns whether results are left */
export const continueUndoing = undoing.step;

/**
 * A submission waits again as it did, unless something happened to it since: then its result stays, and the row says so. The latest
 * result comes first.
 */
async function undoSome(
  unlocked: Call,
  { row, by }: Undoing,
  most: number,
): Promise<Part<string> & { changed: number }> {
  const results = await unlocked.db
    .select()
    .from(externalResult)
    .where(
      and(
        ours(externalResult, unlocked),
        eq(externalResult.externalImportId, row.externalImportId),
        isNull(externalResult.undoneAt),
        // Results that can't be undone give the reason, and aren't tried again.
        sql`NOT EXISTS (SELECT FROM external_import_row AS kept WHERE kept.organization_id = ${unlocked.organizationId}
          AND kept.external_import_id = ${row.externalImportId} AND kept.requirement_id = ${externalResult.requirementId}
          AND kept.fate = 'recorded' AND kept.message <> '')`,
      ),
    )
    .orderBy(desc(externalResult.recordedAt), desc(externalResult.externalResultId))
    .limit(most);
  const checks = await checksOf(
    unlocked,
    results.map((one) => one.requirementId),
  );
  const people = [...new Set(checks.map((one) => one.profileId))];
  const call = await withLocks(unlocked, { people });
  const subjects = new Map(checks.map((one) => [one.requirementId, one]));
  const facts = await judgingFacts(call, checks);
  let changed = 0;
  for (const one of results) {
    const subject = subjects.get(one.requirementId);
    const isBack =
      subject !== undefined && facts.targets.has(subject.profileLevelAccessId) && (await takeBack(call, one, subject));
    if (isBack) {
      await call.db
        .update(externalResult)
        .set({ undoneAt: call.now, undoneBy: by })
        .where(and(ours(externalResult, call), eq(externalResult.externalResultId, one.externalResultId)));
      const { requirementId, profileId, contentId, profileLevelAccessId } = subject;
      const event = { requirementId, profileId, contentId, profileLevelAccessId, attemptId: one.attemptId };
      await recordRequirementEvents(call, [{ ...event, kind: "externalResultUndone" }]);
      changed -= 1;
    }
    await call.db
      .update(externalImportRow)
      .set(
        isBack
          ? { fate: "undone", message: "" }
          : { message: "This was decided or changed since, so it wasn't undone." },
      )
      .where(
        and(
          ours(externalImportRow, call),
          eq(externalImportRow.externalImportId, row.externalImportId),
          eq(externalImportRow.requirementId, one.requirementId),
          eq(externalImportRow.fate, "recorded"),
        ),
      );
  }
  await restand(call, people);
  return { ...partOf(results, most, (last) => last.externalResultId), changed };
}

const stateAfter = { passed: "approved", flagged: "pendingReview", canceled: "canceled" } as const;

/** @returns whether the submission was as the result had left it, and is now as before. */
async function takeBack(
  call: Call,
  result: typeof externalResult.$inferSelect,
  subject: Pick<Reopened, "requirementId" | "profileId" | "contentId" | "profileLevelAccessId">,
): Promise<boolean> {
  const { requirementId, profileId, contentId, profileLevelAccessId } = subject;
  return reopenAttempt(call, {
    ...{ requirementId, profileId, contentId, profileLevelAccessId },
    attemptId: result.attemptId,
    from: stateAfter[result.outcome],
    to: result.formerState,
    decidedAt: result.outcome === "passed" ? result.recordedAt : null,
    completedAt: result.formerCompletedAt,
  });
}

/** Ends an import and notifies the person who began it. */
export async function end(call: Call, row: ResultsImportRecord, state: "done" | "failed" | "undone"): Promise<void> {
  const ended = await call.db
    .update(externalImport)
    .set({ state, movedAt: call.now })
    .where(and(ofImport(call, row), eq(externalImport.state, row.state)))
    .returning();
  await notify(
    call,
    ended.map(({ externalImportId, createdBy, recorded }) => ({
      to: createdBy,
      kind: "externalResults" as const,
      key: `external:${externalImportId}:${state}`,
      facts: { externalImportId, state, recorded },
    })),
  );
}

/** Ends an import whose importer can't act here anymore. */
export async function failImport(call: Call, externalImportId: string): Promise<void> {
  await end(call, await importById(call, externalImportId), "failed");
}

/** Ends imports that no job works on anymore: recorded results are kept, and can be undone. */
export async function endAbandoned(call: Call): Promise<void> {
  const abandoned = await call.db
    .select()
    .from(externalImport)
    .where(
      and(
        ours(externalImport, call),
        sql`${externalImport.state} IN ('running', 'undoing')`,
        lt(externalImport.movedAt, new Date(call.now.getTime() - 60_000)),
        hasNoJob("externalImportId", externalImport.externalImportId),
      ),
    );
  for (const row of abandoned) await end(call, row, "failed");
}
