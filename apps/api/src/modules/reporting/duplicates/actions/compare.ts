import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { likelyPair } from "../../../../schema/reporting.ts";
import { audit } from "../../../../security/audit.ts";
import { similarTo, takePeopleToCompare, withLocks, writeKeys } from "../../../people/index.ts";
import { pairSeen } from "../queries/pairs.ts";

/** People that one transaction compares with all others. */
const atOnce = 200;

/**
 * Compares the next people with all others of the organization: stores pairs that look like one person, and removes those that
 * don't anymore. Dismissed pairs stay dismissed.
 *
 * @returns whether more people wait.
 */
export async function compareSome(call: Call): Promise<boolean> {
  const ids = await takePeopleToCompare(call, atOnce);
  if (ids.length === 0) return false;
  const people = await call.db
    .select()
    .from(profile)
    .where(
      and(ours(profile, call), inArray(profile.profileId, ids), isNull(profile.mergedInto), isNull(profile.archivedAt)),
    );
  // People from before keys were stored get theirs here.
  await writeKeys(call, people);
  const found = await similarTo(call, people);
  const pairs = new Map(
    people.flatMap(({ profileId }, place) =>
      (found[place] ?? [])
        .filter((other) => other.archivedAt === null)
        .map((other) => {
          const [one, two] = [profileId, other.profileId].sort() as [string, string];
          return [`${one} ${two}`, { one, two, score: other.score, reasons: other.reasons }] as const;
        }),
    ),
  );
  await forgetOthers(call, ids, [...pairs.values()]);
  await keepPairs(call, [...pairs.values()]);
  return ids.length === atOnce;
}

type Pair = { one: string; two: string; score: number; reasons: string[] };

async function keepPairs(call: Call, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const column = <Key extends keyof Pair>(key: Key) => sql.param(pairs.map((pair) => pair[key]));
  await call.db.execute(sql`
    INSERT INTO likely_pair
      (organization_id, likely_pair_id, one_profile_id, other_profile_id, score, reasons, found_at)
    SELECT ${call.organizationId}::uuid, id, one, two, score, string_to_array(reasons, ' '),
      ${call.now.toISOString()}::timestamptz
    FROM unnest(
      ${sql.param(pairs.map(() => newId()))}::uuid[], ${column("one")}::uuid[], ${column("two")}::uuid[],
      ${column("score")}::smallint[], ${sql.param(pairs.map(({ reasons }) => reasons.join(" ")))}::text[]
    ) AS found (id, one, two, score, reasons)
    ON CONFLICT (organization_id, one_profile_id, other_profile_id)
      DO UPDATE SET score = excluded.score, reasons = excluded.reasons WHERE likely_pair.dismissed_at IS NULL`);
}

/** Deletes pairs of these people that aren't among those found now. */
async function forgetOthers(call: Call, ids: readonly string[], pairs: readonly Pair[]): Promise<void> {
  await call.db.execute(sql`
    DELETE FROM likely_pair WHERE organization_id = ${call.organizationId} AND dismissed_at IS NULL
      AND (one_profile_id = ANY(${sql.param([...ids])}::uuid[]) OR other_profile_id = ANY(${sql.param([...ids])}::uuid[]))
      AND (one_profile_id, other_profile_id) NOT IN (SELECT * FROM unnest(
        ${sql.param(pairs.map(({ one }) => one))}::uuid[], ${sql.param(pairs.map(({ two }) => two))}::uuid[]))`);
}

/** Deletes pairs with an entry that was merged into another. */
export async function forgetPairsOf(call: Call, profileId: string): Promise<void> {
  await call.db.execute(sql`
    DELETE FROM likely_pair WHERE organization_id = ${call.organizationId}
      AND (one_profile_id = ${profileId} OR other_profile_id = ${profileId})`);
}

/** Dismisses a pair: the two entries are two people. @throws NotFound, Forbidden */
export async function dismissPair(unlocked: Call, likelyPairId: string): Promise<void> {
  const call = await withLocks(unlocked);
  const pair = await pairSeen(call, likelyPairId);
  const dismissed = await call.db
    .update(likelyPair)
    .set({ dismissedAt: call.now, dismissedBy: actingProfile(call) })
    .where(and(ours(likelyPair, call), eq(likelyPair.likelyPairId, pair.likelyPairId), isNull(likelyPair.dismissedAt)))
    .returning({ profileId: likelyPair.oneProfileId, otherId: likelyPair.otherProfileId });
  await audit(
    call,
    dismissed.map(({ profileId, otherId }) => ({
      action: "person.toldApart",
      ...{ subjectId: profileId, profileId, facts: { otherId } },
    })),
  );
}
