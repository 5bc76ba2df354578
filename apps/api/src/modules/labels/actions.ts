import type { Role } from "@touchline/contract";
import { legacyRoleNames } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { audit } from "../../kernel/audit.ts";
import { authorize } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { ours } from "../../kernel/tenancy.ts";
import { label } from "./tables.ts";

/**
 * A new label with the role it carries.
 *
 * @param input.forFamily what guardians may use it for by themselves; only where it carries no rights over others.
 * @throws Forbidden; 400 for a label of families that carries a role; Conflict when the name is taken.
 */
export async function createLabel(
  call: Call,
  input: { name: string; role: Role; forFamily?: "child" | "guardian" },
): Promise<string> {
  authorize(call, "labels.edit", { organizationWide: true });
  if (input.forFamily && input.role !== "Individual") {
    throw invalid("forFamily", "What guardians give by themselves carries no rights over others.");
  }
  const labelId = newId();
  await call.db.insert(label).values({ organizationId: call.organizationId, labelId, ...input, createdAt: call.now });
  await audit(call, [{ action: "label.added", subjectId: labelId, facts: { role: input.role } }]);
  return labelId;
}

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
