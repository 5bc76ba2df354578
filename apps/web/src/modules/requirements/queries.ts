import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getRequirement, listRequirements } from "@touchline/contract/requirements";
import { call } from "../../client.ts";

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
  });

/** What is out of date once something was sent in or taken back. */
export const changedBySubmission = [["requirements"], ["requirement"], ["activeProfile"], ["pendingReviewCount"]];
