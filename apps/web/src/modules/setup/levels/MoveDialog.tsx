import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, LoadingState, Notice, useNotify } from "@touchline/ui";
import { useMemo } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import classes from "./Levels.module.css";
import { MovePreview } from "./MovePreview.tsx";
import { move, previewQuery, showTreeAnew } from "./queries.ts";
import { blockOf } from "./rows.ts";
import { words } from "./words.ts";

interface MoveDialogProps {
  level: ListedLevel;
  levels: readonly ListedLevel[];
  reach: ReadonlySet<string>;
  /** The destination, or null until one is chosen. */
  to: string | null;
  onTo: (levelId: string) => void;
  onClose: () => void;
}

/** Asks where to move a level, shows the effect, and moves it. */
export function MoveDialog({ level, levels, reach, to, onTo, onClose }: MoveDialogProps) {
  const { levelId, name, parentId } = level;
  const places = useMemo(() => {
    const block = blockOf(levels, levelId);
    return levels.filter((one) => reach.has(one.levelId) && !block.has(one.levelId) && one.levelId !== parentId);
  }, [levels, levelId, parentId, reach]);
  const target = places.find((one) => one.levelId === to);
  const preview = useQuery({ ...previewQuery(levelId, target?.levelId ?? ""), enabled: target !== undefined });
  const moving = useMove();
  const above = levels.find((one) => one.levelId === parentId);
  return (
    <Dialog
      opened
      wide
      onClose={onClose}
      title={words.moveTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={words.moveLevel}
            disabled={!target || !preview.data}
            loading={moving.isPending}
            onClick={() => {
              if (target && above) moving.mutate({ level, from: above, to: target }, { onSuccess: onClose });
            }}
          />
        </>
      }
    >
      <div className={classes.form}>
        {moving.error && (
          <Notice tone="stop" title={words.notMoved}>
            {moving.error.message}
          </Notice>
        )}
        {places.length === 0 ? (
          <Notice tone="none">{words.noOtherLevel}</Notice>
        ) : (
          <LevelSelect
            label={words.newParent}
            // If the destination is known already, an open list would cover the button.
            {...(to === null ? { "data-autofocus": true } : {})}
            description={above ? words.currentParent({ name: above.name }) : ""}
            placeholder={words.typeName}
            levels={places}
            value={target?.levelId ?? null}
            onChange={onTo}
          />
        )}
        {target && preview.isPending && <LoadingState label={words.checkingChanges} lines={4} />}
        {target && preview.error && (
          <Notice tone="stop" title={words.cannotMove}>
            {messageOf(preview.error)}
          </Notice>
        )}
        {target && preview.data && <MovePreview preview={preview.data} name={name} to={target.name} />}
      </div>
    </Dialog>
  );
}

/** Moves a level, and offers to move it back. */
function useMove() {
  const queryClient = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: ({ level, to }: { level: ListedLevel; from: ListedLevel; to: ListedLevel }) =>
      move(level.levelId, to.levelId),
    onSuccess: async (_, { level, from, to }) => {
      await showTreeAnew(queryClient);
      const back = async () => {
        try {
          await move(level.levelId, from.levelId);
          await showTreeAnew(queryClient);
          notify("done", words.movedBack({ name: level.name, parent: from.name }));
        } catch (error) {
          notify("stop", messageOf(error));
        }
      };
      notify("done", words.moved({ name: level.name, parent: to.name }), {
        label: words.undo,
        onAct: () => void back(),
      });
    },
  });
}
