import type { Role } from "@touchline/contract";
import { currentRole } from "@touchline/rules";
import { eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization, organizationDirectory } from "../../../../schema/accounts.ts";
import { authorize } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { rolesOf } from "../../../people/index.ts";

/** @throws NotFound */
export async function ownOrganization(call: Call) {
  const [row] = await call.db
    .select({
      own: organization,
      logoId: organizationDirectory.logoId,
      logoStorageKey: organizationDirectory.logoStorageKey,
    })
    .from(organization)
    .leftJoin(organizationDirectory, eq(organizationDirectory.organizationId, organization.organizationId))
    .where(ours(organization, call));
  if (!row) throw notFound("organization");
  const { own, ...logo } = row;
  return { ...own, ...logo };
}

/** Locks the settings, so that changes run one after another. */
export const lockOrganization = (call: Call) =>
  call.db
    .select({ id: organization.organizationId })
    .from(organization)
    .where(ours(organization, call))
    .for("no key update");

/** Returns the organization that a call names. @throws NotFound for any other organization. */
export async function namedOrganization(call: Call, organizationId: string) {
  if (organizationId !== call.organizationId) throw notFound("organization");
  return ownOrganization(call);
}

/** The encryption context of the payer's address. */
export const billingPlace = (call: Pick<Call, "organizationId">): CipherContext => ({
  tenant: call.organizationId,
  table: "organization_plan",
  column: "sealed_billing_email",
  id: call.organizationId,
});

/** Lists the roles of which the organization requires a second factor. @throws Forbidden */
export async function secondFactorRoles(call: Call): Promise<Role[]> {
  authorize(call, "organization.edit", { organizationWide: true });
  const own = await ownOrganization(call);
  return own.secondFactorRoles.flatMap((role) => currentRole(role) ?? []);
}

/** Returns the organization's name if it requires a second factor of a profile. */
export async function secondFactorDemandedBy(call: Pick<Call, "db" | "organizationId">, profileId: string) {
  const [own] = await call.db
    .select({ name: organization.name, demanded: organization.secondFactorRoles })
    .from(organization)
    .where(ours(organization, call));
  if (!own || own.demanded.length === 0) return null;
  const held = await rolesOf(call, profileId);
  return held.some((role) => own.demanded.includes(currentRole(role) ?? role)) ? own.name : null;
}
