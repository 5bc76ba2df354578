import { useMutation, useQueryClient } from "@tanstack/react-query";
import { maxFileBytes } from "@touchline/contract";
import type { DraftFields } from "@touchline/contract/requirements/submissions";
import { filesAccepted } from "@touchline/rules/library/content";
import { Button, DateInput, FileDrop, LoadingState, Notice, Panel } from "@touchline/ui";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CameraPart } from "../../../../capture/CameraPart.tsx";
import { offersCamera } from "../../../../capture/camera.ts";
import type { PoorPhoto } from "../../../../capture/poor-photos.ts";
import type { Shot } from "../../../../capture/shots.ts";
import { CallFailed } from "../../../../client.ts";
import { dayIn } from "../../../../dates.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { serverNow } from "../../../../session/clock.ts";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import classes from "../RequirementPage.module.css";
import { asksValidUntil, draftProblems, isReviewed, mostFiles } from "../submission.ts";
import { reviewsText, sentTo, words } from "../words.ts";
import { useOnce } from "./useOnce.ts";
import { useSubmission } from "./useSubmission.ts";

type FieldName = keyof DraftFields;
type Problems = Partial<Record<FieldName | "files", string>>;

/** The props of a kind's fields. */
export interface FieldsProps {
  fields: DraftFields;
  setField: (name: FieldName, value: string) => void;
  /** Errors by field, once submitting was tried. */
  problems: Problems;
  disabled: boolean;
  today: string;
}

/** The props of fields that depend on the files. */
export interface FilledProps extends FieldsProps {
  /** The IDs of the files in the draft. */
  arrived: readonly string[];
}

interface SendFormProps extends FlowProps {
  title?: string;
  fileLabel?: string;
  fileDescription?: string;
  /** Whether the completion date is asked for. */
  completedOn?: { label: string; description: string } | null;
  /** Further fields of the kind. */
  more?: (props: FieldsProps) => ReactNode;
  /** Further fields below the files. */
  afterFiles?: (props: FilledProps) => ReactNode;
  /** The errors of all these, by field. */
  moreProblems?: (fields: DraftFields, today: string) => Problems;
  send: (fields: DraftFields) => Promise<unknown>;
  /** The photos that can be taken with the camera, by the chosen values. */
  shots?: (fields: DraftFields) => readonly Shot[];
  /** What happens after submitting, before the review. */
  after?: string;
  /** What happens after submitting, where nobody here reviews it. */
  nextText?: string;
}

/** Files and fields. Everything is saved while it is filled in; submitting is a separate call. */
export function SendForm(props: SendFormProps) {
  const { requirement, zone, title = words.submit, completedOn = null, more, moreProblems, send } = props;
  const { requirementId, profileLevelAccessId, settings } = requirement;
  const queryClient = useQueryClient();
  const sending = useSubmission({ requirementId, profileLevelAccessId });
  const [tried, setTried] = useState(false);
  const [poor, setPoor] = useState<readonly PoorPhoto[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const { fields, uploads, setField } = sending;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);

  const submitting = useMutation({
    mutationFn: async (values: DraftFields) => {
      await sending.arrived();
      await sending.flush();
      return send(values);
    },
    onSuccess: async () => {
      setTried(false);
      await refreshAfterSubmission(queryClient);
      // The form is gone now, so focus moves to the top, where the result is shown.
      document.querySelector("h1")?.focus();
    },
  });
  const { isPending, error } = submitting;
  const once = useOnce();
  useWarning(uploads.some((one) => one.state.kind === "uploading"));

  if (!sending.ready) {
    return (
      <Panel title={title}>
        {sending.failure ? (
          <Notice
            tone="stop"
            action={<Button small variant="secondary" label={words.tryAgain} onClick={sending.reload} />}
          >
            {sending.failure}
          </Notice>
        ) : (
          <LoadingState label={words.loadingYourDraft} />
        )}
      </Panel>
    );
  }

  const problems: Problems = {
    ...moreProblems?.(fields, today),
    ...draftProblems({ files: uploads, ...daysOf(fields) }, requirement, today, completedOn !== null),
  };
  const refused = error instanceof CallFailed ? (error.problem?.errors ?? []) : [];
  const serverProblems = Object.fromEntries(refused.map(({ path, message }) => [path, message])) as Problems;
  const visibleProblems: Problems = tried ? { ...serverProblems, ...problems } : serverProblems;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setTried(true);
    if (Object.keys(problems).length === 0) once(() => submitting.mutateAsync(fields));
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const change = (name: FieldName, value: string) => {
    submitting.reset();
    setField(name, value);
  };
  const choose = async (files: readonly File[]) => {
    submitting.reset();
    if (!props.shots) return sending.addFiles(files);
    // Photos that can't be judged here are sent.
    const sorted = await import("../../../../capture/poor-photos.ts")
      .then(({ sortOutPoor }) => sortOutPoor(files))
      .catch(() => ({ good: [...files], poor: [] }));
    if (sorted.good.length > 0) sending.addFiles(sorted.good);
    setPoor((before) => [...before, ...sorted.poor]);
  };
  const removePoor = ({ file }: PoorPhoto) => setPoor((before) => before.filter((one) => one.file !== file));
  const after = isReviewed(requirement) ? sentTo(requirement) : words.countsAtOnce;
  const afterSubmitting =
    props.nextText ?? (props.after ? [props.after, reviewsText(requirement)].filter(Boolean).join(" ") : after);
  const fieldProps = { fields, setField: change, problems: visibleProblems, disabled: isPending, today };
  const arrived = uploads.filter(({ state }) => state.kind === "done").map(({ key }) => key);
  return (
    <Panel title={title}>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        {more?.(fieldProps)}
        {props.shots && (
          <CameraPart
            shots={props.shots(fields)}
            disabled={isPending || uploads.length >= mostFiles}
            onPhoto={(photo) => {
              submitting.reset();
              sending.addFiles([photo]);
            }}
            onBefore={sending.flush}
          />
        )}
        <FileDrop
          label={props.fileLabel ?? words.documentFiles}
          description={props.fileDescription ?? words.filesHelp({ most: mostFiles })}
          limits={{ extensions: filesAccepted(settings) ?? [], maxBytes: maxFileBytes }}
          multiple
          most={mostFiles}
          disabled={isPending}
          phoneCamera={!props.shots || !offersCamera()}
          error={visibleProblems.files}
          uploads={uploads}
          onFiles={(files) => void choose(files)}
          onRetry={sending.retry}
          onMove={sending.move}
          onRemove={sending.remove}
        />
        {poor.map((photo) => (
          <Notice
            key={`${photo.file.name} ${photo.file.lastModified}`}
            tone="needs"
            title={photo.file.name}
            action={
              <div className={classes.buttons}>
                <Button small label={words.leavePhotoOut} onClick={() => removePoor(photo)} />
                <Button
                  small
                  variant="secondary"
                  label={words.usePhotoAnyway}
                  onClick={() => {
                    removePoor(photo);
                    sending.addFiles([photo.file]);
                  }}
                />
              </div>
            }
          >
            {photo.text}
          </Notice>
        ))}
        {props.afterFiles?.({ ...fieldProps, arrived })}
        {(completedOn || asksValidUntil(requirement)) && (
          <div className={classes.dates}>
            {completedOn && (
              <DateInput
                {...completedOn}
                value={fields.completedDate ?? ""}
                max={today}
                disabled={isPending}
                onChange={(event) => change("completedDate", event.currentTarget.value)}
                error={visibleProblems.completedDate}
              />
            )}
            {asksValidUntil(requirement) && (
              <DateInput
                label={isReviewed(requirement) ? words.validUntilIfStated : words.validUntil}
                description={words.validUntilHelp}
                value={fields.validUntil ?? ""}
                min={today}
                disabled={isPending}
                onChange={(event) => change("validUntil", event.currentTarget.value)}
                error={visibleProblems.validUntil}
              />
            )}
          </div>
        )}
        {(error || sending.failure) && (
          <Notice tone="stop" title={error ? words.notSubmitted : words.actionFailed}>
            {words.notSubmittedHelp({ message: error ? messageOf(error) : (sending.failure ?? "") })}
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button type="submit" label={error ? words.tryAgain : words.submit} loading={isPending} />
        </div>
        <p className={classes.quiet}>
          {afterSubmitting} {words.draftSaved}
        </p>
      </form>
    </Panel>
  );
}

const daysOf = ({ completedDate = "", validUntil = "" }: DraftFields) => ({ completedDate, validUntil });

/** The days as the calls take them: none where none was given. */
export const givenDays = ({ validUntil }: DraftFields) => (validUntil ? { validUntil } : {});

/** The browser asks before a tab is closed while files travel; all that has arrived stays, whatever is answered. */
function useWarning(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [when]);
}
