import { type GuardianRefusal, guardianRefusal, mostGuardians } from "@touchline/rules";
import { and, count, inArray, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { relationTo } from "../../../../security/authorize.ts";
import { guardiansOf, organizationToday } from "../queries/guardians.ts";
import { auditGuardians, type Guarding } from "./guardians.ts";
import { keepGuardianships } from "./keep-guardianships.ts";

/**
 * Makes people guardians of children, many at once in a fixed number of statements, as far as the rules allow. The caller
 * authorizes, holds everyone who existed before, and derives the statuses of the children.
 *
 * @returns for each pair, in order, why it wasn't linked, or null if it was. `own`: no one can make themselves a guardian.
 */
export async function linkGuardians(
  call: Call,
  pairs: readonly Guarding[],
): Promise<(GuardianRefusal | "own" | "left" | null)[]> {
  if (pairs.length === 0) return [];
  const { today } = await organizationToday(call);
  const childIds = [...new Set(pairs.map((pair) => pair.childProfileId))];
  const guardianIds = [...new Set(pairs.map((pair) => pair.guardianProfileId))];
  const people = await call.db
    .select({ profileId: profile.profileId, dateOfBirth: profile.dateOfBirth })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        sql`${profile.profileId} = ANY(${sql.param([...childIds, ...guardianIds])}::uuid[])`,
        isNull(profile.archivedAt),
      ),
    );
  const person = new Map(people.map((one) => [one.profileId, one]));
  const present = Map.groupBy(await guardiansOf(call, childIds), (one) => one.childProfileId);
  const places = new Map(
    childIds.map((id) => [id, (present.get(id) ?? []).map(({ profileId, place }) => ({ profileId, place }))]),
  );
  const guarded = await childrenCounted(call, guardianIds);
  const added: (Guarding & { place: number; childBorn: string | null })[] = [];
  const refusals = pairs.map(({ guardianProfileId, childProfileId }) => {
    const { self, otherEntry } = relationTo(call, guardianProfileId);
    if (self || otherEntry) return "own";
    const [guardian, child] = [person.get(guardianProfileId), person.get(childProfileId)];
    if (!guardian || !child) return "left";
    const taken = places.get(childProfileId) ?? [];
    const many = guarded.get(guardianProfileId) ?? 0;
    const facts = { guardian, child, guardians: taken.map((one) => one.profileId), guarded: many };
    const refusal = guardianRefusal(facts, today);
    if (refusal) return refusal;
    const free = Array.from({ length: mostGuardians }, (_, index) => index + 1);
    const place = free.find((one) => !taken.some((other) => other.place === one)) as number;
    places.set(childProfileId, [...taken, { profileId: guardianProfileId, place }]);
    guarded.set(guardianProfileId, many + 1);
    added.push({ guardianProfileId, childProfileId, place, childBorn: child.dateOfBirth });
    return null;
  });
  await insertRows(
    call,
    guardianship,
    added.map((one) => ({
      ...one,
      organizationId: call.organizationId,
      createdAt: call.now,
      createdBy: actingProfile(call),
    })),
  );
  await keepGuardianships(call, [...new Set(added.map((one) => one.childProfileId))]);
  await auditGuardians(call, "guardianship.added", added);
  return refusals;
}

/** How many children each of these people guards. */
async function childrenCounted(call: Call, guardianIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await call.db
    .select({ id: guardianship.guardianProfileId, children: count() })
    .from(guardianship)
    .where(
      and(
        ours(guardianship, call),
        inArray(guardianship.guardianProfileId, [...guardianIds]),
        isNull(guardianship.endedAt),
      ),
    )
    .groupBy(guardianship.guardianProfileId);
  return new Map(rows.map((row) => [row.id, row.children]));
}
