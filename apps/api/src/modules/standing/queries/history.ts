import { type AnyColumn, aliasedTable, and, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { rowsWithinReach } from "../../../kernel/reach.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { content } from "../../content/tables.ts";
import { level } from "../../hierarchy/tables.ts";
import { memberEvent, requirementEvent } from "../tables.ts";

/** Of a person: the ids under which things happened to them, of entries too that went into theirs. An array. */
export const everyEntry = (
  call: Pick<Call, "organizationId">,
  profileId: string,
): SQL => sql`(ARRAY[${profileId}]::uuid[]
  || ARRAY(SELECT former.profile_id FROM profile AS former
    WHERE former.organization_id = ${call.organizationId} AND former.merged_into = ${profileId}))`;

/**
 * The latest of a person's history, newest first, as far as the actor sees it: of requirements that were ever asked for, or
 * worked on, at a level within reach; all of it for the person and their guardians.
 */
export async function historyOf(
  call: Call,
  { profileId, self, guardedChild }: { profileId: string; self: boolean; guardedChild: boolean },
) {
  const within = self || guardedChild ? undefined : (rowsWithinReach(call, "members.see", level) ?? sql`false`);
  const isEntry = (column: AnyColumn) => sql`${column} = ANY(${everyEntry(call, profileId)})`;
  const asked = aliasedTable(requirementEvent, "asked");
  // Where a membership is or was: its history tells, also once it has ended.
  const near = call.db
    .select({ requirementId: asked.requirementId })
    .from(asked)
    .innerJoin(memberEvent, onKey(memberEvent.profileLevelAccessId, asked.profileLevelAccessId))
    .innerJoin(level, onKey(level.levelId, memberEvent.levelId))
    .where(and(ours(asked, call), isEntry(asked.profileId), isEntry(memberEvent.profileId), within));
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
        isEntry(requirementEvent.profileId),
        within && inArray(requirementEvent.requirementId, near),
      ),
    )
    .orderBy(desc(requirementEvent.at), desc(requirementEvent.requirementEventId))
    .limit(50);
}
