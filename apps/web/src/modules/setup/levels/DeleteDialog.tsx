import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, LoadingState, Notice, useNotify } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import classes from "./Levels.module.css";
import { levelQuery, remove, showTreeAnew } from "./queries.ts";
import { words } from "./words.ts";

interface DeleteDialogProps {
  level: ListedLevel;
  levels: readonly ListedLevel[];
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a level without members. If it has members, the dialog says how many and links to them. */
export function DeleteDialog({ level, levels, onDeleted, onClose }: DeleteDialogProps) {
  const { levelId, name, parentId } = level;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({ ...levelQuery(levelId), staleTime: 0 });
  const above = levels.find((one) => one.levelId === parentId)?.name;
  const removing = useMutation({
    mutationFn: () => remove(levelId),
    onSuccess: async () => {
      // Show the parent first, because the tree is about to be refetched without this level.
      onDeleted();
      queryClient.removeQueries({ queryKey: ["level", levelId] });
      await showTreeAnew(queryClient);
      notify("done", words.deleted({ name }));
    },
    onError: () => void refetch(),
  });
  const members = data?.members ?? 0;
  const refused = removing.error?.message ?? (members > 0 ? words.hasMembers({ count: members, name }) : null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.deleteTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          {refused ? (
            <Button label={words.viewMembers} href={`/dashboard/${levelId}`} />
          ) : (
            <Button
              danger
              label={words.deleteLevel}
              disabled={!data}
              loading={removing.isPending}
              onClick={() => removing.mutate()}
            />
          )}
        </>
      }
    >
      {error && !data ? (
        <LoadFailed title={words.levelNotLoaded} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={words.checkingMembers} lines={2} />
      ) : refused ? (
        <Notice
          tone={removing.error ? "stop" : "needs"}
          title={removing.error ? words.notDeleted : words.hasMembersTitle}
        >
          {refused}
        </Notice>
      ) : (
        <div className={classes.form}>
          <p>
            {words.noMembers} {data.levelsBelow > 0 && `${words.sublevelsDeleted({ count: data.levelsBelow })} `}
            {words.assignmentsEnd}{" "}
            {above === undefined ? words.requirementsMoveUp : words.requirementsMove({ level: above })}
          </p>
          <p>{words.cannotUndo}</p>
        </div>
      )}
    </Dialog>
  );
}
