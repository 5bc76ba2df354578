import { useQuery } from "@tanstack/react-query";
import { Button, fileSize, IconFile, IconHourglass, IconLock, Notice } from "@touchline/ui";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { messageOf } from "../ErrorScreens.tsx";
import { supportEmail } from "../support-email.ts";
import { DownloadButton } from "./DownloadButton.tsx";
import classes from "./FileViewer.module.css";
import { type AttemptFile, type FilePlace, fileQuery } from "./queries.ts";
import { fileDetails } from "./scan-remarks.ts";
import { closedText } from "./scan-words.ts";
import { words } from "./words.ts";

const Viewer = lazy(() => import("./Viewer.tsx").then((file) => ({ default: file.Viewer })));

interface FileViewerProps extends FilePlace {
  file: AttemptFile;
  /** Whether the viewer's single keys act wherever the focus is on the page. */
  pageKeys?: boolean;
}

/** Kinds that are shown in the page. The blob gets its type from here, so that no file can be a page of ours. */
const shownAs: Record<string, "image" | "pdf"> = {
  "image/png": "image",
  "image/jpeg": "image",
  "application/pdf": "pdf",
};

/** A file of a submission to look at: images and PDF in the page, everything as a download, and what is locked not at all. */
export function FileViewer({ file, pageKeys = false, ...place }: FileViewerProps) {
  const kind = file.viewable ? shownAs[file.mediaType] : undefined;
  return (
    <figure className={classes.viewer}>
      {file.opens && kind ? (
        <Shown key={file.fileId} place={place} file={file} kind={kind} pageKeys={pageKeys} />
      ) : (
        <NotShown file={file} />
      )}
      <figcaption className={classes.caption}>
        <span className={classes.name}>
          {file.name} <span className={classes.size}>({fileDetails(file, fileSize(file.bytes))})</span>
        </span>
        {file.opens && <DownloadButton place={place} file={file} />}
      </figcaption>
    </figure>
  );
}

/** Says why a file isn't shown. While a file is being scanned, the page refetches the result automatically. */
function NotShown({ file }: { file: AttemptFile }) {
  const why = closedText(file, supportEmail());
  const Icon = file.scan === "infected" ? IconLock : why === null ? IconFile : IconHourglass;
  return <Closed icon={<Icon aria-hidden="true" size={40} stroke={1.5} />}>{why ?? words.notViewable}</Closed>;
}

function Closed({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.closed} role="status">
      {icon}
      <p>{children}</p>
    </div>
  );
}

interface ShownProps {
  place: FilePlace;
  file: AttemptFile;
  kind: "image" | "pdf";
  pageKeys: boolean;
}

function Shown({ place, file, kind, pageKeys }: ShownProps) {
  const { data, error, refetch } = useQuery(fileQuery(place, file));
  const blob = useMemo(() => data && new Blob([data.blob], { type: file.mediaType }), [data, file.mediaType]);
  if (error) {
    return (
      <Notice
        tone="stop"
        action={<Button small variant="secondary" label={words.tryAgain} onClick={() => void refetch()} />}
      >
        {messageOf(error)}
      </Notice>
    );
  }
  const loading = (
    <div className={classes.closed} data-kind={kind} role="status">
      <p>{words.loadingFile({ name: file.name })}</p>
    </div>
  );
  if (!blob) return loading;
  return (
    <Suspense fallback={loading}>
      <Viewer
        blob={blob}
        kind={kind}
        name={file.name}
        pageKeys={pageKeys}
        download={<DownloadButton place={place} file={file} />}
      />
    </Suspense>
  );
}
