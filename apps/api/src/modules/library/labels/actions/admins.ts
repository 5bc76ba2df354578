import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";

/**
 * Locks the labels, so that changes of their roles take turns: otherwise two Admins at once would each still see the other as
 * one.
 */
export async function lockLabels(call: Call): Promise<void> {
  await call.db.execute(sql`
    SELECT label_id FROM label WHERE organization_id = ${call.organizationId} AND archived_at IS NULL
    ORDER BY label_id FOR NO KEY UPDATE`);
}

/** @throws Conflict unless somebody who can log in is an Admin by another label. */
export async function mustKeepAnAdmin(call: Call, withoutLabelId: string): Promise<void> {
  const { rows } = await call.db.execute<{ others: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM label
      JOIN profile_level_access AS pla ON pla.organization_id = label.organization_id AND pla.label_id = label.label_id
      JOIN profile ON profile.organization_id = pla.organization_id AND profile.profile_id = pla.profile_id
      WHERE label.organization_id = ${call.organizationId} AND label.label_id <> ${withoutLabelId}
        AND label.role IN ('Admin', 'President') AND profile.app_user_id IS NOT NULL) AS others`);
  if (!rows[0]?.others) {
    throw conflict("The organization needs at least one Admin. Make someone else an Admin first.", "onlyAdmin");
  }
}
