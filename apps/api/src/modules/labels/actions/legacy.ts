import type { Role } from "@touchline/contract";
import { legacyRoleNames } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { label } from "../tables.ts";

/** Labels that still carry the name a role once had get today's. At the next login of anybody in the organization. */
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
