import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { refusedFields } from "../../../form-errors.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { type ListedLevel, levelsWhere } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type Content, duplicate } from "./queries.ts";
import { words } from "./words.ts";

interface DuplicateDialogProps {
  content: Content;
  levels: readonly ListedLevel[];
  onClose: () => void;
}

/** Another one with the same settings, under a name of its own. */
export function DuplicateDialog({ content, levels, onClose }: DuplicateDialogProps) {
  const { levelRoles } = useActiveProfile();
  const open = levelsWhere(levelRoles, levels, "content.edit");
  const [name, setName] = useState(words.copyName({ name: content.name }).slice(0, 200));
  const own = open.some((level) => level.levelId === content.levelId);
  const [levelId, setLevelId] = useState(own ? content.levelId : (open[0]?.levelId ?? null));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const acting = useMutation({
    mutationFn: (to: string) => duplicate(content.contentId, { name, levelId: to }),
    onSuccess: async ({ contentId }) => {
      notify("done", words.duplicated({ name: name.trim() }));
      await queryClient.invalidateQueries({ queryKey: ["library"] });
      void navigate({ href: `/library/${contentId}` });
    },
  });
  const fields = acting.error && refusedFields(acting.error);
  const act = () => levelId !== null && !acting.isPending && acting.mutate(levelId);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.duplicateTitle({ name: content.name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={words.duplicate}
            loading={acting.isPending}
            disabledReason={levelId === null ? words.chooseLevel : undefined}
            onClick={act}
          />
        </>
      }
    >
      {acting.error && !fields && (
        <Notice tone="stop" title={words.duplicateFailed}>
          {messageOf(acting.error)}
        </Notice>
      )}
      <p>{words.duplicateAbout}</p>
      <TextInput
        label={words.name}
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fields?.name}
      />
      <LevelSelect
        label={words.belongsTo}
        levels={open}
        value={levelId}
        onChange={setLevelId}
        error={fields?.levelId}
      />
    </Dialog>
  );
}
