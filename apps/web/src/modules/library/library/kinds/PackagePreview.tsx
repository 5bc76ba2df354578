import type { ResponseOf } from "@touchline/contract";
import type { previewTrainingPackage } from "@touchline/contract/requirements/trainings";
import { Button, Notice } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import course from "../../../../courses/CourseDialog.module.css";
import { words } from "../words.ts";
import classes from "./PackagePreview.module.css";

interface PackagePreviewProps {
  opened: ResponseOf<typeof previewTrainingPackage>;
  /** Null where this is the last part. */
  onNext: (() => void) | null;
  onClose: () => void;
}

/** The course's reports so far. */
interface Report {
  started: boolean;
  isFramed: boolean;
  values: Record<string, string>;
}

/** Milliseconds after which a course without reports probably doesn't run. */
const timeoutMs = 20_000;
const sandbox = "allow-scripts allow-forms allow-popups allow-modals allow-downloads";

/** Plays a part of a course as members take it, with its reports. Nothing is stored. */
export function PackagePreview({ opened, onNext, onClose }: PackagePreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [report, setReport] = useState<Report>({ started: false, isFramed: false, values: {} });
  const [isLate, setLate] = useState(false);
  const { sittingId, tells } = opened;
  useEffect(() => {
    dialog.current?.showModal();
    const onMessage = ({ data }: MessageEvent) => {
      if (data?.touchline !== sittingId) return;
      const { values, trouble } = data as { values?: Record<string, string>; trouble?: string };
      setReport((before) => ({
        started: before.started || values !== undefined,
        isFramed: before.isFramed || trouble === "frames",
        values: { ...before.values, ...values },
      }));
    };
    const timer = setTimeout(() => setLate(true), timeoutMs);
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
    };
  }, [sittingId]);
  return (
    <dialog
      ref={dialog}
      className={course.dialog}
      aria-label={words.previewTitle({ title: opened.title })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={course.bar}>
        <span className={course.title}>{words.previewTitle({ title: opened.title })}</span>
        {onNext && <Button small variant="secondary" label={words.nextPart} onClick={onNext} />}
        <Button small variant="secondary" label={words.close} onClick={onClose} />
      </header>
      <p className={classes.report} role="status">
        {tells ? reportText(report) : words.noProgressReported}
      </p>
      {report.isFramed ? (
        <div className={classes.notice}>
          <Notice tone="needs" title={words.coursePartlyRuns}>
            {framesText}
          </Notice>
        </div>
      ) : (
        isLate &&
        tells &&
        !report.started && (
          <div className={classes.notice}>
            <Notice tone="needs" title={words.courseSilent}>
              {words.courseSilentAbout}
            </Notice>
          </div>
        )
      )}
      <iframe
        className={course.frame}
        title={opened.title}
        src={opened.url}
        sandbox={`${sandbox}${opened.ownOrigin ? " allow-same-origin" : ""}`}
        referrerPolicy="no-referrer"
        allow="fullscreen; autoplay"
      />
    </dialog>
  );
}

/** Explains why frames of a course may fail, and what to do. */
export const framesText = words.framesReason;

function reportText({ started, values }: Report): string {
  if (!started) return words.nothingReportedYet;
  const status = values["cmi.core.lesson_status"] ?? values["cmi.completion_status"];
  const success = values["cmi.success_status"];
  const score = values["cmi.score.scaled"] ?? values["cmi.core.score.raw"] ?? values["cmi.score.raw"];
  const parts = [
    ...(status === undefined ? [] : [words.reportedStatus({ status })]),
    ...(success === undefined ? [] : [words.reportedSuccess({ success })]),
    ...(score === undefined ? [] : [words.reportedScore({ score })]),
  ];
  return parts.length === 0 ? words.startedWithoutStatus : [words.started, ...parts].join(" · ");
}
