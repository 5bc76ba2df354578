import { useMutation, useQueryClient } from "@tanstack/react-query";
import { maxFileBytes } from "@touchline/contract";
import { completeDocument } from "@touchline/contract/requirements";
import type { addCustomTrainingCertificate } from "@touchline/contract/trainings";
import { completionDateAsked, filesAccepted } from "@touchline/rules/content";
import { Button, DateInput, FileDrop, Notice, Panel } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { CallFailed, call } from "../../client.ts";
import { dayIn } from "../../dates.ts";
import { messageOf } from "../../errorScreens.tsx";
import { serverNow } from "../../session/clock.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { type Requirement, refreshAfterSubmission } from "./queries.ts";
import classes from "./RequirementPage.module.css";
import {
  asksValidUntil,
  type ChosenFile,
  type Draft,
  draftProblems,
  isReviewed,
  progressOf,
  withFiles,
} from "./submission.ts";

const empty: Draft = { files: [], completedDate: "", validUntil: "" };

interface SubmitFormProps {
  requirement: Requirement;
  zone: string;
  /** The call that takes the files of its kind, and what they are called there. */
  sendBy?: typeof completeDocument | typeof addCustomTrainingCertificate;
  label?: string;
}

/** Chooses files and days and sends them. What was chosen stays until it has arrived. */
export function SubmitForm({ requirement, zone, sendBy = completeDocument, label = "Your document" }: SubmitFormProps) {
  const { requirementId, profileLevelAccessId, settings } = requirement;
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const [progress, setProgress] = useState<readonly number[]>([]);
  const stop = useRef<AbortController | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const sending = useMutation({
    mutationFn: async ({ files, completedDate, validUntil }: Draft) => {
      const sent = files.map((one) => one.file);
      stop.current = new AbortController();
      return call(
        sendBy as typeof completeDocument,
        {
          params: { id: requirementId },
          body: {
            profileLevelAccessId,
            ...(completedDate && { completedDate }),
            ...(validUntil && { validUntil }),
          },
          files: sent,
        },
        {
          signal: stop.current.signal,
          onProgress: (done, total) => setProgress(progressOf(sent, done, total)),
        },
      );
    },
    onSuccess: async () => {
      setDraft(empty);
      setTried(false);
      await refreshAfterSubmission(queryClient);
      // The form is gone now: the reader goes on at the top, where it says what became of it.
      document.querySelector("h1")?.focus();
    },
    onSettled: () => setProgress([]),
  });

  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const problems = draftProblems(draft, requirement, today);
  const shown = tried ? problems : {};
  const refused = sending.error instanceof CallFailed ? (sending.error.problem?.errors ?? []) : [];
  const refusal = (path: string) => refused.find((one) => one.path === path)?.message;
  const failure = sending.error && !isAbort(sending.error) ? messageOf(sending.error) : null;

  const change = (next: Partial<Draft>) => {
    sending.reset();
    setDraft({ ...draft, ...next });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    setTried(true);
    if (Object.keys(problems).length === 0) sending.mutate(draft);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const uploads = draft.files.map(({ key, file }, index) => ({
    key,
    name: file.name,
    size: file.size,
    state: sending.isPending
      ? { kind: "uploading" as const, progress: progress[index] ?? 0 }
      : { kind: "chosen" as const },
  }));
  return (
    <Panel title="Send it in">
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <FileDrop
          label={label}
          description="Several pages can be several files, up to 5."
          limits={{ extensions: filesAccepted(settings) ?? [], maxBytes: maxFileBytes }}
          multiple
          disabled={sending.isPending}
          error={shown.files}
          uploads={uploads}
          onFiles={(files) => change({ files: withFiles(draft.files, files, () => crypto.randomUUID()) })}
          onRemove={(key) => change({ files: without(draft.files, key) })}
        />
        {(completionDateAsked(settings) || asksValidUntil(requirement)) && (
          <div className={classes.dates}>
            {completionDateAsked(settings) && (
              <DateInput
                label="Completed on"
                description="The day the document says."
                value={draft.completedDate}
                max={today}
                disabled={sending.isPending}
                onChange={(event) => change({ completedDate: event.currentTarget.value })}
                error={shown.completedDate ?? refusal("completedDate")}
              />
            )}
            {asksValidUntil(requirement) && (
              <DateInput
                label={isReviewed(requirement) ? "Valid until (if the document says so)" : "Valid until"}
                description="The last day it is good for."
                value={draft.validUntil}
                min={today}
                disabled={sending.isPending}
                onChange={(event) => change({ validUntil: event.currentTarget.value })}
                error={shown.validUntil ?? refusal("validUntil")}
              />
            )}
          </div>
        )}
        {failure && (
          <Notice tone="stop" title="It was not sent">
            {failure} Your files are still here.
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button type="submit" label={failure ? "Try again" : "Send"} loading={sending.isPending} />
          {sending.isPending && <Button variant="secondary" label="Cancel" onClick={() => stop.current?.abort()} />}
        </div>
        <p className={classes.quiet}>
          {isReviewed(requirement)
            ? "Your organization looks at it before it counts. You can take it back until then."
            : "It counts as soon as it has arrived."}
        </p>
      </form>
      <LeaveGuard when={draft.files.length > 0} sending={sending.isPending} />
    </Panel>
  );
}

const without = (files: readonly ChosenFile[], key: string) => files.filter((one) => one.key !== key);
const isAbort = (error: Error) => error.name === "AbortError";
