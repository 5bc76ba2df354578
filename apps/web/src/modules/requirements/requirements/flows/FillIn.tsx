import { useMutation, useQueryClient } from "@tanstack/react-query";
import { completeForm } from "@touchline/contract/requirements/forms";
import { answerProblems, type VisibleSection, visibleSections } from "@touchline/rules/requirements/form";
import { Button, Notice, Panel } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { CallFailed, call, NotYet } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { FieldInput } from "../../../../forms/FieldInput.tsx";
import classes from "../../../../forms/Forms.module.css";
import { LeaveGuard } from "../../../../LeaveGuard.tsx";
import { keepTyped } from "../../../../session/form-draft.ts";
import { textIn, useUrlState } from "../../../../url-state.ts";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import { isReviewed } from "../submission.ts";
import { words } from "../words.ts";
import { Clashes } from "./Clashes.tsx";
import { FileField } from "./FileField.tsx";
import type { Brought } from "./merging.ts";
import { daysPlace, Summary, type SummaryDays } from "./Summary.tsx";
import { type FormDraft, isKnown, isOtherDevice, type PrefillData, type SaveState, useAnswers } from "./useAnswers.ts";
import { useOnce } from "./useOnce.ts";

interface FillInProps extends FlowProps {
  /** Out of sight: it saves, and goes nowhere. */
  hidden: boolean;
  draft: FormDraft;
  known: PrefillData;
  /** What was typed before the form was read again. */
  brought: Brought | null;
  /** Reads the form and its answers again, and carries over what isn't saved yet. */
  onReload: (typed: Brought) => void;
}

/** The last step, after all sections; keys of sections have no capitals. */
const summary = "checkAndSend";

/** One section after the other, then everything at a glance, and off it goes. */
export function FillIn({ requirement, zone, hidden, draft, known, brought, onReload }: FillInProps) {
  const { form, signer } = draft;
  const saving = useAnswers(requirement, draft, known, brought);
  const { answers, files } = saving;
  const sections = visibleSections(form, answers);
  const byField = Object.fromEntries(files.map(({ fieldKey, fileId }) => [fieldKey, [fileId]]));
  const problems = answerProblems(form, answers, { signer, files: byField });
  const lacks = (section: VisibleSection) => section.fields.some(({ key }) => problems[key] !== undefined);
  const [first] = useState(() =>
    draft.from === "draft" ? (sections.find(lacks)?.key ?? summary) : (sections[0]?.key ?? summary),
  );
  const [step, change] = useUrlState(({ step }) => textIn(step));
  const at = step === summary || sections.some(({ key }) => key === step) ? step : first;
  /** The step that the person wants to leave while a file is still uploading. It continues when the upload is done. */
  const [waits, setWaits] = useState<string | null>(null);
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const frame = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();

  const sending = useMutation({
    mutationFn: async (days: SummaryDays) => {
      if (!(await saving.flush())) throw new NotYet(words.answersNotSaved);
      const { requirementId, profileLevelAccessId } = requirement;
      const body = { profileLevelAccessId, revision: saving.revision(), ...days };
      return call(completeForm, { params: { id: requirementId }, body });
    },
    onSuccess: async () => {
      keepTyped(daysPlace(requirement), null);
      change({ step: undefined, way: undefined });
      await refreshAfterSubmission(queryClient);
      // The form is gone now, so focus moves to the top, where the result is shown.
      document.querySelector("h1")?.focus();
    },
    // Submitting again sends the latest answers, which are shown first.
    onError: (error) => isOtherDevice(error) && saving.catchUp(),
  });

  const once = useOnce();

  const here = sections.findIndex(({ key }) => key === at);
  const section = sections[here];
  const place = section ? here : sections.length;
  const atSummary = section === undefined;
  const go = (key: string) => {
    sending.reset();
    setWaits(null);
    void saving.flush();
    change({ step: key }, { back: true });
  };
  const previous = useRef(at);
  useEffect(() => {
    if (previous.current === at) return;
    previous.current = at;
    // Screen readers continue at the title of the next page, even after the browser's Back button.
    const heading = frame.current?.querySelector<HTMLElement>("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: "start" });
  }, [at]);
  const onward = (anyway: boolean) => {
    if (!section) return;
    if (lacks(section) && !anyway) {
      setTried((present) => new Set([...present, section.key]));
      const wrong = section.fields.find(({ key }) => problems[key] !== undefined)?.key;
      requestAnimationFrame(() => {
        const field = frame.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`);
        field?.querySelector<HTMLElement>("input, textarea, button")?.focus({ preventScroll: true });
        field?.scrollIntoView({ block: "center" });
      });
      return;
    }
    go(sections[here + 1]?.key ?? summary);
  };
  const uploading = saving.uploads.pending > 0;
  const next = () => (uploading ? setWaits(at) : onward(false));
  const goOn = useRef(onward);
  goOn.current = onward;
  useEffect(() => {
    if (waits === null || (uploading && !hidden)) return;
    setWaits(null);
    if (waits === at && !hidden && !saving.uploads.failed) goOn.current(false);
  }, [waits, uploading, hidden, at, saving.uploads.failed]);
  const refused = sending.error instanceof CallFailed ? (sending.error.problem?.errors ?? []) : [];

  return (
    <div ref={frame} className={classes.top}>
      <Panel title={atSummary ? words.summaryTitle : section.title}>
        <div className={classes.whole}>
          <div>
            <div className={classes.state}>
              <span>
                {atSummary ? words.lastStep : words.stepOfTotal({ step: place + 1, total: sections.length + 1 })}
              </span>
              <span role="status">{saving.clashes.length > 0 ? words.chooseAnAnswer : stateWords(saving.state)}</span>
            </div>
            <progress
              className={classes.progress}
              max={sections.length + 1}
              value={place + 1}
              aria-label={words.progress}
            />
          </div>
          {draft.from === "before" && saving.state.kind === "unchanged" && (
            <Notice tone="none">{words.previousAnswers}</Notice>
          )}
          {saving.state.kind === "failed" && (
            <Notice tone="needs" title={words.notSavedYet}>
              {words.notSavedHelp({ message: saving.state.message })}
              <div className={classes.buttons}>
                <Button small variant="secondary" label={words.tryNow} onClick={() => void saving.retry()} />
              </div>
            </Notice>
          )}
          {saving.state.kind === "outdated" && (
            <Notice tone="needs" title={words.outdatedTitle}>
              {words.outdatedHelp({ message: saving.state.message })}
              <div className={classes.buttons}>
                <Button
                  small
                  variant="secondary"
                  label={words.showNewVersion}
                  onClick={() => onReload(saving.typed())}
                />
              </div>
            </Notice>
          )}
          {saving.clashes.length > 0 && (
            <Clashes form={form} clashes={saving.clashes} files={files} onChoose={saving.choose} />
          )}
          {section ? (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                next();
              }}
              className={classes.fields}
            >
              {section.text && <p className={classes.text}>{section.text}</p>}
              {section.fields.map((field) => {
                const error = tried.has(section.key) ? problems[field.key] : undefined;
                const value = field.prefill === null ? undefined : known[field.prefill];
                return (
                  <FieldInput
                    key={field.key}
                    field={field}
                    answer={answers[field.key]}
                    onChange={(answer) => saving.answer(field.key, answer)}
                    error={error}
                    fromProfile={isKnown(answers[field.key], value)}
                    signer={signer}
                    fileInput={
                      field.kind === "file" ? (
                        <FileField
                          field={field}
                          settings={requirement.settings}
                          file={files.find((one) => one.fieldKey === field.key && one.fileId === answers[field.key])}
                          error={error}
                          onUpload={(file, options) => saving.upload(field.key, file, options)}
                          onRemove={() => saving.answer(field.key, null)}
                        />
                      ) : null
                    }
                  />
                );
              })}
              <div className={classes.buttons}>
                {here > 0 && (
                  <Button
                    variant="secondary"
                    label={words.back}
                    onClick={() => go(sections[here - 1]?.key ?? summary)}
                  />
                )}
                <Button type="submit" label={words.nextSection} loading={waits === at} />
                {tried.has(section.key) && lacks(section) && (
                  <Button variant="tertiary" label={words.finishLater} onClick={() => onward(true)} />
                )}
              </div>
            </form>
          ) : (
            <Summary
              requirement={requirement}
              zone={zone}
              sections={sections}
              answers={answers}
              files={files}
              problems={{
                ...Object.fromEntries(refused.map(({ path, message }) => [path.replace(/^answers\./, ""), message])),
                ...problems,
              }}
              sending={sending.isPending}
              failure={sending.error ? messageOf(sending.error) : null}
              saved={!saving.unsaved}
              reviewed={isReviewed(requirement)}
              onEdit={(key) => {
                setTried((present) => new Set([...present, key]));
                go(key);
              }}
              onBack={() => go(sections.at(-1)?.key ?? summary)}
              onSend={(days) => once(() => sending.mutateAsync(days))}
            />
          )}
        </div>
      </Panel>
      <LeaveGuard unsaved={saving.unsaved || uploading} loss={words.latestAnswersLost} />
    </div>
  );
}

function stateWords({ kind }: SaveState): string {
  switch (kind) {
    case "unchanged":
      return words.autosave;
    case "waiting":
    case "saving":
      return words.saving;
    case "saved":
      return words.saved;
    case "failed":
    case "outdated":
      return words.notSaved;
  }
}
