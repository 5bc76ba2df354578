import type { RequirementStatus } from "@touchline/contract";
import { isOpen, nextAttemptState, survivingAttempt, survivingCompletion } from "@touchline/rules";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { recordRequirementEvents } from "./record.ts";

type MergedRequirement = { from: string; to: string };
type AttemptRow = typeof attempt.$inferSelect;

/**
 * Moves all work from one entry of a person to the other: every attempt is kept. Where both have the same requirement they
 * become one: of two open submissions one is withdrawn, and the completion that is valid the longest continues to count. The
 * caller authorizes, holds both people and derives their statuses.
 *
 * @returns the requirements that were merged into another, and the attempts that no longer count.
 */
export async function mergeWork(
  call: Call,
  { keep, merge }: { keep: string; merge: string },
): Promise<{ moved: MergedRequirement[]; setAside: string[] }> {
  const rows = await call.db
    .select()
    .from(requirement)
    .where(and(ours(requirement, call), inArray(requirement.profileId, [keep, merge])));
  const kept = new Map(rows.filter((row) => row.profileId === keep).map((row) => [row.contentId, row]));
  const theirs = rows.filter((row) => row.profileId === merge);
  const moved = theirs.flatMap((row) => {
    const same = kept.get(row.contentId);
    return same ? [{ from: row.requirementId, to: same.requirementId }] : [];
  });
  const setAside = await joinAttempts(
    call,
    keep,
    moved,
    new Map(rows.map((row) => [row.requirementId, row.contentId])),
  );
  await moveInto(call, moved);
  const alone = theirs.filter((row) => !kept.has(row.contentId)).map((row) => row.requirementId);
  if (alone.length > 0) {
    await call.db
      .update(requirement)
      .set({ profileId: keep })
      .where(and(ours(requirement, call), inArray(requirement.requirementId, alone)));
  }
  return { moved, setAside };
}

/** Called before they belong to one requirement, of which at most one attempt may be open. */
async function joinAttempts(
  call: Call,
  keep: string,
  moved: readonly MergedRequirement[],
  contents: ReadonlyMap<string, string>,
): Promise<string[]> {
  const setAside: string[] = [];
  const ids = moved.flatMap(({ from, to }) => [from, to]);
  if (ids.length === 0) return setAside;
  const attempts = await call.db
    .select()
    .from(attempt)
    .where(and(ours(attempt, call), inArray(attempt.requirementId, ids), isNull(attempt.voidedAt)));
  const of = Map.groupBy(attempts, (row) => row.requirementId);
  for (const { from, to } of moved) {
    const both = [...(of.get(to) ?? []), ...(of.get(from) ?? [])];
    const open = both.filter((row) => isOpen(row.state));
    const [one, other] = open.map(running);
    if (one && other) {
      const loser = survivingAttempt(one, other) === one ? other.row : one.row;
      await withdraw(call, loser, { profileId: keep, contentId: contents.get(to) as string, requirementId: to });
    }
    setAside.push(...outlasted(both));
  }
  if (setAside.length > 0) {
    await call.db
      .update(attempt)
      .set({ voidedAt: call.now })
      .where(and(ours(attempt, call), inArray(attempt.attemptId, setAside)));
    await keepAttempts(call, setAside);
  }
  return setAside;
}

function running(row: AttemptRow) {
  if (!isOpen(row.state)) throw new Error("Only an open attempt goes on.");
  return { row, state: row.state, source: row.source, createdAt: row.createdAt.getTime() };
}

/** Finds later completions that are valid for a shorter time than the one that is to count. */
function outlasted(attempts: readonly AttemptRow[]): string[] {
  const completions = attempts.flatMap((row) =>
    row.state === "approved" && row.completedAt !== null
      ? [
          {
            attemptId: row.attemptId,
            completedAt: row.completedAt.getTime(),
            expiresAt: row.expiresAt?.getTime() ?? null,
          },
        ]
      : [],
  );
  const best = completions.reduce<(typeof completions)[number] | null>(survivingCompletion, null);
  return completions.filter((one) => best && one.completedAt > best.completedAt).map((one) => one.attemptId);
}

async function withdraw(
  call: Call,
  row: AttemptRow,
  subject: { profileId: string; contentId: string; requirementId: string },
): Promise<void> {
  const outcome = nextAttemptState(row.state, { kind: "withdrawn", reason: "superseded" });
  if (!("to" in outcome))
    throw conflict("A submission of this person can't be withdrawn right now. Try again.", row.state);
  await call.db
    .update(attempt)
    .set({ state: outcome.to })
    .where(and(ours(attempt, call), eq(attempt.attemptId, row.attemptId)));
  await keepAttempts(call, [row.attemptId]);
  await recordRequirementEvents(call, [
    {
      ...subject,
      attemptId: row.attemptId,
      profileLevelAccessId: row.profileLevelAccessId,
      kind: "attempt",
      fromState: row.state,
      toState: outcome.to,
    },
  ]);
}

async function moveInto(call: Call, moved: readonly MergedRequirement[]): Promise<void> {
  if (moved.length === 0) return;
  const pairs = sql`unnest(
    ${sql.param(moved.map(({ from }) => from))}::uuid[], ${sql.param(moved.map(({ to }) => to))}::uuid[]) AS moved (gone, stays)`;
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    UPDATE attempt SET requirement_id = moved.stays FROM ${pairs}
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = moved.gone
    RETURNING attempt.attempt_id`);
  await keepAttempts(
    call,
    rows.map((row) => row.attempt_id),
  );
  await call.db.execute(sql`
    UPDATE demand SET requirement_id = moved.stays FROM ${pairs}
    WHERE demand.organization_id = ${call.organizationId} AND demand.requirement_id = moved.gone`);
  await call.db
    .update(requirement)
    .set({ status: 0 as RequirementStatus, nextTransitionAt: null, archivedAt: call.now })
    .where(
      and(
        ours(requirement, call),
        inArray(
          requirement.requirementId,
          moved.map(({ from }) => from),
        ),
      ),
    );
}
