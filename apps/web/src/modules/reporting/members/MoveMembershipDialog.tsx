import { Button, Dialog, Notice } from "@touchline/ui";
import { useState } from "react";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { MembershipPreview } from "./MembershipPreview.tsx";
import type { Member, Membership } from "./Memberships.tsx";
import { outcomeText } from "./outcomes.ts";
import { moveTo } from "./queries.ts";
import { useMembershipChange } from "./useMembershipChange.ts";

interface MoveMembershipDialogProps {
  member: Member;
  membership: Membership;
  /** Those to which it may be moved. */
  levels: readonly ListedLevel[];
  onClose: () => void;
}

/** Takes a membership to another level under the same role. */
export function MoveMembershipDialog({ member, membership, levels, onClose }: MoveMembershipDialogProps) {
  const { profileLevelAccessId, levelId, labelName, levelName } = membership;
  const [chosen, setChosen] = useState<string | null>(null);
  const to = levels.find((level) => level.levelId === chosen)?.name ?? "";
  const moving = useMembershipChange({
    act: () => moveTo(profileLevelAccessId, chosen ?? ""),
    said: ({ requirements }) => `${member.firstName} is ${labelName} at ${to} now. ${outcomeText(requirements)}`,
    undo: () => moveTo(profileLevelAccessId, levelId),
    onDone: onClose,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Move ${member.firstName} ${member.lastName}`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button
            label="Move"
            loading={moving.isPending}
            disabledReason={chosen === null ? "Choose a level first." : undefined}
            onClick={() => chosen !== null && moving.mutate()}
          />
        </>
      }
    >
      {moving.error && (
        <Notice tone="stop" title="Not moved">
          {moving.error.message}
        </Notice>
      )}
      <p>
        {labelName} at {levelName} now, and stays {labelName}. What was sent in goes along.
      </p>
      <LevelSelect
        label="New level"
        placeholder="Choose a level"
        levels={levels.filter((level) => level.levelId !== levelId)}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          moving.reset();
        }}
      />
      {chosen !== null && <MembershipPreview change={{ profileLevelAccessId, change: "move", levelId: chosen }} />}
    </Dialog>
  );
}
