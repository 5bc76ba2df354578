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

/** Deletes a level that nobody is a member of; with members it says how many there are, and leads to them. */
export function DeleteDialog({ level, levels, onDeleted, onClose }: DeleteDialogProps) {
  const { levelId, name, parentId } = level;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({ ...levelQuery(levelId), staleTime: 0 });
  const above = levels.find((one) => one.levelId === parentId)?.name ?? words.theLevelAbove;
  const removing = useMutation({
    mutationFn: () => remove(levelId),
    onSuccess: async () => {
      // Its parent is shown before the tree is asked for without it.
      onDeleted();
      queryClient.removeQueries({ queryKey: ["level", levelId] });
      await showTreeAnew(queryClient);
      notify("done", words.wasDeleted({ name }));
    },
    onError: () => void refetch(),
  });
  const members = data?.members ?? 0;
  const refused =
    removing.error?.message ??
    (members > 0
      ? `There ${members === 1 ? words.is1Member : words.areMembers({ members: members.toLocaleString() })} at or below ${name}. Move or remove them first, then delete the level.`
      : null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.delete({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          {refused ? (
            <Button label={words.showTheMembers} href={`/dashboard/${levelId}`} />
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
        <LoadFailed what={words.theLevel} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={words.lookingWhoIsThere} lines={2} />
      ) : refused ? (
        <Notice
          tone={removing.error ? "stop" : "needs"}
          title={removing.error ? words.notDeleted : words.notWhileSomebodyIsThere}
        >
          {refused}
        </Notice>
      ) : (
        <div className={classes.form}>
          <p>
            {words.nobodyIsAMemberThere} {data.levelsBelow > 0 && `${levelsWord(data.levelsBelow)} `}
            {words.assignmentsAndSignUpLinks} {above}.
          </p>
          <p>{words.historyGoesOnNamingIt}</p>
        </div>
      )}
    </Dialog>
  );
}

const levelsWord = (count: number) =>
  count === 1 ? words.theLevelBelowItGoes : words.theLevelsBelowItGo({ count: count.toLocaleString() });
