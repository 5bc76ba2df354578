import type { RequirementStatus } from "@touchline/contract";
import { Button, Notice } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import course from "../../../../courses/CourseDialog.module.css";
import { words } from "../words.ts";
import classes from "./TrainingPlayer.module.css";
import { useTrainingProgress } from "./useTrainingProgress.ts";

export interface Opened {
  sittingId: string;
  url: string;
  title: string;
  tells: boolean;
  ownOrigin: boolean;
  /** The course has its own navigation, so none is shown. */
  hidesLeaving?: boolean;
}

interface TrainingPlayerProps {
  requirementId: string;
  profileLevelAccessId: string;
  opened: Opened;
  /** Called with the requirement's status once it was submitted, and the next part. */
  onClose: (submitted: RequirementStatus | null, opens: number | null) => void;
}

const sandbox = "allow-scripts allow-forms allow-popups allow-modals allow-downloads";
/** How long a closed part may still report. */
const lastWords = 400;

/** A part of a training over the whole screen, in a frame that reaches nothing of ours. */
export function TrainingPlayer({ requirementId, profileLevelAccessId, opened, onClose }: TrainingPlayerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [closing, setClosing] = useState(false);
  /** Whether the part was closed before its last report arrived: leaving now loses it. */
  const [hasUnsentReport, setUnsentReport] = useState(false);
  const { state, problem, troubled, ended, opens, finish, loaded } = useTrainingProgress({
    requirementId,
    profileLevelAccessId,
    opened,
  });
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = useRef(async () => undefined as undefined);
  close.current = async () => {
    if (closing) return undefined;
    setClosing(true);
    // Courses say their last words when their page goes.
    if (frame.current) frame.current.src = "about:blank";
    await new Promise((resolve) => setTimeout(resolve, lastWords));
    const { submitted, isReported } = await finish();
    setUnsentReport(!isReported);
    setClosing(false);
    if (isReported) onClose(submitted, opens.current);
    return undefined;
  };
  useEffect(() => {
    if (ended) void close.current();
  }, [ended]);
  useEffect(() => {
    if (hasUnsentReport && (state === "saved" || state === "nothing")) void close.current();
  }, [hasUnsentReport, state]);
  // A course without any report may have failed to load, so the person can always leave.
  const runs = state !== "nothing" && !problem && !troubled && !hasUnsentReport;
  const leavesByItself = opened.hidesLeaving === true && runs;
  return (
    <dialog
      ref={dialog}
      className={course.dialog}
      aria-label={opened.title}
      onCancel={(event) => {
        event.preventDefault();
        void close.current();
      }}
    >
      <header className={course.bar}>
        <span className={course.title}>{opened.title}</span>
        <span className={classes.state} role="status">
          {stateTexts[state]}
        </span>
        {!leavesByItself && (
          <Button
            small
            variant="secondary"
            label={words.close}
            loading={closing}
            onClick={() => void close.current()}
          />
        )}
      </header>
      {hasUnsentReport && !problem && (
        <div className={classes.stopped}>
          <Notice
            tone="needs"
            title={words.progressUnsavedTitle}
            action={
              <Button small variant="secondary" label={words.leaveWithoutSaving} onClick={() => onClose(null, null)} />
            }
          >
            {words.closingOffline}
          </Notice>
        </div>
      )}
      {troubled && !problem && !hasUnsentReport && (
        <div className={classes.stopped}>
          <Notice tone="needs" title={words.courseTroubleTitle}>
            {words.courseTroubleHelp}
          </Notice>
        </div>
      )}
      {problem ? (
        <div className={classes.stopped}>
          <Notice tone="stop" title={problem.title}>
            {problem.text}
          </Notice>
        </div>
      ) : (
        <iframe
          ref={frame}
          hidden={hasUnsentReport}
          className={course.frame}
          title={opened.title}
          src={opened.url}
          // The server sends the same policy: an origin of its own at most, so no session, no storage and no access to this
          // page.
          sandbox={`${sandbox}${opened.ownOrigin ? " allow-same-origin" : ""}`}
          referrerPolicy="no-referrer"
          allow="fullscreen; autoplay"
          onLoad={loaded}
        />
      )}
    </dialog>
  );
}

const stateTexts = {
  nothing: words.nothingSavedYet,
  saving: words.saving,
  saved: words.saved,
  waiting: words.savingAgain,
} as const;
