import type { IntegrationSource } from "@touchline/contract";
import { and, eq, or, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { externalIdentity } from "../../../../schema/requirements.ts";

type Site = { source: IntegrationSource; siteId: string };
type Known = { profileId: string; firstName: string; lastName: string };

const most = 50_000;

/**
 * Finds who people are by their ids at a partner's site.
 *
 * @param of.profileIds people whose ids are asked for as well.
 * @returns who has which id (merged entries as the one they became), and the ids of each person.
 */
export async function idsKnownTo(
  call: Call,
  site: Site,
  of: { externalIds: readonly string[]; profileIds: readonly string[] },
): Promise<{ byId: Map<string, Known>; idsOf: Map<string, Set<string>> }> {
  const now = sql<string>`coalesce(${profile.mergedInto}, ${profile.profileId})`;
  const rows = await call.db
    .select({ externalId: externalIdentity.externalId, profileId: now })
    .from(externalIdentity)
    .innerJoin(profile, onKey(profile.profileId, externalIdentity.profileId))
    .where(
      and(
        ours(externalIdentity, call),
        eq(externalIdentity.integrationSource, site.source),
        eq(externalIdentity.siteId, site.siteId),
        or(
          sql`${externalIdentity.externalId} = ANY(${sql.param([...of.externalIds])}::text[])`,
          sql`${externalIdentity.profileId} = ANY(${sql.param([...of.profileIds])}::uuid[])`,
        ),
      ),
    )
    .limit(most);
  const people = await call.db
    .select({ profileId: profile.profileId, firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(
      and(ours(profile, call), sql`${profile.profileId} = ANY(${sql.param(rows.map((one) => one.profileId))}::uuid[])`),
    );
  const known = new Map(people.map((one) => [one.profileId, one]));
  const idsOf = new Map<string, Set<string>>();
  for (const { externalId, profileId } of rows)
    idsOf.set(profileId, (idsOf.get(profileId) ?? new Set()).add(externalId));
  const byId = new Map(
    rows.flatMap(({ externalId, profileId }) => {
      const person = known.get(profileId);
      return person ? [[externalId, person] as const] : [];
    }),
  );
  return { byId, idsOf };
}

/** Records by which ids a partner's site knows people. An id that is somebody's already stays theirs. */
export async function knowPeopleAs(
  call: Call,
  { source, siteId }: Site,
  people: readonly { externalId: string; profileId: string }[],
): Promise<void> {
  await insertRows(
    call,
    externalIdentity,
    people.map(({ externalId, profileId }) => ({
      ...{ organizationId: call.organizationId, integrationSource: source, siteId, externalId, profileId },
      createdAt: call.now,
    })),
    sql`ON CONFLICT DO NOTHING`,
  );
}
