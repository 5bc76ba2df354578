import type { ResponseOf } from "@touchline/contract";
import type { getMemberFamily } from "@touchline/contract/joining/families";
import { dayOf, isMinor } from "@touchline/rules";
import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { relationTo, verdictOn } from "../../../../security/authorize.ts";
import { type MemberTarget, membershipsOf } from "../../../people/index.ts";
import { openInvitations } from "./overview.ts";

/** The zone in which days count here, and the key under which words are sealed. */
export async function organizationToday(
  call: Call,
): Promise<{ name: string; zone: string; today: string; wrappedKey: Buffer }> {
  const { name, timeZone: zone, wrappedKey } = await organizationFacts(call);
  return { name, zone, wrappedKey, today: dayOf(call.now.getTime(), zone) };
}

/** Lists the guardians of these children, in the order in which they became guardians. */
export async function guardiansOf(call: Call, childProfileIds: readonly string[]) {
  return call.db
    .select({
      childProfileId: guardianship.childProfileId,
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      place: guardianship.place,
    })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.guardianProfileId))
    .where(
      and(
        ours(guardianship, call),
        inArray(guardianship.childProfileId, [...childProfileIds]),
        isNull(guardianship.endedAt),
      ),
    )
    .orderBy(asc(guardianship.createdAt), asc(guardianship.place));
}

/** The context that binds the encrypted reasons to their guardianship. */
export const reasonPlace = (
  call: Pick<Call, "organizationId">,
  column: "sealed_added_reason" | "sealed_ended_reason",
  of: { guardianProfileId: string; childProfileId: string; createdAt: Date },
) => ({
  tenant: call.organizationId,
  table: "guardianship",
  column,
  id: `${of.guardianProfileId} ${of.childProfileId} ${of.createdAt.toISOString()}`,
});

/** Returns whether the actor may add and end guardianships of a person, that is, change roles at all of the person's levels. */
export function mayChangeGuardians(call: Call, childLevels: readonly { levelPre: number }[]): boolean {
  if (childLevels.length === 0) {
    return verdictOn(call, "memberships.change", { organizationWide: true, roles: ["Individual"] }).allowed;
  }
  return childLevels.every(
    ({ levelPre }) => verdictOn(call, "memberships.change", { levelPre, roles: ["Individual"] }).allowed,
  );
}

/** So many guardianships of one person are shown, the latest first. */
const mostShown = 40;

/** The guardians and the children of a member. The caller authorizes the sight of the member. */
export async function memberFamily(call: Call, target: MemberTarget): Promise<ResponseOf<typeof getMemberFamily>> {
  const { zone, wrappedKey } = await organizationToday(call);
  const [guardians, children, own] = [
    await side(call, guardianship.childProfileId, guardianship.guardianProfileId, target.profileId),
    await side(call, guardianship.guardianProfileId, guardianship.childProfileId, target.profileId),
    await membershipsOf(call, [target.profileId]),
  ];
  const { self, guardedChild } = relationTo(call, target.profileId);
  const invitations = self ? [] : await openInvitations(call, [target.profileId]);
  const minor = target.dateOfBirth !== null && isMinor(target.dateOfBirth, call.now.getTime(), zone);
  const mayChange = mayChangeGuardians(call, own);
  const places = await membershipsOf(
    call,
    [...guardians, ...children].map((one) => one.profileId),
  );
  const toResponse = ({ row, ...person }: (typeof guardians)[number]) => {
    const { self, guardedChild } = relationTo(call, person.profileId);
    const seen = places.find(
      ({ profileId, levelPre }) =>
        profileId === person.profileId &&
        (self || guardedChild || verdictOn(call, "members.see", { levelPre }).allowed),
    );
    const opened = (column: "sealed_added_reason" | "sealed_ended_reason", sealed: Buffer | null) =>
      mayChange && sealed ? call.adapters.vault.open(wrappedKey, reasonPlace(call, column, row), sealed) : null;
    return {
      ...person,
      profileLevelAccessId: seen?.profileLevelAccessId ?? null,
      since: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      endedHow: row.endedHow,
      addedReason: opened("sealed_added_reason", row.sealedAddedReason),
      endedReason: opened("sealed_ended_reason", row.sealedEndedReason),
    };
  };
  return {
    profileId: target.profileId,
    minor,
    guardians: guardians.map(toResponse),
    children: children.map(toResponse),
    mayChange: mayChange && !guardedChild,
    invitations: invitations.map(({ guardianInvitationId, firstName, lastName, email, expiresAt, undelivered }) => ({
      ...{ guardianInvitationId, firstName, lastName, email, undelivered },
      expiresAt: expiresAt.toISOString(),
      mayCorrect: undelivered !== null && (mayChange || guardedChild),
    })),
  };
}

type Side = typeof guardianship.childProfileId | typeof guardianship.guardianProfileId;

function side(call: Call, of: Side, other: Side, profileId: string) {
  return call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      row: guardianship,
    })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, other))
    .where(and(ours(guardianship, call), eq(of, profileId)))
    .orderBy(desc(isNull(guardianship.endedAt)), desc(guardianship.createdAt))
    .limit(mostShown);
}
