import type { Role } from "@touchline/contract";
import { audit } from "../../kernel/audit.ts";
import { authorize } from "../../kernel/authorize.ts";
import { actingAs, type Call } from "../../kernel/call.ts";
import { forbidden } from "../../kernel/errors.ts";
import { ours } from "../../kernel/tenancy.ts";
import { askUsualQuestions } from "../details/actions/conditions.ts";
import { insertLevels } from "../hierarchy/actions.ts";
import { organization } from "./tables.ts";

export type NewOrganization = {
  name: string;
  initials: string;
  /** IANA name. */
  timeZone: string;
  accentColor: string;
  isDemo: boolean;
  /** The root level, which is the organization itself. */
  rootLevelId: string;
  rootKind: string;
};

/** Founds the organization of this call, with its root level. For the system's own actors. @throws Forbidden */
export async function foundOrganization(call: Call, input: NewOrganization): Promise<void> {
  if (call.actor.kind !== "system") throw forbidden("Organizations are created by the platform.", actingAs(call));
  const { rootLevelId, rootKind, ...facts } = input;
  await call.db.insert(organization).values({
    ...facts,
    organizationId: call.organizationId,
    wrappedKey: call.adapters.vault.newWrappedKey(),
    createdAt: call.now,
  });
  await audit(call, [{ action: "organization.founded", subjectId: call.organizationId }]);
  await insertLevels(call, [{ levelId: rootLevelId, parentId: null, name: input.name, kind: rootKind }]);
  await askUsualQuestions(call);
}

/** Says of which roles the organization demands a second factor, from their next call on. @throws Forbidden */
export async function demandSecondFactor(call: Call, roles: readonly Role[]): Promise<void> {
  authorize(call, "organization.edit", { organizationWide: true });
  await call.db
    .update(organization)
    .set({ secondFactorRoles: [...new Set(roles)] })
    .where(ours(organization, call));
  const demanded = { action: "organization.secondFactorDemanded", subjectId: call.organizationId } as const;
  await audit(call, [{ ...demanded, facts: { roles: [...new Set(roles)] } }]);
}
