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

/** Whoever changes settings takes turns. */
export const lockOrganization = (call: Call) =>
  call.db
    .select({ id: organization.organizationId })
    .from(organization)
    .where(ours(organization, call))
    .for("no key update");

/** The organization, where a call names it. @throws NotFound for any other organization. */
export async function namedOrganization(call: Call, organizationId: string) {
  if (organizationId !== call.organizationId) throw notFound("organization");
  return ownOrganization(call);
}

/** What the address of whoever pays is bound to. */
export const billingPlace = (call: Pick<Call, "organizationId">): CipherContext => ({
  tenant: call.organizationId,
  table: "organization_plan",
  column: "sealed_billing_email",
  id: call.organizationId,
});

/** The roles of which the organization demands a second factor. @throws Forbidden */
export async function secondFactorRoles(call: Call): Promise<Role[]> {
  authorize(call, "organization.edit", { organizationWide: true });
  const own = await ownOrganization(call);
  return own.secondFactorRoles.flatMap((role) => currentRole(role) ?? []);
}

/** The organization's name, if it demands a second factor of a profile. */
export async function secondFactorDemandedBy(call: Pick<Call, "db" | "organizationId">, profileId: string) {
  const [own] = await call.db
    .select({ name: organization.name, demanded: organization.secondFactorRoles })
    .from(organization)
    .where(ours(organization, call));
  if (!own || own.demanded.length === 0) return null;
  const held = await rolesOf(call, profileId);
  return held.some((role) => own.demanded.includes(currentRole(role) ?? role)) ? own.name : null;
}
