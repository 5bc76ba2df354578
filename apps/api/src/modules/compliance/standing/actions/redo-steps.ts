import { and, eq, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { contentRedo } from "../../../../schema/compliance.ts";
import { onBehalfOf } from "./follow-steps.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";
import { applyRedo } from "./redo.ts";
import { restand } from "./restand.ts";

/** Up to this many completions are updated at once, so that the response includes the result. */
const atOnce = 300;
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Starts applying a version that requires earlier completions to be repeated: few at once, many step by step (`continueRedo`).
 * The caller excludes concurrent changes of duties (`lockDuties`), so that later completions see the new version.
 *
 * @param most how many completions are updated at once.
 * @returns whether steps are left.
 */
export async function beginRedo(call: Call, contentId: string, most = atOnce): Promise<boolean> {
  const begun = { afterAttempt: nobody, total: null, done: 0, begunBy: actingProfile(call) };
  await call.db
    .insert(contentRedo)
    .values({ organizationId: call.organizationId, contentId, ...begun })
    .onConflictDoUpdate({ target: [contentRedo.organizationId, contentRedo.contentId], set: begun });
  if ((await completionsAfter(call, contentId, nobody, most + 1)).length > most) return true;
  return redoing.stepFrom(call, { contentId, ...begun, organizationId: call.organizationId }, most + 1);
}

const ofContent = (call: Call, contentId: string) => and(ours(contentRedo, call), eq(contentRedo.contentId, contentId));

const redoing = openBatch<object, typeof contentRedo.$inferSelect, string>({
  size: openBatchSize({ most: 1_000 }),
  async begin(call) {
    // The lock order is the same everywhere: first the organization, then the people.
    await lockDuties(call, "memberships");
    const [row] = await call.db
      .select()
      .from(contentRedo)
      .where(ours(contentRedo, call))
      .orderBy(contentRedo.contentId)
      .limit(1)
      .for("update");
    return row ?? null;
  },
  isFirst: ({ total }) => total === null,
  async take(call, { contentId, afterAttempt, begunBy }, most) {
    const found = await completionsAfter(call, contentId, afterAttempt, most);
    await lockPeople(
      call,
      found.map((one) => one.profile_id),
    );
    const acting = onBehalfOf(call, begunBy);
    await restand(
      acting,
      await applyRedo(
        acting,
        found.map((one) => one.attempt_id),
      ),
    );
    return partOf(found, most, (last) => last.attempt_id);
  },
  async advance(call, { contentId, total, done }, { next, taken }) {
    await call.db
      .update(contentRedo)
      .set({ afterAttempt: next, total: total ?? (await completionsCounted(call, contentId)), done: done + taken })
      .where(ofContent(call, contentId));
  },
  async finish(call, { contentId }) {
    await call.db.delete(contentRedo).where(ofContent(call, contentId));
    const others = await call.db.select().from(contentRedo).where(ours(contentRedo, call)).limit(1);
    return others.length > 0;
  },
});

/**
 * Does one step of what is in progress in the organization. Completions decided meanwhile are updated by their decision.
 *
 * @returns whether more is left.
 */
export const continueRedo = (call: Call, most?: number) => redoing.step(call, {}, most);

/** Selects the versions before the last one that sets a day to repeat the content by. */
const earlier = (call: Call, contentId: string) => sql`
  SELECT own.content_version_id FROM content_version AS own
  WHERE own.organization_id = ${call.organizationId} AND own.content_id = ${contentId} AND own.number < (
    SELECT max(number) FROM content_version
    WHERE organization_id = ${call.organizationId} AND content_id = ${contentId} AND settings ->> 'redoBy' IS NOT NULL)`;

/** Reads the next completions, ordered by id, including voided ones: undoing a merge restores them. */
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
