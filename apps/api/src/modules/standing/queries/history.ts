import { aliasedTable, and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { rowsWithinReach } from "../../../kernel/reach.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { content } from "../../content/tables.ts";
import { level } from "../../hierarchy/tables.ts";
import { memberEvent, requirementEvent } from "../tables.ts";

/**
 * The latest of a person's history, newest first, as far as the actor sees it: of requirements that were ever asked for, or
 * worked on, at a level within reach; all of it for the person and their guardians.
 */
export async function historyOf(
  call: Call,
  { profileId, self, guardedChild }: { profileId: string; self: boolean; guardedChild: boolean },
) {
  const within = self || guardedChild ? undefined : (rowsWithinReach(call, "members.see", level) ?? sql`false`);
  const asked = aliasedTable(requirementEvent, "asked");
  // Where a membership is or was: its history tells, also once it has ended.
  const near = call.db
    .select({ requirementId: asked.requirementId })
    .from(asked)
    .innerJoin(memberEvent, onKey(memberEvent.profileLevelAccessId, asked.profileLevelAccessId))
    .innerJoin(level, onKey(level.levelId, memberEvent.levelId))
    .where(and(ours(asked, call), eq(asked.profileId, profileId), eq(memberEvent.profileId, profileId), within));
  return call.db
    .select({
      requirementEventId: requirementEvent.requirementEventId,
      at: requirementEvent.at,
      kind: requirementEvent.kind,
      toState: requirementEvent.toState,
      toStatus: requirementEvent.toStatus,
      actorProfileId: requirementEvent.actorProfileId,
      contentName: content.name,
      type: content.type,
    })
    .from(requirementEvent)
    .innerJoin(content, onKey(content.contentId, requirementEvent.contentId))
    .where(
      and(
        ours(requirementEvent, call),
        eq(requirementEvent.profileId, profileId),
        within && inArray(requirementEvent.requirementId, near),
      ),
    )
    .orderBy(desc(requirementEvent.at), desc(requirementEvent.requirementEventId))
    .limit(50);
}
