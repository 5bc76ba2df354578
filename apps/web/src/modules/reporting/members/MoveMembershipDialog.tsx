import { Button, Dialog, Notice } from "@touchline/ui";
import { useState } from "react";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { MembershipPreview } from "./MembershipPreview.tsx";
import type { Member, Membership } from "./Memberships.tsx";
import { outcomeText } from "./outcomes.ts";
import { moveTo } from "./queries.ts";
import { useMembershipChange } from "./useMembershipChange.ts";
import { words } from "./words.ts";

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
    noticeOf: ({ requirements }) =>
      words.moved({ firstName: member.firstName, role: labelName, level: to, outcome: outcomeText(requirements) }),
    undo: () => moveTo(profileLevelAccessId, levelId),
    onDone: onClose,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.moveTitle({ name: `${member.firstName} ${member.lastName}` })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={words.move}
            loading={moving.isPending}
            disabledReason={chosen === null ? words.levelMissing : undefined}
            onClick={() => chosen !== null && moving.mutate()}
          />
        </>
      }
    >
      {moving.error && (
        <Notice tone="stop" title={words.notMoved}>
          {moving.error.message}
        </Notice>
      )}
      <p>{words.moveHint({ role: labelName, level: levelName })}</p>
      <LevelSelect
        label={words.newLevel}
        placeholder={words.chooseLevel}
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
