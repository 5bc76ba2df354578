import { sql } from "drizzle-orm";
import { follow } from "../src/modules/compliance/standing/actions/follow.ts";
import { restand } from "../src/modules/compliance/standing/actions/restand.ts";
import { profile } from "../src/schema/people.ts";
import type { Organization } from "./world.ts";

/** Returns every status and demand of an organization as it is stored, and as it would be if it were derived again. */
export async function storedAndDerived(org: Organization) {
  const snapshot = () =>
    org.asSystem(async ({ db, organizationId }) => {
      const statuses = await db.execute(sql`
        SELECT requirement_id AS id, status::text, next_transition_at::text AS next, archived_at IS NULL AS live
        FROM requirement WHERE organization_id = ${organizationId}
        UNION ALL
        SELECT profile_level_access_id, concat_ws(' ', overall_status, level_id, label_id, sort_name, statuses, owed, done,
          contents, content_statuses, content_expiries), profile_id::text, true
        FROM member_standing WHERE organization_id = ${organizationId} ORDER BY id`);
      const demands = await db.execute(sql`
        SELECT profile_level_access_id, content_assignment_id FROM demand
        WHERE organization_id = ${organizationId} ORDER BY 1, 2`);
      return { statuses: statuses.rows, demands: demands.rows };
    });
  const stored = await snapshot();
  await org.asSystem(async (call) => {
    const contents = await call.db.execute<{ content_id: string }>(
      sql`SELECT content_id FROM content WHERE organization_id = ${call.organizationId}`,
    );
    for (const { content_id: contentId } of contents.rows) await follow(call, { contentId });
    const people = await call.db
      .select({ id: profile.profileId })
      .from(profile)
      .where(sql`${profile.organizationId} = ${call.organizationId}`);
    await restand(
      call,
      people.map((row) => row.id),
    );
  });
  return { stored, derived: await snapshot() };
}
