import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getRequirement, listRequirements } from "@touchline/contract/requirements";
import { call } from "../../client.ts";
import { whileChecked } from "../../files/queries.ts";

/** Everything one membership owes. */
export type MembershipRequirements = ResponseOf<typeof listRequirements>;
/** One thing owed, as lists show it. */
export type ListedRequirement = MembershipRequirements["requirements"][number];
/** One requirement with what it asks and what was sent in. */
export type Requirement = ResponseOf<typeof getRequirement>;

export const requirementsQuery = (plaId: string) =>
  queryOptions({
    queryKey: ["requirements", plaId],
    queryFn: ({ signal }) => call(listRequirements, { params: { plaId } }, { signal }),
  });

export const requirementQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["requirement", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getRequirement, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchInterval: whileChecked(({ attempt }: Requirement) => attempt?.files),
  });

/**
 * Reads anew what is out of date once something was sent in or taken back. The lists too, although none is on the screen:
 * whoever goes back shall not be asked for what they have just sent.
 *
 * @returns when the requirement itself has come.
 */
export function refreshAfterSubmission(queryClient: QueryClient): Promise<void> {
  for (const name of ["requirements", "activeProfile", "pendingReviewCount"]) {
    void queryClient.invalidateQueries({ queryKey: [name], refetchType: "all" });
  }
  queryClient.removeQueries({ queryKey: ["draft"], type: "inactive" });
  return queryClient.invalidateQueries({ queryKey: ["requirement"] });
}
