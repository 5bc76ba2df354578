import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  closeOrganization,
  downloadOrganizationExport,
  exportOrganization,
  organizationExportDays,
  resumeOrganization,
  suspendOrganization,
} from "@touchline/contract/administration/closing";
import { Button, fileSize, IconDownload, LoadingState, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call, download } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import classes from "./Administration.module.css";
import { organizationStateQuery, type StateOfOrganization } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface StatePanelProps {
  organizationId: string;
  name: string;
}

/** Reads the organization, and the lists that show it, again. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(["organization", "organizations"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Suspends, resumes and closes an organization, and exports its data. */
export function StatePanel({ organizationId, name }: StatePanelProps) {
  const { data, error, refetch } = useQuery(organizationStateQuery(organizationId));
  const [asking, setAsking] = useState<"suspend" | "close" | null>(null);
  const readAgain = useReadAgain();
  const notify = useNotify();
  const params = { id: organizationId };
  const resuming = useMutation({
    mutationFn: () => call(resumeOrganization, { params }),
    onSuccess: () => notify("done", words.resumed({ name })),
    onError: (failed) => notify("stop", messageOf(failed)),
    onSettled: readAgain,
  });
  const exporting = useMutation({
    mutationFn: () => call(exportOrganization, { params }),
    onSuccess: () => notify("done", words.exportStarted),
    onError: (failed) => notify("stop", messageOf(failed)),
    onSettled: readAgain,
  });
  if (error && !data) return <LoadFailed title={words.stateNotLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <Panel title={words.stateTitle}>
      {!data && <LoadingState label={words.loadingState} />}
      {data && (
        <div className={classes.fields}>
          <StateNotice state={data} />
          <div className={classes.acts}>
            {data.state === "active" && (
              <Button variant="secondary" label={words.suspend} onClick={() => setAsking("suspend")} />
            )}
            {data.state === "suspended" && (
              <>
                <Button label={words.resume} loading={resuming.isPending} onClick={() => resuming.mutate()} />
                <Button variant="secondary" label={words.close} onClick={() => setAsking("close")} />
              </>
            )}
            {data.state !== "active" && (
              <Button
                variant="secondary"
                label={words.startExport}
                loading={exporting.isPending}
                onClick={() => exporting.mutate()}
              />
            )}
          </div>
          <Exports organizationId={organizationId} exports={data.exports} />
        </div>
      )}
      {asking === "suspend" && (
        <SuspendDialog organizationId={organizationId} name={name} onClose={() => setAsking(null)} />
      )}
      {asking === "close" && (
        <CloseDialog organizationId={organizationId} name={name} onClose={() => setAsking(null)} />
      )}
    </Panel>
  );
}

function StateNotice({ state: { state, suspendedAt, reason, closedAt } }: { state: StateOfOrganization }) {
  if (state === "closed" && closedAt !== null) {
    return <Notice tone="stop">{words.closedOn({ moment: momentText(closedAt, zone) })}</Notice>;
  }
  if (state === "suspended" && suspendedAt !== null) {
    return (
      <Notice tone="stop">
        {words.suspendedSince({ moment: momentText(suspendedAt, zone), reason: reason ?? "" })}
      </Notice>
    );
  }
  return <p className={classes.note}>{words.activeHint}</p>;
}

function Exports({ organizationId, exports }: { organizationId: string; exports: StateOfOrganization["exports"] }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: (organizationExportId: string) =>
      download(downloadOrganizationExport, { params: { id: organizationId, organizationExportId } }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <div>
      <h3 className={classes.part}>{words.exports}</h3>
      <p className={classes.note}>{words.exportHint({ days: organizationExportDays })}</p>
      <ul className={classes.list}>
        {exports.map(({ organizationExportId, requestedAt, readyAt, bytes }) => {
          const moment = momentText(requestedAt, zone);
          return (
            <li key={organizationExportId} className={classes.row}>
              <span>
                {readyAt === null
                  ? `${moment}: ${words.exportRunning}`
                  : words.exportedOn({ moment, size: fileSize(bytes ?? 0) })}
              </span>
              {readyAt !== null && (
                <Button
                  small
                  variant="secondary"
                  label={words.download}
                  aria-label={words.downloadNamed({ moment })}
                  leftIcon={<IconDownload aria-hidden />}
                  loading={fetching.isPending && fetching.variables === organizationExportId}
                  onClick={() => fetching.mutate(organizationExportId)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface DialogProps extends StatePanelProps {
  onClose: () => void;
}

function SuspendDialog({ organizationId, name, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const readAgain = useReadAgain();
  const notify = useNotify();
  const suspending = useMutation({
    mutationFn: () => call(suspendOrganization, { params: { id: organizationId }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      notify("done", words.suspended({ name }));
      await readAgain();
      onClose();
    },
  });
  return (
    <FormDialog
      danger
      title={words.suspendTitle({ name })}
      label={words.suspend}
      refused={words.notSuspended}
      draft={{ reason }}
      problems={(draft) => (draft.reason.trim() === "" ? { reason: words.reasonMissing } : null)}
      sending={suspending}
      onSend={() => suspending.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.suspendEffect}</p>
          <p>{words.suspendExportHint}</p>
          <TextInput
            label={words.reason}
            description={words.suspendReasonHint}
            maxLength={300}
            value={reason}
            error={errors.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

function CloseDialog({ organizationId, name, onClose }: DialogProps) {
  const [typed, setTyped] = useState("");
  const readAgain = useReadAgain();
  const notify = useNotify();
  const closing = useMutation({
    mutationFn: () => call(closeOrganization, { params: { id: organizationId }, body: { name: typed.trim() } }),
    onSuccess: async () => {
      notify("done", words.closed({ name }));
      await readAgain();
      onClose();
    },
  });
  return (
    <FormDialog
      danger
      title={words.closeTitle({ name })}
      label={words.close}
      refused={words.notClosed}
      draft={{ name: typed }}
      problems={(draft) => (draft.name.trim() === "" ? { name: words.nameMissing } : null)}
      sending={closing}
      onSend={() => closing.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.closeEffect}</p>
          <TextInput
            label={words.typeName({ name })}
            maxLength={200}
            value={typed}
            error={errors.name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
