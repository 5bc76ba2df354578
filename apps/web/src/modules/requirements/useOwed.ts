import { useQueries } from "@tanstack/react-query";
import type { ActiveProfile } from "../../session/useActiveProfile.ts";
import { groupOwed, mergeMemberships } from "./owed.ts";
import { requirementsQuery } from "./queries.ts";

export type Person = ActiveProfile["profilesWithPlas"][number];

/** More memberships than anyone has; each is a call. */
const mostMemberships = 20;

/** What is asked of somebody on all their memberships, by whose turn it is. `owed` is null until all of it has come. */
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
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
