import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { guardianInvitation, guardianship } from "../../../../schema/joining.ts";
import { endGuardianshipsOf, makeGuardian, refuseGuardian } from "./guardians.ts";

type Pair = { guardianProfileId: string; childProfileId: string };

/** Bounds what is read of the families of a few thousand people, with up to twenty children each. */
const mostPairs = 50_000;

/** The open guardianships in which any of these people takes part. */
export function guardianshipsOf(call: Call, profileIds: readonly string[]): Promise<Pair[]> {
  return call.db
    .select({ guardianProfileId: guardianship.guardianProfileId, childProfileId: guardianship.childProfileId })
    .from(guardianship)
    .where(
      and(
        ours(guardianship, call),
        isNull(guardianship.endedAt),
        or(
          inArray(guardianship.guardianProfileId, [...profileIds]),
          inArray(guardianship.childProfileId, [...profileIds]),
        ),
      ),
    )
    .limit(mostPairs);
}

/**
 * What one entry of a person guards, and who guards it, goes to the other; what was stays as history. Invitations of second
 * guardians that nobody answered end. The caller authorizes, holds everybody concerned and derives the children's statuses.
 *
 * @throws Conflict, 400 where the rules have something against it.
 */
export async function mergeFamilies(call: Call, { keep, merge }: { keep: string; merge: string }): Promise<void> {
  const present = await guardianshipsOf(call, [keep]);
  for (const pair of await guardianshipsOf(call, [merge])) {
    await endGuardianshipsOf(call, [pair.childProfileId], "samePerson", { guardianProfileId: pair.guardianProfileId });
    const as = (profileId: string) => (profileId === merge ? keep : profileId);
    const next = { guardianProfileId: as(pair.guardianProfileId), childProfileId: as(pair.childProfileId) };
    const there = present.some(
      (one) => one.guardianProfileId === next.guardianProfileId && one.childProfileId === next.childProfileId,
    );
    const refusal = there ? null : await makeGuardian(call, next);
    if (refusal) refuseGuardian(refusal);
  }
  await call.db
    .update(guardianInvitation)
    .set({ revokedAt: call.now })
    .where(
      and(
        ours(guardianInvitation, call),
        isNull(guardianInvitation.acceptedAt),
        isNull(guardianInvitation.revokedAt),
        or(
          eq(guardianInvitation.invitedBy, merge),
          sql`EXISTS (SELECT FROM guardian_invitation_child AS child
            WHERE child.organization_id = ${guardianInvitation.organizationId}
              AND child.guardian_invitation_id = ${guardianInvitation.guardianInvitationId}
              AND child.child_profile_id = ${merge})`,
        ),
      ),
    );
}
