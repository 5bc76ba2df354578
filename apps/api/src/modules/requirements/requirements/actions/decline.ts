import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { declinedRequirement } from "../../../../schema/requirements.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { isDeclinable, requirementOn } from "../queries/requirement-rows.ts";

/**
 * Records that the person isn't interested in an optional requirement, or takes it back. Neither its status nor that of the
 * membership changes.
 *
 * @throws NotFound, Forbidden; Conflict when it is mandatory, or something of it was submitted.
 */
export async function decline(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string; declined: boolean },
): Promise<undefined> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const { owed } = await requirementOn(call, target, input.requirementId);
  const { organizationId, now: declinedAt } = call;
  const { requirementId } = input;
  if (!input.declined) {
    await call.db
      .delete(declinedRequirement)
      .where(and(ours(declinedRequirement, call), eq(declinedRequirement.requirementId, requirementId)));
    return;
  }
  if (!isDeclinable(owed))
    throw conflict("Only an optional requirement that you haven't submitted can be declined.", "notDeclinable");
  await call.db
    .insert(declinedRequirement)
    .values({ organizationId, requirementId, declinedAt })
    .onConflictDoUpdate({
      target: [declinedRequirement.organizationId, declinedRequirement.requirementId],
      set: { declinedAt },
      setWhere: ours(declinedRequirement, call),
    });
}
