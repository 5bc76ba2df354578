import type { Role } from "@touchline/contract";
import { legacyRoleNames } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { label } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";

/** Renames roles in labels that still have an older name. Runs at the next login of anybody in the organization. */
export async function renameLegacyRoles(call: Call): Promise<void> {
  for (const [former, role] of Object.entries(legacyRoleNames)) {
    const renamed = await call.db
      .update(label)
      .set({ role })
      .where(and(ours(label, call), eq(label.role, former as Role)))
      .returning({ labelId: label.labelId });
    await audit(
      call,
      renamed.map(({ labelId }) => ({
        action: "label.changed",
        subjectId: labelId,
        facts: { role, formerRole: former },
      })),
    );
  }
}
