import { RequirementType, type ResponseOf } from "@touchline/contract";
import type { getRegistryMatches, RegistryMatchReason } from "@touchline/contract/screening/registry";
import { searchProblemTexts } from "@touchline/rules";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { offenderSearchFault } from "../../../../schema/lookups.ts";
import { profile } from "../../../../schema/people.ts";
import { registry, registryMatch, registrySearch, registryVersion } from "../../../../schema/screening.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { fullName } from "../../registries/actions/load.ts";
import { askedBy, type FoundEntry } from "./candidates.ts";
import { searchedNames } from "./names.ts";

/** The encrypted part of a match: the entry as it was, and why it matched. */
export type MatchedEntry = FoundEntry & { reasons: readonly RegistryMatchReason[] };

/** The place to which the encryption of a match is bound. */
export const matchPlace = (
  call: Call,
  attemptId: string,
  { registryId, entryId }: { registryId: string; entryId: string },
) => ({
  tenant: call.organizationId,
  table: "registry_match",
  column: "sealed_entry",
  id: `${attemptId} ${registryId} ${entryId}`,
});

/** The most matches of one requirement that are shown. */
const mostShown = 100;

/**
 * Returns what the registry search found about a requirement's person, for its reviewers.
 *
 * @throws NotFound, Forbidden, or Conflict for a requirement of another type.
 */
export async function matchesOf(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getRegistryMatches>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "requirements.review", { ...target, requirementType: RequirementType.SexOffenderSearch });
  const on = await requirementOn(call, target, input.requirementId);
  if (on.required.settings.kind !== "sex-offender-search") {
    throw conflict("This requirement is not a sex offender search.", "notForThisType");
  }
  const { wrappedKey } = await organizationFacts(call);
  const { offenderSearch } = call.adapters;
  const [people, searches, registries, found, faults] = await Promise.all([
    call.db
      .select()
      .from(profile)
      .where(and(ours(profile, call), eq(profile.profileId, target.profileId))),
    call.db
      .select()
      .from(registrySearch)
      .where(and(ours(registrySearch, call), eq(registrySearch.requirementId, input.requirementId))),
    call.db
      .select({ name: registry.name, asOf: registryVersion.asOf, searchUrl: registry.searchUrl })
      .from(registry)
      .innerJoin(registryVersion, eq(registryVersion.registryVersionId, registry.currentVersionId))
      .where(and(isNotNull(registry.currentVersionId), askedBy(call)))
      .orderBy(sql`lower(${registry.name})`),
    call.db
      .select({ match: registryMatch, state: attempt.state })
      .from(registryMatch)
      .innerJoin(attempt, onKey(attempt.attemptId, registryMatch.attemptId))
      .where(and(ours(registryMatch, call), eq(registryMatch.requirementId, input.requirementId)))
      .orderBy(desc(registryMatch.foundAt), desc(registryMatch.score))
      .limit(mostShown),
    call.db
      .select()
      .from(offenderSearchFault)
      .where(and(ours(offenderSearchFault, call), eq(offenderSearchFault.requirementId, input.requirementId))),
  ]);
  const [person] = people;
  const [fault] = faults;
  const names = person ? ((await searchedNames(call, [person])).get(person.profileId) ?? []) : [];
  const matches = found.map(({ match, state }) => {
    const place = matchPlace(call, match.attemptId, match);
    const entry = JSON.parse(call.adapters.vault.open(wrappedKey, place, match.sealedEntry)) as MatchedEntry;
    const { registryName, asOf, entryId, dateOfBirth, link } = entry;
    return {
      ...{ registryName, asOf, entryId, dateOfBirth, link, score: match.score },
      names: entry.names.map(fullName),
      reasons: [...entry.reasons],
      facts: [...entry.facts],
      dismissed: state === "approved",
    };
  });
  return {
    person: { names: names.map(fullName), dateOfBirth: person?.dateOfBirth ?? null },
    searchedAt: searches[0]?.searchedAt.toISOString() ?? null,
    vendor: offenderSearch && {
      name: offenderSearch.name,
      simulated: offenderSearch.simulated,
      problem: fault
        ? {
            kind: fault.problem,
            since: fault.since.toISOString(),
            nextTryAt: fault.nextTryAt.toISOString(),
            text: searchProblemTexts[fault.problem],
          }
        : null,
    },
    registries,
    matches: matches.sort((a, b) => Number(a.dismissed) - Number(b.dismissed) || b.score - a.score),
  };
}
