import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, IconArrowBackUp, IconDownload, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { serverNow } from "../../../session/clock.ts";
import { fetchFile, fetchResult, hasItems, isRunning, stopTask, type Task, takeBack, taskBegan } from "./queries.ts";
import { fileText, words } from "./words.ts";

interface TaskActsProps {
  task: Task;
  /** The undo runs as a task of its own. */
  onUndoing?: (undo: Task) => void;
  /** Whether the list of results can be downloaded too. */
  withResult?: boolean;
}

/** The actions on a task: cancel while it runs, undo or download when it has ended. */
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
    mutationFn: (what: typeof fetchResult) => what(taskId),
    onSuccess: saveFile,
    onError,
  });
  if (isRunning(task)) {
    return (
      <Button
        small
        variant="secondary"
        label={words.cancel}
        loading={canceling.isPending}
        onClick={() => canceling.mutate()}
      />
    );
  }
  const file = fileText(task, serverNow(), "UTC")?.there ? fetchFile[task.kind] : undefined;
  return (
    <>
      {file && (
        <Button
          small
          label={words.downloadFile}
          leftIcon={<IconDownload aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate(file)}
        />
      )}
      {withResult && hasItems(task) && (
        <Button
          small
          variant="secondary"
          label={words.downloadResults}
          leftIcon={<IconDownload aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate(fetchResult)}
        />
      )}
      {task.undoable && (
        <Button
          small
          variant="secondary"
          label={words.undo}
          leftIcon={<IconArrowBackUp aria-hidden />}
          loading={undoing.isPending}
          onClick={() => undoing.mutate()}
        />
      )}
    </>
  );
}
