import type { Role } from "@touchline/contract";
import { legacyRoleNames } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { label } from "../tables.ts";

/** Labels that still carry the name a role once had get today's. At the next login of anybody in the organization. */
export async function renameLegacyRoles(call: Pick<Call, "db" | "organizationId">): Promise<void> {
  for (const [former, role] of Object.entries(legacyRoleNames)) {
    await call.db
      .update(label)
      .set({ role })
      .where(and(ours(label, call), eq(label.role, former as Role)));
  }
}
