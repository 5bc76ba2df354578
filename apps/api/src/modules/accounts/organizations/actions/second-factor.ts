import type { Role } from "@touchline/contract";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { lockOrganization, ownOrganization } from "../queries/own.ts";

/** Sets the roles of which the organization requires a second factor, from their next call on. @throws Forbidden */
export async function demandSecondFactor(unlocked: Call, roles: readonly Role[]): Promise<void> {
  const call = await withLocks(unlocked, { also: lockOrganization });
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
