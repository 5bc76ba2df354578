import { useMutation, useQueryClient } from "@tanstack/react-query";
import { declineRequirement } from "@touchline/contract/requirements/requirements";
import { Button, Notice } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { Owed } from "./owed.ts";
import { words } from "./words.ts";

/** Declines an optional requirement, or has it asked again. */
export function InterestButton({ owed, declines }: { owed: Owed; declines: boolean }) {
  const queryClient = useQueryClient();
  const { requirementId, name } = owed.requirement;
  const saving = useMutation({
    mutationFn: () =>
      call(declineRequirement, {
        params: { id: requirementId },
        body: { profileLevelAccessId: owed.plaId, declined: declines },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["requirements"], refetchType: "all" }),
  });
  return (
    <>
      {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
      <Button
        small
        variant="quaternary"
        label={declines ? words.notInterested : words.askMeAgain}
        aria-label={declines ? words.notInterestedIn({ name }) : words.askMeAgainFor({ name })}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      />
    </>
  );
}
