import { useMutation } from "@tanstack/react-query";
import { Notice } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { previewPackage } from "../queries.ts";
import { words } from "../words.ts";
import kinds from "./Kinds.module.css";
import classes from "./PackagePreview.module.css";
import { framesText } from "./PackagePreview.tsx";

interface PackageTestRunProps {
  contentId: string;
  fileId: string;
  parts: readonly { title: string }[];
  /** Whether it uses frames, which may fail long after the course has started. */
  isFramed: boolean;
}

type Verdict = "runs" | "frames" | "silent";

/** Parts that are tried: the others are made by the same tool, and are found in the preview. */
const mostParts = 10;
/** Milliseconds in which a part reports that it started, and how long after that its frames may still fail. */
const longestStart = 15_000;
const settling = 1_500;

/**
 * Plays the parts of an uploaded package one after the other, hidden, as far as they go without input, and reports which of
 * them don't run. Nothing is stored.
 */
export function PackageTestRun({ contentId, fileId, parts, isFramed }: PackageTestRunProps) {
  const tried = parts.slice(0, mostParts);
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([]);
  const opening = useMutation({ mutationFn: (item: number) => previewPackage(contentId, fileId, item) });
  const { mutate } = opening;
  const item = verdicts.length;
  const isDone = item >= tried.length;
  useEffect(() => {
    if (!isDone) mutate(item);
  }, [mutate, item, isDone]);
  const opened = opening.data;
  const end = useRef((_verdict: Verdict) => undefined as undefined);
  end.current = (verdict) => {
    // The first word counts: several frames of a part may say the same.
    setVerdicts((before) => (before.length === item ? [...before, verdict] : before));
    return undefined;
  };
  const sittingId = opened?.sittingId;
  useEffect(() => {
    if (sittingId === undefined) return;
    let timer = setTimeout(() => end.current("silent"), longestStart);
    let hasStarted = false;
    const onMessage = ({ data }: MessageEvent) => {
      if (data?.touchline !== sittingId) return;
      if (data.trouble === "frames") {
        clearTimeout(timer);
        end.current("frames");
      } else if (data.values && !hasStarted) {
        hasStarted = true;
        clearTimeout(timer);
        timer = setTimeout(() => end.current("runs"), isFramed ? longestStart : settling);
      }
    };
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
    };
  }, [sittingId, isFramed]);
  if (opening.isError) return null;
  if (!isDone) {
    return (
      <>
        <p className={kinds.about} role="status">
          {tried.length === 1 ? words.testingTheCourse : words.testingPart({ part: item + 1, count: tried.length })}
        </p>
        {opened && opening.variables === item && (
          <iframe
            key={opened.sittingId}
            className={classes.unseen}
            title={words.courseTest}
            aria-hidden="true"
            tabIndex={-1}
            src={opened.url}
            // The course is hidden, so windows, blocking dialogs and sound are disabled.
            sandbox={`allow-scripts${opened.ownOrigin ? " allow-same-origin" : ""}`}
            referrerPolicy="no-referrer"
            onLoad={() => {
              if (!opened.tells) end.current("runs");
            }}
          />
        )}
      </>
    );
  }
  const named = (verdict: Verdict) =>
    tried.flatMap(({ title }, place) => (verdicts[place] === verdict ? [`“${title}”`] : [])).join(", ");
  const [framed, silent] = [named("frames"), named("silent")];
  return (
    <>
      {framed !== "" && isFramed && (
        <p className={kinds.about} role="status">
          {words.testedPartly({ framed })}
        </p>
      )}
      {framed !== "" && !isFramed && (
        <Notice tone="needs" title={words.partlyRuns({ framed })}>
          {framesText}
        </Notice>
      )}
      {silent !== "" && (
        <Notice tone="needs" title={words.testSilent({ silent })}>
          {words.testSilentAbout}
        </Notice>
      )}
      {framed === "" && silent === "" && (
        <p className={kinds.about} role="status">
          {words.testPassed}
        </p>
      )}
    </>
  );
}
