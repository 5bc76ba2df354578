import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice } from "@touchline/ui";
import { MembershipPreview } from "./MembershipPreview.tsx";
import type { Member, Membership } from "./Memberships.tsx";
import { outcomeText } from "./outcomes.ts";
import { giveMembership, removeMembership } from "./queries.ts";
import { useMembershipChange } from "./useMembershipChange.ts";

interface RemoveMembershipDialogProps {
  member: Member;
  membership: Membership;
  onClose: () => void;
}

/** Ends a membership, after saying what that does. */
export function RemoveMembershipDialog({ member, membership, onClose }: RemoveMembershipDialogProps) {
  const { profileLevelAccessId, labelName, levelId, labelId, levelName } = membership;
  const others = member.memberships.filter((one) => one.profileLevelAccessId !== profileLevelAccessId);
  const navigate = useNavigate();
  const removing = useMembershipChange({
    act: () => removeMembership(profileLevelAccessId),
    said: ({ requirements }) =>
      `${member.firstName} is not ${labelName} at ${levelName} any more. ${outcomeText(requirements)}`,
    undo: () => giveMembership({ profileId: member.profileId, levelId, labelId }),
    onDone: async () => {
      const [other] = others;
      const shown = profileLevelAccessId === member.membership.profileLevelAccessId;
      if (shown) await navigate({ href: other ? `/members/${other.profileLevelAccessId}` : `/dashboard/${levelId}` });
      else onClose();
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
      <MembershipPreview change={{ profileLevelAccessId, change: "remove" }} />
    </Dialog>
  );
}
