import { and, eq, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openPace } from "../../../../jobs/batch-size.ts";
import { contentRedo } from "../../../../schema/compliance.ts";
import { lockDuties } from "./follow.ts";
import { onBehalfOf } from "./follow-steps.ts";
import { lockPeople } from "./lock-people.ts";
import { applyRedo } from "./redo.ts";
import { restand } from "./restand.ts";

/** So many completions are brought in line at once, so that the answer is there. */
const atOnce = 300;
/** Completions of one step. */
const pace = openPace({ most: 1_000 });
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * A version was saved by which what was completed before is to be done again: of few completions at once, of more step by
 * step (`continueRedo`). The caller excludes everybody who changes duties (`lockDuties`), so that whatever is completed
 * meanwhile meets the new version.
 *
 * @param most how many completions are brought in line at once. @returns whether steps are left.
 */
export async function beginRedo(call: Call, contentId: string, most = atOnce): Promise<boolean> {
  const begun = { afterAttempt: nobody, total: null, done: 0, begunBy: actingProfile(call) };
  await call.db
    .insert(contentRedo)
    .values({ organizationId: call.organizationId, contentId, ...begun })
    .onConflictDoUpdate({ target: [contentRedo.organizationId, contentRedo.contentId], set: begun });
  if ((await completionsAfter(call, contentId, nobody, most + 1)).length > most) return true;
  return (await stepOf(call, { contentId, ...begun }, most + 1)).left;
}

/**
 * One step of whatever is under way in the organization. What is decided meanwhile is brought in line by who decides it.
 *
 * @returns whether more is left.
 */
export async function continueRedo(call: Call, most?: number): Promise<boolean> {
  const began = performance.now();
  // In the order of everybody: first the organization, then the people. Nobody who holds people waits for this row.
  await lockDuties(call, "memberships");
  const [row] = await call.db
    .select()
    .from(contentRedo)
    .where(ours(contentRedo, call))
    .orderBy(contentRedo.contentId)
    .limit(1)
    .for("update");
  if (!row) return false;
  const { looked, left } = await stepOf(call, row, most ?? (row.total === null ? pace.first : pace.most));
  pace.learn(looked, performance.now() - began);
  if (left) return true;
  const rest = await call.db.select().from(contentRedo).where(ours(contentRedo, call)).limit(1);
  return rest.length > 0;
}

async function stepOf(
  call: Call,
  row: Pick<typeof contentRedo.$inferSelect, "contentId" | "afterAttempt" | "total" | "done" | "begunBy">,
  most: number,
): Promise<{ looked: number; left: boolean }> {
  const { contentId, afterAttempt } = row;
  const found = await completionsAfter(call, contentId, afterAttempt, most);
  await lockPeople(
    call,
    found.map((one) => one.profile_id),
  );
  const acting = onBehalfOf(call, row.begunBy);
  await restand(
    acting,
    await applyRedo(
      acting,
      found.map((one) => one.attempt_id),
    ),
  );
  const own = and(ours(contentRedo, call), eq(contentRedo.contentId, contentId));
  const last = found.at(-1);
  if (last === undefined || found.length < most) {
    await call.db.delete(contentRedo).where(own);
    return { looked: found.length, left: false };
  }
  const total = row.total ?? (await completionsCounted(call, contentId));
  await call.db
    .update(contentRedo)
    .set({ afterAttempt: last.attempt_id, total, done: row.done + found.length })
    .where(own);
  return { looked: found.length, left: true };
}

/** The versions before the last one that says by when it is to be done again. */
const earlier = (call: Call, contentId: string) => sql`
  SELECT own.content_version_id FROM content_version AS own
  WHERE own.organization_id = ${call.organizationId} AND own.content_id = ${contentId} AND own.number < (
    SELECT max(number) FROM content_version
    WHERE organization_id = ${call.organizationId} AND content_id = ${contentId} AND settings ->> 'redoBy' IS NOT NULL)`;

/** The next completions in the order of their ids, also those that were taken back: a merge that is undone brings them again. */
async function completionsAfter(call: Call, contentId: string, after: string, most: number) {
  const { rows } = await call.db.execute<{ attempt_id: string; profile_id: string }>(sql`
    SELECT made.attempt_id, requirement.profile_id FROM (${earlier(call, contentId)}) AS version
    CROSS JOIN LATERAL (
      SELECT attempt_id, requirement_id FROM attempt
      WHERE organization_id = ${call.organizationId} AND content_version_id = version.content_version_id
        AND state = 'approved' AND attempt_id > ${after}
      ORDER BY attempt_id LIMIT ${most}
    ) AS made
    JOIN requirement ON requirement.organization_id = ${call.organizationId}
      AND requirement.requirement_id = made.requirement_id
    ORDER BY made.attempt_id LIMIT ${most}`);
  return rows;
}

async function completionsCounted(call: Call, contentId: string): Promise<number> {
  const { rows } = await call.db.execute<{ completions: number }>(sql`
    SELECT count(*)::int AS completions FROM attempt
    WHERE organization_id = ${call.organizationId} AND state = 'approved'
      AND content_version_id IN (${earlier(call, contentId)})`);
  return rows[0]?.completions ?? 0;
}
