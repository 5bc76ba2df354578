import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { requirementTypeLabels } from "@touchline/contract";
import { Button, Dialog, Facts, LoadingState, Notice, TextLink, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { levelsWhere } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { copy, type Offered, offeredItemQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Shows a template's settings, and copies it. */
export function CopyDialog({ item, onClose }: { item: Offered; onClose: () => void }) {
  const { hierarchyLevelId, levelRoles } = useActiveProfile();
  const levels = useQuery(navigationQuery(hierarchyLevelId));
  const looked = useQuery(offeredItemQuery(item.platformContentId));
  const open = levels.data ? levelsWhere(levelRoles, levels.data, "content.fromPlatform") : [];
  const [chosen, setChosen] = useState<string | null>(null);
  const levelId = chosen ?? open[0]?.levelId ?? null;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const copying = useMutation({
    mutationFn: (to: string) => copy(item.platformContentId, to),
    onSuccess: async ({ contentId }) => {
      notify("done", words.copied({ name: item.name }));
      await navigate({ href: `/library/${contentId}` });
      await queryClient.invalidateQueries({ queryKey: ["library"] });
    },
  });
  const failed = copying.error ?? looked.error ?? levels.error;
  return (
    <Dialog
      opened
      wide
      onClose={onClose}
      title={item.name}
      footer={
        <>
          <Button variant="secondary" label={words.close} onClick={onClose} />
          <Button
            label={words.addToLibrary}
            loading={copying.isPending}
            disabledReason={levelId === null ? words.chooseLevel : undefined}
            onClick={() => levelId !== null && copying.mutate(levelId)}
          />
        </>
      }
    >
      {failed && (
        <Notice tone="stop" title={copying.error ? words.copyFailed : words.detailsNotLoaded}>
          {messageOf(failed)}
        </Notice>
      )}
      <p>{item.description}</p>
      {item.copies.map(({ contentId, name }) => (
        <p key={contentId}>
          <TextLink href={`/library/${contentId}`}>{words.openCopy({ name })}</TextLink>
        </p>
      ))}
      {looked.data ? (
        <Facts
          facts={[
            { label: words.type, value: requirementTypeLabels[item.type] },
            ...looked.data.facts.map(({ label, value }) => ({ label, value })),
          ]}
        />
      ) : (
        !looked.error && <LoadingState label={words.loadingTemplate} lines={4} />
      )}
      <LevelSelect
        label={words.belongsTo}
        description={words.belongsToHint}
        levels={open}
        value={levelId}
        onChange={setChosen}
      />
    </Dialog>
  );
}
