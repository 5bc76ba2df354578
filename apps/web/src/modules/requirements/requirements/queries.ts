import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { RequirementStatus, RequirementType, type ResponseOf } from "@touchline/contract";
import { getRequirement, listRequirements } from "@touchline/contract/requirements/requirements";
import { call } from "../../../client.ts";
import { whileChecked } from "../../../files/queries.ts";
import { isYourTurn } from "./owed.ts";

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

const whileFilesChecked = whileChecked(({ attempt }: Requirement) => attempt?.files);
/** Whether photos that are submitted are read before anything else happens with them. */
const readsPhotos = ({ type }: Pick<Requirement, "type">) =>
  type === RequirementType.AgeVerification || type === RequirementType.IdentityVerification;
/** Milliseconds between two looks at a document that is being read, which takes seconds. */
const readEvery = 3_000;
const isBeingRead = (requirement: Requirement | undefined) =>
  requirement !== undefined && readsPhotos(requirement) && requirement.status === RequirementStatus.WaitingOnProvider;

export const requirementQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["requirement", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getRequirement, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchInterval: (query) => (isBeingRead(query.state.data) ? readEvery : whileFilesChecked(query)),
  });

/** More memberships than anyone looks after; each is a call. */
const mostSearched = 100;

/**
 * For an address with a requirement but no membership: the first membership that has it, preferring one with something
 * left to do. Null
 * if none has it.
 */
export const membershipOwingQuery = (queryClient: QueryClient, requirementId: string, plaIds: readonly string[]) =>
  queryOptions({
    queryKey: ["membershipOwing", requirementId, plaIds],
    queryFn: async () => {
      let done: string | null = null;
      for (const plaId of plaIds.slice(0, mostSearched)) {
        const { requirements } = await queryClient.fetchQuery(requirementsQuery(plaId));
        const owed = requirements.find((one) => one.requirementId === requirementId);
        if (owed && isYourTurn(owed)) return { plaId };
        if (owed) done ??= plaId;
      }
      return { plaId: done };
    },
  });

/**
 * Invalidates what is outdated after a submission or withdrawal, including lists that aren't on the screen, so that
 * they don't ask
 * again for what was just submitted.
 *
 * @returns when the requirement itself was refetched.
 */
export function refreshAfterSubmission(queryClient: QueryClient): Promise<void> {
  for (const name of ["requirements", "activeProfile", "pendingReviewCount"]) {
    void queryClient.invalidateQueries({ queryKey: [name], refetchType: "all" });
  }
  queryClient.removeQueries({ queryKey: ["draft"], type: "inactive" });
  return queryClient.invalidateQueries({ queryKey: ["requirement"] });
}
