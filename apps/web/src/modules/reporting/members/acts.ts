import { useMutation, useQueryClient } from "@tanstack/react-query";
import { overallStatusLabels, type ResponseOf, requirementStatusLabels } from "@touchline/contract";
import type { markIncomplete } from "@touchline/contract/reviews/reviews";
import { requirementTones, useNotify } from "@touchline/ui";
import type { Member } from "./Memberships.tsx";
import { words } from "./words.ts";

export type MemberRequirement = Member["requirements"][number];

/** One of a reviewer's acts on a requirement, as its dialog gets it. */
export interface ActProps {
  member: Member;
  requirement: MemberRequirement;
  zone: string;
  onClose: () => void;
}

type Decided = ResponseOf<typeof markIncomplete>;

/** Runs a reviewer's action, refetches what it changed, announces the new statuses, and closes. */
export function useAct<Given>(
  { member, requirement, onClose }: Pick<ActProps, "member" | "requirement" | "onClose">,
  act: (input: Given) => Promise<Decided>,
) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: act,
    onSuccess: async ({ status, overallStatus }) => {
      const keys = ["member", "members", "requirement", "requirements", "submissions", "review", "reviewList"];
      for (const key of [...keys, "adjacentReview", "pendingReviewCount"]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
      notify(
        requirementTones[status],
        words.actDone({
          requirement: requirement.name,
          status: requirementStatusLabels[status],
          firstName: member.firstName,
          overallStatus: overallStatusLabels[overallStatus],
        }),
      );
      onClose();
    },
  });
}
