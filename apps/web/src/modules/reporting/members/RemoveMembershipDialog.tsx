import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice } from "@touchline/ui";
import { MembershipPreview } from "./MembershipPreview.tsx";
import type { Member, Membership } from "./Memberships.tsx";
import { outcomeText } from "./outcomes.ts";
import { giveMembership, removeMembership } from "./queries.ts";
import { useMembershipChange } from "./useMembershipChange.ts";
import { words } from "./words.ts";

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
    noticeOf: ({ requirements }) =>
      words.membershipRemoved({
        firstName: member.firstName,
        role: labelName,
        level: levelName,
        outcome: outcomeText(requirements),
      }),
    undo: () => giveMembership({ profileId: member.profileId, levelId, labelId }),
    onDone: async () => {
      const [other] = others;
      const isOnPage = profileLevelAccessId === member.membership.profileLevelAccessId;
      if (isOnPage)
        await navigate({ href: other ? `/members/${other.profileLevelAccessId}` : `/dashboard/${levelId}` });
      else onClose();
    },
  });
  const name = `${member.firstName} ${member.lastName}`;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.removeTitle({ name, level: levelName })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button
            danger
            label={words.removeMembership}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          />
        </>
      }
    >
      {removing.error && (
        <Notice tone="stop" title={words.notRemoved}>
          {removing.error.message}
        </Notice>
      )}
      <p>{words.removeHint({ name, role: labelName, level: levelName })}</p>
      <p>{whatStays(member.firstName, others)}</p>
      <MembershipPreview change={{ profileLevelAccessId, change: "remove" }} />
    </Dialog>
  );
}

/** More memberships than these are only counted. */
const mostNamed = 3;

function whatStays(firstName: string, others: readonly Membership[]): string {
  if (others.length === 0) return words.onlyMembership({ firstName });
  const memberships = others
    .slice(0, mostNamed)
    .map((one) => words.roleAtLevel({ role: one.labelName, level: one.levelName }))
    .join(", ");
  const rest = others.length - mostNamed;
  return rest > 0
    ? words.otherMembershipsMore({ firstName, memberships, count: rest })
    : words.otherMemberships({ firstName, memberships });
}
