import { Button, Dialog, Notice, Select } from "@touchline/ui";
import { useState } from "react";
import { MembershipPreview } from "./MembershipPreview.tsx";
import type { Member, Membership } from "./Memberships.tsx";
import { outcomeText } from "./outcomes.ts";
import { giveLabel } from "./queries.ts";
import { useMembershipChange } from "./useMembershipChange.ts";
import { words } from "./words.ts";

interface ChangeRoleDialogProps {
  member: Member;
  membership: Membership;
  /** Those that may be given here. */
  labels: readonly { labelId: string; name: string }[];
  onClose: () => void;
}

/** Changes a membership's role. Its requirements follow, and completed work is kept. */
export function ChangeRoleDialog({ member, membership, labels, onClose }: ChangeRoleDialogProps) {
  const { profileLevelAccessId, labelId, labelName, levelName } = membership;
  const [chosen, setChosen] = useState<string | null>(null);
  const name = labels.find((label) => label.labelId === chosen)?.name ?? "";
  const changing = useMembershipChange({
    act: () => giveLabel(profileLevelAccessId, chosen ?? ""),
    noticeOf: ({ requirements }) =>
      words.roleChanged({
        firstName: member.firstName,
        role: name,
        level: levelName,
        outcome: outcomeText(requirements),
      }),
    undo: () => giveLabel(profileLevelAccessId, labelId),
    onDone: onClose,
  });
  const choices = labels.filter((label) => label.labelId !== labelId);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.changeRoleTitle({ name: `${member.firstName} ${member.lastName}` })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={words.changeRole}
            loading={changing.isPending}
            disabledReason={chosen === null ? words.roleMissing : undefined}
            onClick={() => chosen !== null && changing.mutate()}
          />
        </>
      }
    >
      {changing.error && (
        <Notice tone="stop" title={words.notChanged}>
          {changing.error.message}
        </Notice>
      )}
      <p>{words.changeRoleHint({ role: labelName, level: levelName })}</p>
      <Select
        label={words.newRole}
        placeholder={choices.length === 0 ? words.noOtherRole : words.chooseRole}
        data-autofocus
        searchable={choices.length > 10}
        allowDeselect={false}
        data={choices.map((label) => ({ value: label.labelId, label: label.name }))}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          changing.reset();
        }}
      />
      {chosen !== null && <MembershipPreview change={{ profileLevelAccessId, change: "relabel", labelId: chosen }} />}
    </Dialog>
  );
}
