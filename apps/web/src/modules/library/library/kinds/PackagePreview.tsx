import type { ResponseOf } from "@touchline/contract";
import type { previewTrainingPackage } from "@touchline/contract/requirements/trainings";
import { Button, Notice } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import classes from "./PackagePreview.module.css";

interface PackagePreviewProps {
  opened: ResponseOf<typeof previewTrainingPackage>;
  /** Null where this is the last part. */
  onNext: (() => void) | null;
  onClose: () => void;
}

/** What the course has reported so far. */
interface Report {
  started: boolean;
  isFramed: boolean;
  values: Record<string, string>;
}

/** Milliseconds after which a course that has reported nothing probably does not run. */
const patience = 20_000;
const sandbox = "allow-scripts allow-forms allow-popups allow-modals allow-downloads";

/** A part of a course as members take it, with what it reports; nothing of it is kept. */
export function PackagePreview({ opened, onNext, onClose }: PackagePreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [report, setReport] = useState<Report>({ started: false, isFramed: false, values: {} });
  const [isLate, setLate] = useState(false);
  const { sittingId, tells } = opened;
  useEffect(() => {
    dialog.current?.showModal();
    const hear = ({ data }: MessageEvent) => {
      if (data?.touchline !== sittingId) return;
      const { values, trouble } = data as { values?: Record<string, string>; trouble?: string };
      setReport((before) => ({
        started: before.started || values !== undefined,
        isFramed: before.isFramed || trouble === "frames",
        values: { ...before.values, ...values },
      }));
    };
    const timer = setTimeout(() => setLate(true), patience);
    window.addEventListener("message", hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", hear);
    };
  }, [sittingId]);
  return (
    <dialog
      ref={dialog}
      className={classes.preview}
      aria-label={`Preview: ${opened.title}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={classes.bar}>
        <span className={classes.title}>{`Preview: ${opened.title}`}</span>
        {onNext && <Button small variant="secondary" label="Next part" onClick={onNext} />}
        <Button small variant="secondary" label="Close" onClick={onClose} />
      </header>
      <p className={classes.report} role="status">
        {tells ? reportText(report) : "This part doesn't report progress. It's complete once it has been opened."}
      </p>
      {report.isFramed ? (
        <div className={classes.notice}>
          <Notice tone="needs" title="Parts of this course don't run here">
            {framesText}
          </Notice>
        </div>
      ) : (
        isLate &&
        tells &&
        !report.started && (
          <div className={classes.notice}>
            <Notice tone="needs" title="This course hasn't reported anything">
              If it stays blank, members can't take it here. Export it again as SCORM 1.2, or test it in your authoring
              tool.
            </Notice>
          </div>
        )
      )}
      <iframe
        className={classes.frame}
        title={opened.title}
        src={opened.url}
        sandbox={`${sandbox}${opened.ownOrigin ? " allow-same-origin" : ""}`}
        referrerPolicy="no-referrer"
        allow="fullscreen; autoplay"
      />
    </dialog>
  );
}

/** Why frames of a course may fail, and the way out. */
export const framesText =
  "Its pages are frames that communicate with each other. Browsers allow that only when courses have their own host name. Ask the person who runs this site to set PACKAGES_URL, or export the course without frames.";

function reportText({ started, values }: Report): string {
  if (!started) return "Nothing reported yet.";
  const status = values["cmi.core.lesson_status"] ?? values["cmi.completion_status"];
  const success = values["cmi.success_status"];
  const score = values["cmi.score.scaled"] ?? values["cmi.core.score.raw"] ?? values["cmi.score.raw"];
  const parts = [
    ...(status === undefined ? [] : [`status: ${status}`]),
    ...(success === undefined ? [] : [`success: ${success}`]),
    ...(score === undefined ? [] : [`score: ${score}`]),
  ];
  return parts.length === 0 ? "Started. No status reported yet." : `Started. Reported ${parts.join(", ")}`;
}
