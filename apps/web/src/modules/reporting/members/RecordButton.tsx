import { useMutation, useQueryClient } from "@tanstack/react-query";
import { recordDays, startRecordExport } from "@touchline/contract/reporting/records";
import { Button, Dialog, IconDownload, Notice } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";

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
        label="Download the record"
        leftIcon={<IconDownload aria-hidden />}
        onClick={() => setOpened(true)}
      />
      {opened && (
        <Dialog
          opened
          onClose={close}
          title={`The record of ${firstName}`}
          footer={
            starting.data ? (
              <Button variant="secondary" label="Close" onClick={close} />
            ) : (
              <>
                <Button variant="secondary" label="Cancel" onClick={close} />
                <Button
                  label="Export record"
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
                <Notice tone="stop" title="Not started">
                  {messageOf(starting.error)}
                </Notice>
              )}
              <p>
                Everything that is kept of {firstName} and that you may read: what was asked and why, what was sent in
                and decided, files, history and mails. As a document to read and as data, with hashes and a signature,
                so that anybody can check later that nothing was altered.
              </p>
              <p>
                Notes and incidents are not in it. That you took it along is written to the audit log. The file stays
                here for {recordDays} days.
              </p>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
