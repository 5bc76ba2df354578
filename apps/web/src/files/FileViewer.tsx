import { useQuery } from "@tanstack/react-query";
import { Button, fileSize, IconFile, IconZoomIn, IconZoomOut, Notice } from "@touchline/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../errorScreens.tsx";
import { DownloadButton } from "./DownloadButton.tsx";
import classes from "./FileViewer.module.css";
import { type AttemptFile, type FilePlace, fileQuery } from "./queries.ts";

interface FileViewerProps extends FilePlace {
  file: AttemptFile;
}

/** Kinds that are shown in the page. The blob gets its type from here, so that no file can be a page of ours. */
const shownAs: Record<string, "image" | "pdf"> = {
  "image/png": "image",
  "image/jpeg": "image",
  "application/pdf": "pdf",
};

/** A file of a submission to look at: images and PDF in the page where the browser can, everything as a download. */
export function FileViewer({ file, ...place }: FileViewerProps) {
  const kind = file.viewable ? shownAs[file.mediaType] : undefined;
  const shown = kind === "image" || (kind === "pdf" && navigator.pdfViewerEnabled !== false);
  return (
    <figure className={classes.viewer}>
      {shown ? <Shown key={file.fileId} place={place} file={file} kind={kind} /> : <NotShown file={file} />}
      <figcaption className={classes.caption}>
        <span className={classes.name}>
          {file.name} <span className={classes.size}>({fileSize(file.bytes)})</span>
        </span>
        <DownloadButton place={place} file={file} />
      </figcaption>
    </figure>
  );
}

function NotShown({ file }: { file: AttemptFile }) {
  return (
    <div className={classes.closed}>
      <IconFile aria-hidden="true" size={40} stroke={1.5} />
      <p>
        {file.mediaType === "application/pdf"
          ? "This browser does not show PDF files in a page."
          : "This kind of file is not shown here."}{" "}
        Download it to look at it.
      </p>
    </div>
  );
}

function Shown({ place, file, kind }: { place: FilePlace; file: AttemptFile; kind: "image" | "pdf" }) {
  const { data, error, refetch } = useQuery(fileQuery(place, file));
  const url = useObjectUrl(data?.blob, file.mediaType);
  if (error) {
    return (
      <Notice
        tone="stop"
        action={<Button small variant="secondary" label="Try again" onClick={() => void refetch()} />}
      >
        {messageOf(error)}
      </Notice>
    );
  }
  if (url === null) {
    return (
      <div className={classes.closed} data-kind={kind} role="status">
        <p>Loading {file.name} …</p>
      </div>
    );
  }
  if (kind === "image") return <ZoomableImage url={url} name={file.name} />;
  // Not sandboxed: Chromium shows no PDF in a sandbox. Scripts in a PDF run apart from the page in every browser.
  return <Paper url={url} name={file.name} />;
}

/**
 * A PDF, shown by the browser's own viewer. Whoever clicks or tabs into it scrolls and searches there with the keyboard; the
 * page gets the keyboard back when the pointer leaves, or by the button that comes while it is away. A viewer that takes it
 * by itself, as some do whenever they are ready, loses it at once: the keys that decide live in the page.
 */
function Paper({ url, name }: { url: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [away, setAway] = useState(false);
  /** Whether somebody is there with the pointer, or on the way with the Tab key. */
  const wanted = useRef({ pointer: false, tab: false });
  useEffect(() => {
    // Of what happens inside the frame the page hears nothing but that the focus has gone there.
    const look = () => {
      const inside = document.activeElement !== null && document.activeElement === frame.current;
      const { pointer, tab } = wanted.current;
      if (inside && !pointer && !tab) {
        frame.current?.blur();
        toPage();
      } else {
        setAway(inside);
      }
    };
    const onBlur = () => setTimeout(look);
    const onKey = ({ key }: KeyboardEvent) => {
      wanted.current.tab = key === "Tab";
    };
    window.addEventListener("blur", onBlur);
    window.addEventListener("focus", look);
    document.addEventListener("focusin", look);
    document.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("focus", look);
      document.removeEventListener("focusin", look);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  const giveBack = useCallback(() => {
    frame.current?.blur();
    toPage();
    setAway(false);
  }, []);
  useEffect(() => {
    if (!away) return undefined;
    const onMove = ({ target }: PointerEvent) => {
      if (target !== frame.current) giveBack();
    };
    document.addEventListener("pointermove", onMove);
    return () => document.removeEventListener("pointermove", onMove);
  }, [away, giveBack]);
  return (
    <div className={classes.around}>
      <iframe
        ref={frame}
        className={classes.paper}
        src={url}
        title={name}
        onPointerEnter={() => {
          wanted.current.pointer = true;
        }}
        onPointerLeave={() => {
          wanted.current.pointer = false;
        }}
      />
      <p className={classes.away} role="status">
        {away && (
          <>
            The keyboard is in the document.
            <Button small variant="secondary" label="Back to the page" onClick={giveBack} />
          </>
        )}
      </p>
    </div>
  );
}

const toPage = () => document.getElementById("content")?.focus({ preventScroll: true });

function ZoomableImage({ url, name }: { url: string; name: string }) {
  const [large, setLarge] = useState(false);
  const Picture = large ? IconZoomOut : IconZoomIn;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.frame} tabIndex={0} data-large={large || undefined} aria-label={name}>
        <img className={classes.image} src={url} alt={name} />
      </section>
      <span className={classes.zoom}>
        <Button
          small
          variant="secondary"
          leftIcon={<Picture aria-hidden />}
          label={large ? "Fit to width" : "Full size"}
          onClick={() => setLarge(!large)}
        />
      </span>
    </>
  );
}

/** An address for a blob within this page, given back when it is no longer shown. */
function useObjectUrl(blob: Blob | undefined, mediaType: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(new Blob([blob], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, mediaType]);
  return url;
}
