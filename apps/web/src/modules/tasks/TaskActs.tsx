import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, IconArrowBackUp, IconDownload, useNotify } from "@touchline/ui";
import { messageOf } from "../../errorScreens.tsx";
import { saveFile } from "../../files/saveFile.ts";
import { fetchExport, fetchResult, isRunning, stopTask, type Task, takeBack, taskBegan } from "./queries.ts";

interface TaskActsProps {
  task: Task;
  /** The undo is a task of its own. */
  onUndoing?: (undo: Task) => void;
  /** Also the list of what came of each. */
  withResult?: boolean;
}

/** What can be done with a task: stopped while it runs, taken back or downloaded afterwards. */
export function TaskActs({ task, onUndoing, withResult = false }: TaskActsProps) {
  const { taskId } = task;
  const client = useQueryClient();
  const notify = useNotify();
  const onError = (error: Error) => notify("stop", messageOf(error));
  const settled = () => {
    void client.invalidateQueries({ queryKey: ["task", taskId] });
    void taskBegan(client);
  };
  const canceling = useMutation({ mutationFn: () => stopTask(taskId), onError, onSettled: settled });
  const undoing = useMutation({
    mutationFn: () => takeBack(taskId),
    onSuccess: (undo) => onUndoing?.(undo),
    onError,
    onSettled: settled,
  });
  const fetching = useMutation({
    mutationFn: (what: typeof fetchExport) => what(taskId),
    onSuccess: saveFile,
    onError,
  });
  if (isRunning(task)) {
    return (
      <Button
        small
        variant="secondary"
        label="Cancel"
        loading={canceling.isPending}
        onClick={() => canceling.mutate()}
      />
    );
  }
  const file = task.kind === "members.export" && task.state === "done" && task.done > 0;
  return (
    <>
      {file && (
        <Button
          small
          label="Download file"
          leftIcon={<IconDownload aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate(fetchExport)}
        />
      )}
      {withResult && (
        <Button
          small
          variant="secondary"
          label="Download result"
          leftIcon={<IconDownload aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate(fetchResult)}
        />
      )}
      {task.undoable && (
        <Button
          small
          variant="secondary"
          label="Undo"
          leftIcon={<IconArrowBackUp aria-hidden />}
          loading={undoing.isPending}
          onClick={() => undoing.mutate()}
        />
      )}
    </>
  );
}
