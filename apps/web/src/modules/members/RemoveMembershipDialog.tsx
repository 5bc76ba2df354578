import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import type { Member, Membership } from "./Memberships.tsx";
import { outcomeText } from "./outcomes.ts";
import { removeMembership } from "./queries.ts";

interface RemoveMembershipDialogProps {
  member: Member;
  membership: Membership;
  onClose: () => void;
}

/** Ends a membership, after saying what that does. */
export function RemoveMembershipDialog({ member, membership, onClose }: RemoveMembershipDialogProps) {
  const { profileLevelAccessId, labelName, levelId, levelName } = membership;
  const others = member.memberships.filter((one) => one.profileLevelAccessId !== profileLevelAccessId);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const removing = useMutation({
    mutationFn: () => removeMembership(profileLevelAccessId),
    onSuccess: async ({ requirements }) => {
      notify("done", `${member.firstName} is not ${labelName} at ${levelName} any more. ${outcomeText(requirements)}`);
      const [other] = others;
      const shown = profileLevelAccessId === member.membership.profileLevelAccessId;
      if (shown) await navigate({ href: other ? `/members/${other.profileLevelAccessId}` : `/dashboard/${levelId}` });
      queryClient.removeQueries({ queryKey: ["member", profileLevelAccessId] });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["member"] }),
        queryClient.invalidateQueries({ queryKey: ["members"] }),
      ]);
      onClose();
    },
  });
  const name = `${member.firstName} ${member.lastName}`;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Remove ${name} from ${levelName}?`}
      footer={
        <>
          <Button variant="secondary" label="Keep" onClick={onClose} />
          <Button danger label="Remove membership" loading={removing.isPending} onClick={() => removing.mutate()} />
        </>
      }
    >
      {removing.error && (
        <Notice tone="stop" title="Not removed">
          {removing.error.message}
        </Notice>
      )}
      <p>
        {name} will not be {labelName} at {levelName} any more. What is asked for there is dropped; what was submitted
        and decided is kept.
      </p>
      <p>
        {others.length === 0
          ? `It is the only membership of ${member.firstName}, who is then archived and leaves every list.`
          : `${member.firstName} stays ${others
              .slice(0, 3)
              .map((one) => `${one.labelName} at ${one.levelName}`)
              .join(", ")}${others.length > 3 ? ` and ${others.length - 3} more` : ""}.`}
      </p>
    </Dialog>
  );
}
