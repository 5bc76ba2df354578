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

/** What an item says, and copying it. */
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
      notify("done", `${item.name} is in your library. Nobody is asked for it yet.`);
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
          <Button variant="secondary" label="Close" onClick={onClose} />
          <Button
            label="Copy into our library"
            loading={copying.isPending}
            disabledReason={levelId === null ? "Choose a level first." : undefined}
            onClick={() => levelId !== null && copying.mutate(levelId)}
          />
        </>
      }
    >
      {failed && (
        <Notice tone="stop" title={copying.error ? "Not copied" : "It could not be loaded"}>
          {messageOf(failed)}
        </Notice>
      )}
      <p>{item.description}</p>
      {item.copies.map(({ contentId, name }) => (
        <p key={contentId}>
          You have a copy already: <TextLink href={`/library/${contentId}`}>{name}</TextLink>
        </p>
      ))}
      {looked.data ? (
        <Facts
          facts={[
            { label: "Type", value: requirementTypeLabels[item.type] },
            ...looked.data.facts.map(({ label, value }) => ({ label, value })),
          ]}
        />
      ) : (
        !looked.error && <LoadingState label="Loading what it says" lines={4} />
      )}
      <LevelSelect
        label="Into the library of"
        description="Who looks after this level may change the copy."
        levels={open}
        value={levelId}
        onChange={setChosen}
      />
    </Dialog>
  );
}
