import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { beginSupportAccess, findSupportedPeople } from "@touchline/contract/administration/support";
import { and, asc, eq, ilike, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { supportAccess, supportView } from "../../../../schema/administration.ts";
import { label } from "../../../../schema/library.ts";
import { profile, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { lockOrganization } from "../../../accounts/index.ts";
import { accessOf, reasonPlace, requireAccess } from "../queries.ts";

const hourMs = 3_600_000;
const mostFound = 20;

/** Begins support access of an operator. @throws Conflict if the operator has it already */
export async function beginAccess(
  call: Call,
  operator: string,
  { reason, hours }: BodyOf<typeof beginSupportAccess>,
): Promise<ResponseOf<typeof beginSupportAccess>> {
  // Two tabs would otherwise begin two.
  await lockOrganization(call);
  if (await accessOf(call, operator)) {
    throw conflict("You have support access to this organization already. Reload the page.", "inEffect");
  }
  const supportAccessId = newId();
  const endsAt = new Date(call.now.getTime() + hours * hourMs);
  const { wrappedKey } = await organizationFacts(call);
  await call.db.insert(supportAccess).values({
    ...{ organizationId: call.organizationId, supportAccessId, operator, startedAt: call.now, endsAt },
    sealedReason: call.adapters.vault.seal(wrappedKey, reasonPlace(call, supportAccessId), reason),
  });
  await audit(call, [
    { action: "support.begun", subjectId: supportAccessId, facts: { operator, hours }, values: { reason } },
  ]);
  return { supportAccessId, endsAt: endsAt.toISOString() };
}

/** Ends support access, and with it every view. @throws NotFound, also for somebody else's and for one that has ended */
export async function endAccess(call: Call, operator: string, supportAccessId: string): Promise<void> {
  const ended = await call.db
    .update(supportAccess)
    .set({ endedAt: call.now })
    .where(
      and(
        ours(supportAccess, call),
        eq(supportAccess.supportAccessId, supportAccessId),
        eq(supportAccess.operator, operator),
        isNull(supportAccess.endedAt),
      ),
    )
    .returning({ id: supportAccess.supportAccessId });
  if (ended.length === 0) throw notFound("supportAccess");
  await call.db
    .update(supportView)
    .set({ state: "ended", answeredAt: call.now })
    .where(
      and(
        ours(supportView, call),
        eq(supportView.supportAccessId, supportAccessId),
        inArray(supportView.state, ["asked", "allowed"]),
      ),
    );
  await audit(call, [{ action: "support.ended", subjectId: supportAccessId, facts: { operator } }]);
}

/** Finds people with a login, to ask them. Each search is recorded. @throws Forbidden without support access */
export async function findPeople(
  call: Call,
  operator: string,
  search: string,
): Promise<ResponseOf<typeof findSupportedPeople>> {
  const { supportAccessId } = await requireAccess(call, operator);
  const name = sql`${profile.firstName} || ' ' || ${profile.lastName}`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await call.db
    .select({
      profileId: profile.profileId,
      name: sql<string>`${name}`,
      sortName: profile.sortName,
      roles: sql<string[]>`array_agg(DISTINCT ${label.name})`,
    })
    .from(profile)
    .innerJoin(profileLevelAccess, onKey(profileLevelAccess.profileId, profile.profileId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .where(
      and(
        ours(profile, call),
        isNull(profile.archivedAt),
        isNotNull(profile.appUserId),
        or(ilike(name, pattern), eq(sql`lower(${profile.email})`, search.toLowerCase())),
      ),
    )
    .groupBy(profile.profileId, profile.firstName, profile.lastName, profile.sortName)
    .orderBy(asc(profile.sortName), asc(profile.profileId))
    .limit(mostFound);
  await audit(call, [
    {
      ...{ action: "support.peopleSearched", subjectId: supportAccessId },
      ...{ facts: { operator, found: rows.length }, values: { search } },
    },
  ]);
  return rows.map(({ profileId, name: full, roles }) => ({ profileId, name: full, roles }));
}
