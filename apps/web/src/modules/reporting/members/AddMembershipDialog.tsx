import { Button, Dialog, Notice, Select } from "@touchline/ui";
import { useState } from "react";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { MembershipPreview } from "./MembershipPreview.tsx";
import type { Member } from "./Memberships.tsx";
import { giveMembership, removeMembership } from "./queries.ts";
import { useMembershipChange } from "./useMembershipChange.ts";
import { words } from "./words.ts";

interface AddMembershipDialogProps {
  member: Member;
  levels: readonly ListedLevel[];
  /** Those that may be given at a level. */
  labelsAt: (levelId: string) => readonly { labelId: string; name: string }[];
  /** Whether the person who adds one may also remove it. */
  mayUndo: (levelId: string) => boolean;
  onClose: () => void;
}

/** Gives a person one more membership; what is done already counts there too. */
export function AddMembershipDialog({ member, levels, labelsAt, mayUndo, onClose }: AddMembershipDialogProps) {
  const { profileLevelAccessId } = member.membership;
  const [levelId, setLevelId] = useState<string | null>(null);
  const [labelId, setLabelId] = useState<string | null>(null);
  const labels = levelId === null ? [] : labelsAt(levelId);
  const level = levels.find((one) => one.levelId === levelId)?.name ?? "";
  const label = labels.find((one) => one.labelId === labelId)?.name ?? "";
  const adding = useMembershipChange({
    act: () => giveMembership({ profileId: member.profileId, levelId: levelId ?? "", labelId: labelId ?? "" }),
    noticeOf: () => words.membershipAdded({ firstName: member.firstName, role: label, level }),
    undo: levelId !== null && mayUndo(levelId) ? (added) => removeMembership(added.profileLevelAccessId) : undefined,
    onDone: onClose,
  });
  const ready = levelId !== null && labelId !== null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.addMembershipTitle({ name: `${member.firstName} ${member.lastName}` })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={words.addMembership}
            loading={adding.isPending}
            disabledReason={ready ? undefined : words.levelAndRoleMissing}
            onClick={() => ready && adding.mutate()}
          />
        </>
      }
    >
      {adding.error && (
        <Notice tone="stop" title={words.notAdded}>
          {adding.error.message}
        </Notice>
      )}
      <LevelSelect
        label={words.level}
        placeholder={words.chooseLevel}
        levels={levels}
        value={levelId}
        onChange={(value) => {
          setLevelId(value);
          setLabelId(null);
          adding.reset();
        }}
      />
      <Select
        label={words.role}
        placeholder={levelId === null ? words.levelFirst : words.chooseRole}
        disabled={levelId === null}
        searchable={labels.length > 10}
        allowDeselect={false}
        data={labels.map((one) => ({ value: one.labelId, label: one.name }))}
        value={labelId}
        onChange={(value) => {
          setLabelId(value);
          adding.reset();
        }}
      />
      {ready && <MembershipPreview change={{ profileLevelAccessId, change: "add", levelId, labelId }} />}
    </Dialog>
  );
}
