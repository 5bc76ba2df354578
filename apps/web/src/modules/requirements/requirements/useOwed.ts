import { useQueries } from "@tanstack/react-query";
import type { ActiveProfile } from "../../../session/useActiveProfile.ts";
import { groupOwed, mergeMemberships, type OwedGroups } from "./owed.ts";
import { requirementsQuery } from "./queries.ts";

export type Person = ActiveProfile["profilesWithPlas"][number];

/** More memberships than anyone has; each is a call. */
const mostMemberships = 20;

/** A person's requirements over all memberships, by who acts next. `owed` is null until everything has loaded. */
export function useOwed(person: Person | undefined) {
  const memberships = (person?.profileLevelAccesses ?? []).slice(0, mostMemberships);
  const answers = useQueries({ queries: memberships.map((one) => requirementsQuery(one.profileLevelAccessId)) });
  const failed = answers.find((answer) => answer.error);
  const loaded = answers.flatMap(({ data }, index) => {
    const plaId = memberships[index]?.profileLevelAccessId;
    return data && plaId !== undefined ? [{ ...data, plaId }] : [];
  });
  const complete = loaded.length === memberships.length;
  return {
    owed: complete ? { memberships: loaded, groups: groupOwed(mergeMemberships(loaded)) } : null,
    error: complete ? null : (failed?.error ?? null),
    retry: () => void failed?.refetch(),
  };
}

/** More people than anyone manages. For the others, only the status is shown. */
const mostPeople = 8;

/**
 * The requirements of several people by id, by who acts next. People whose requirements haven't loaded are left out.
 */
export function useOwedOf(people: readonly Person[]): ReadonlyMap<string, OwedGroups> {
  const entries = people
    .slice(0, mostPeople)
    .flatMap(({ profileId, profileLevelAccesses }) =>
      profileLevelAccesses.slice(0, mostMemberships).map(({ profileLevelAccessId: plaId }) => ({ profileId, plaId })),
    );
  const answers = useQueries({ queries: entries.map(({ plaId }) => requirementsQuery(plaId)) });
  const read = entries.map((one, index) => ({ ...one, data: answers[index]?.data }));
  return new Map(
    [...Map.groupBy(read, ({ profileId }) => profileId)].flatMap(([profileId, theirs]) => {
      const loaded = theirs.flatMap(({ plaId, data }) => (data ? [{ ...data, plaId }] : []));
      return loaded.length < theirs.length ? [] : [[profileId, groupOwed(mergeMemberships(loaded))] as const];
    }),
  );
}
