import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, LoadingState, Notice, useNotify } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import classes from "./Levels.module.css";
import { levelQuery, remove, showTreeAnew } from "./queries.ts";

interface DeleteDialogProps {
  level: ListedLevel;
  levels: readonly ListedLevel[];
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a level that nobody is a member of; with members it says how many there are, and leads to them. */
export function DeleteDialog({ level, levels, onDeleted, onClose }: DeleteDialogProps) {
  const { levelId, name, parentId } = level;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({ ...levelQuery(levelId), staleTime: 0 });
  const above = levels.find((one) => one.levelId === parentId)?.name ?? "the level above";
  const removing = useMutation({
    mutationFn: () => remove(levelId),
    onSuccess: async () => {
      // Its parent is shown before the tree is asked for without it.
      onDeleted();
      queryClient.removeQueries({ queryKey: ["level", levelId] });
      await showTreeAnew(queryClient);
      notify("done", `${name} was deleted.`);
    },
    onError: () => void refetch(),
  });
  const members = data?.members ?? 0;
  const refused =
    removing.error?.message ??
    (members > 0
      ? `There ${members === 1 ? "is 1 member" : `are ${members.toLocaleString()} members`} at or below ${name}. Move or remove them first, then delete the level.`
      : null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Delete ${name}?`}
      footer={
        <>
          <Button variant="secondary" label="Keep" onClick={onClose} />
          {refused ? (
            <Button label="Show the members" href={`/dashboard/${levelId}`} />
          ) : (
            <Button
              danger
              label="Delete level"
              disabled={!data}
              loading={removing.isPending}
              onClick={() => removing.mutate()}
            />
          )}
        </>
      }
    >
      {error && !data ? (
        <LoadFailed what="The level" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label="Looking who is there" lines={2} />
      ) : refused ? (
        <Notice
          tone={removing.error ? "stop" : "needs"}
          title={removing.error ? "Not deleted" : "Not while somebody is there"}
        >
          {refused}
        </Notice>
      ) : (
        <div className={classes.form}>
          <p>
            Nobody is a member there. {data.levelsBelow > 0 && `${levelsWord(data.levelsBelow)} `}
            Assignments and sign-up links there end; requirements that its library keeps go to {above}.
          </p>
          <p>History goes on naming it. This cannot be undone.</p>
        </div>
      )}
    </Dialog>
  );
}

const levelsWord = (count: number) =>
  count === 1 ? "The level below it goes too." : `The ${count.toLocaleString()} levels below it go too.`;
