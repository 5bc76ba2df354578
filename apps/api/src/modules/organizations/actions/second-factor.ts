import type { Role } from "@touchline/contract";
import { audit } from "../../../kernel/audit.ts";
import { authorize } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { inTurn } from "../../profiles/actions/turn.ts";
import { lockOrganization, ownOrganization } from "../queries/own.ts";
import { organization } from "../tables.ts";

/** Says of which roles the organization demands a second factor, from their next call on. @throws Forbidden */
export async function demandSecondFactor(given: Call, roles: readonly Role[]): Promise<void> {
  const call = await inTurn(given, { also: lockOrganization });
  authorize(call, "organization.edit", { organizationWide: true });
  const wanted = [...new Set(roles)];
  const { secondFactorRoles: before } = await ownOrganization(call);
  await call.db.update(organization).set({ secondFactorRoles: wanted }).where(ours(organization, call));
  await audit(call, [
    {
      action: "organization.secondFactorDemanded",
      subjectId: call.organizationId,
      facts: { before, after: wanted },
    },
  ]);
}
