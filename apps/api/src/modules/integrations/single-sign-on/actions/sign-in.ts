import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { type OrganizationId, ours, type Tenancy } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { ssoConnection, ssoDomain } from "../../../../schema/single-sign-on.ts";
import { lockDuties } from "../../../compliance/index.ts";
import { acceptForAccount, awaitedProfile, invitedProfile } from "../../../joining/index.ts";
import { createProfile, lockLeaving } from "../../../people/index.ts";
import { certificatesOf, connectionRow, grantRows, secretOf } from "../queries.ts";
import { followGrants, grantedPlaces } from "./grants.ts";

type Means = Pick<Call, "adapters"> & { tenancy: Tenancy; now: () => Date };

/** Who somebody is, as the organization's identity provider says. */
type ArrivingPerson = {
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  groups: readonly string[];
};

/** The reason why somebody without an account can't get one. */
type WhyNotAdmitted = "notInvited" | "noName" | "noRole";

/** Returns the settings of an identity provider for the identity service; null if nobody can sign in by it. */
export async function signInSettings({ tenancy, adapters }: Means, ssoConnectionId: string) {
  const organizationId = await tenancy.organizationOfSso(ssoConnectionId);
  if (organizationId === null) return null;
  return tenancy.read(organizationId, async (db) => {
    const call = { db, organizationId, adapters };
    const row = await connectionRow(call, ssoConnectionId);
    const { domain } = ssoDomain;
    const verified = await db
      .select({ domain })
      .from(ssoDomain)
      .where(
        and(ours(ssoDomain, call), eq(ssoDomain.ssoConnectionId, ssoConnectionId), isNotNull(ssoDomain.verifiedAt)),
      )
      .orderBy(asc(domain));
    const groups = (await grantRows(call, ssoConnectionId)).flatMap(({ groupName }) => groupName ?? []);
    return {
      ...{
        key: ssoConnectionId,
        name: row.name,
        version: row.version,
        issuer: row.issuer,
        groupsClaim: row.groupsClaim,
      },
      clientId: row.clientId ?? "",
      clientSecret: await secretOf(call, row),
      saml:
        row.signInUrl !== null && row.certificates !== null
          ? { signInUrl: row.signInUrl, certificates: (certificatesOf(row.certificates) ?? []).map(String) }
          : null,
      domains: verified.map((one) => one.domain),
      groups: [...new Set(groups)],
      trustedSince: row.trustChangedAt?.toISOString() ?? null,
    };
  });
}

/** Decides whether an account may be made for somebody who has none. @returns why not, or null. */
export async function admission(
  { tenancy, now }: Means,
  ssoConnectionId: string,
  person: ArrivingPerson,
): Promise<WhyNotAdmitted | null> {
  const organizationId = await tenancy.organizationOfSso(ssoConnectionId);
  if (organizationId === null || !(await isActive(tenancy, organizationId))) return "notInvited";
  return tenancy.read(organizationId, async (db) => {
    const call = { db, organizationId, now: now() };
    if (await awaitedBy(call, person)) return null;
    const { joining } = await connectionRow(call, ssoConnectionId);
    if (joining === "invited" || (await wasArchived(call, person.email))) return "notInvited";
    if (person.firstName === "" || person.lastName === "") return "noName";
    return (await grantedPlaces(call, ssoConnectionId, person.groups)).length === 0 ? "noRole" : null;
  });
}

/**
 * Follows a sign-in by an organization's identity provider: an account takes up the profile that waits for it, or gets one of its own
 * where everyone may join, and its memberships are what its groups grant.
 */
export async function followSignIn(
  { tenancy, adapters, now }: Means,
  ssoConnectionId: string,
  appUserId: string,
  person: ArrivingPerson,
): Promise<void> {
  const organizationId = await tenancy.organizationOfSso(ssoConnectionId);
  if (organizationId === null || !(await isActive(tenancy, organizationId))) return;
  await tenancy.run(organizationId, async (db) => {
    const actor = { kind: "system", name: "singleSignOn" } as const;
    const call: Call = { actor, organizationId, db, now: now(), adapters };
    const { joining } = await connectionRow(call, ssoConnectionId);
    await lockDuties(call, "memberships");
    // Of concurrent sign-ins to one account, the first creates the profile.
    await db.execute(sql`
      SELECT pg_advisory_xact_lock(hashtextextended('singleSignOn' || organization_id::text || ${appUserId}, 0))
      FROM organization WHERE organization_id = ${organizationId}`);
    const granted = await grantedPlaces(call, ssoConnectionId, person.groups);
    const own = await profileOf(call, appUserId);
    const profileId =
      own?.profileId ??
      (await takeUp(call, appUserId, person)) ??
      (joining === "justInTime" && granted.length > 0 && !(await wasArchived(call, person.email))
        ? await join(call, appUserId, person)
        : null);
    // Somebody who was archived stays so: administrators decide who comes back.
    if (profileId !== null && own?.archivedAt == null) {
      await lockLeaving(call, profileId);
      await followGrants(call, { ssoConnectionId, profileId }, granted);
    }
    await db
      .update(ssoConnection)
      .set({ lastSignInAt: call.now })
      .where(and(ours(ssoConnection, call), eq(ssoConnection.ssoConnectionId, ssoConnectionId)));
  });
}

/** A suspended or closed organization takes nobody in. */
const isActive = async (tenancy: Tenancy, organizationId: OrganizationId) =>
  (await tenancy.inUse([organizationId])).length > 0;

/** Whether somebody with this address was archived: they would come back as somebody new. */
async function wasArchived(call: Reading, email: string): Promise<boolean> {
  const [found] = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        sql`lower(${profile.email}) = lower(${email})`,
        isNotNull(profile.archivedAt),
        isNull(profile.mergedInto),
      ),
    )
    .limit(1);
  return found !== undefined;
}

async function profileOf(call: Reading, appUserId: string) {
  const [own] = await call.db
    .select({ profileId: profile.profileId, archivedAt: profile.archivedAt })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.appUserId, appUserId), isNull(profile.mergedInto)))
    .orderBy(asc(profile.profileId))
    .limit(1);
  return own;
}

/** Finds the profile that waits for a person. An address that the provider leaves open needs the same name, too. */
const awaitedBy = (call: Reading & Pick<Call, "now">, person: ArrivingPerson) =>
  person.emailVerified ? awaitedProfile(call, person) : invitedProfile(call, person);

async function takeUp(call: Call, appUserId: string, person: ArrivingPerson): Promise<string | null> {
  const profileId = await awaitedBy(call, person);
  if (profileId !== null) await acceptForAccount(call, profileId, appUserId);
  return profileId;
}

async function join(call: Call, appUserId: string, { email, firstName, lastName }: ArrivingPerson) {
  if (firstName === "" || lastName === "") return null;
  return createProfile(
    call,
    { firstName, lastName, email, dateOfBirth: null },
    { appUserId, activatedAt: call.now, confirmedAt: call.now },
  );
}
