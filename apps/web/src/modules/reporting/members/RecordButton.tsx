import { useMutation, useQueryClient } from "@tanstack/react-query";
import { recordDays, startRecordExport } from "@touchline/contract/reporting/records";
import { Button, Dialog, IconDownload, Notice } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";
import { words } from "./words.ts";

interface RecordButtonProps {
  plaId: string;
  firstName: string;
}

/** Has the person's complete record put together, to be downloaded. */
export function RecordButton({ plaId, firstName }: RecordButtonProps) {
  const [opened, setOpened] = useState(false);
  const client = useQueryClient();
  const starting = useMutation({
    mutationFn: () => call(startRecordExport, { params: { id: plaId } }),
    onSuccess: () => taskBegan(client),
  });
  const close = () => {
    setOpened(false);
    starting.reset();
  };
  return (
    <>
      <Button
        variant="secondary"
        label={words.exportRecord}
        leftIcon={<IconDownload aria-hidden />}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <Dialog
          opened
          onClose={close}
          title={words.recordTitle({ firstName })}
          footer={
            starting.data ? (
              <Button variant="secondary" label={words.close} onClick={close} />
            ) : (
              <>
                <Button variant="secondary" label={words.cancel} onClick={close} />
                <Button
                  label={words.exportRecord}
                  loading={starting.isPending}
                  onClick={() => !starting.isPending && starting.mutate()}
                />
              </>
            )
          }
        >
          {starting.data ? (
            <TaskProgress taskId={starting.data.taskId} />
          ) : (
            <>
              {starting.error && (
                <Notice tone="stop" title={words.notStarted}>
                  {messageOf(starting.error)}
                </Notice>
              )}
              <p>{words.recordHint({ firstName })}</p>
              <p>{words.recordLimits({ days: recordDays })}</p>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
