import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import classes from "./FileDrop.module.css";
import {
  acceptAttribute,
  extensionsText,
  type FileLimits,
  fileProblem,
  fileSize,
  usualFileLimits,
} from "./file-checks.ts";
import { IconButton } from "./IconButton.tsx";
import { IconArrowDown, IconArrowUp, IconCamera, IconCircleCheck, IconCircleX, IconFile, IconUpload } from "./icons.ts";
import { words } from "./words.ts";

/** A file that is selected, uploading, or uploaded. `progress` runs from 0 to 1. */
export interface Upload {
  key: string;
  name: string;
  /** In bytes. Null for a file that was stored before, whose size isn't known here. */
  size: number | null;
  state:
    | { kind: "chosen" }
    /** `waiting`: for the connection, after which it continues automatically. */
    | { kind: "uploading"; progress: number; waiting?: boolean }
    /** The whole file has been uploaded and is being checked, which continues without the page. */
    | { kind: "reading"; progress: number }
    | { kind: "done" }
    /** `byHand`: it can't be retried automatically, and the reason says what to do. */
    | { kind: "failed"; reason: string; byHand?: boolean };
}

export interface FileDropProps {
  label: string;
  description?: string;
  limits?: FileLimits;
  multiple?: boolean;
  /** The most files. Further ones are refused with the reason. */
  most?: number;
  disabled?: boolean;
  /** Off if the page has its own camera button next to it. */
  phoneCamera?: boolean;
  /** The error of the selection as a whole. */
  error?: string | undefined;
  uploads: readonly Upload[];
  /** Called with files that pass the checks. */
  onFiles: (files: File[]) => void;
  /** Whether a failed file can be retried automatically. */
  onRetry?: (key: string) => void;
  onRemove: (key: string) => void;
  /** If the order matters: moves an uploaded file up (-1) or down (1). */
  onMove?: (key: string, by: -1 | 1) => void;
}

/**
 * Lets the reader drop or select files, and photograph them on a phone. Files that can't be accepted are refused before
 * anything is uploaded.
 */
export function FileDrop(props: FileDropProps) {
  const { label, description, limits = usualFileLimits, multiple = false, disabled = false, error, uploads } = props;
  const { most = Number.POSITIVE_INFINITY, phoneCamera = true, onMove } = props;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [over, setOver] = useState(false);
  const [moved, setMoved] = useState("");
  const id = useId();

  const take = (list: FileList | null) => {
    if (disabled) return;
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    const checked = files.map((file) => ({ file, problem: fileProblem(file, limits) }));
    const fine = checked.filter(({ problem }) => problem === null).map(({ file }) => file);
    const good = fine.slice(0, Math.max(0, most - uploads.length));
    setProblems([...checked.flatMap(({ problem }) => problem ?? []), ...tooMany(fine.length - good.length, most)]);
    if (good.length > 0) props.onFiles(good);
  };
  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files);
    // Cleared so that the same file can be selected again.
    event.target.value = "";
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  // Only uploaded files have a place in the order.
  const arrived = uploads.filter(({ state }) => state.kind === "done");
  const place = ({ key }: Upload): FilePosition | null => {
    const at = arrived.findIndex((one) => one.key === key);
    return onMove && at >= 0 && arrived.length > 1 ? { at, of: arrived.length } : null;
  };
  const move = (upload: Upload, by: -1 | 1) => {
    const at = arrived.findIndex((one) => one.key === upload.key) + by;
    setMoved(words.fileMoved({ name: upload.name, position: at + 1, total: arrived.length }));
    onMove?.(upload.key, by);
  };

  return (
    <div className={classes.frame}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {description && <p className={classes.quiet}>{description}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, and the button inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-invalid={error !== undefined || undefined}
        data-disabled={disabled || undefined}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
      >
        <IconUpload aria-hidden="true" />
        <input
          id={id}
          className={classes.input}
          type="file"
          accept={acceptAttribute(limits)}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-limits ${id}-problems`}
          aria-invalid={error !== undefined || undefined}
          onChange={onChoose}
        />
        <p className={classes.invite}>
          <span className={classes.choose}>{multiple ? words.chooseFiles : words.chooseFile}</span>
          <span className={classes.orDrop}> {words.dropHint}</span>
        </p>
        <p className={classes.quiet} id={`${id}-limits`}>
          {words.fileLimits({ size: fileSize(limits.maxBytes), types: extensionsText(limits) })}
        </p>
      </div>
      {phoneCamera && limits.extensions.includes("jpeg") && (
        <label className={classes.camera} data-disabled={disabled || undefined}>
          <IconCamera aria-hidden="true" />
          {words.takePhoto}
          <input
            className={classes.input}
            type="file"
            accept="image/jpeg"
            capture="environment"
            disabled={disabled}
            onChange={onChoose}
          />
        </label>
      )}
      <div id={`${id}-problems`} role="alert" className={classes.problems}>
        {error && <p>{error}</p>}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {uploads.length > 0 && (
        <ul className={classes.list}>
          {uploads.map((upload) => (
            <UploadLine
              key={upload.key}
              upload={upload}
              disabled={disabled}
              onRetry={props.onRetry}
              onRemove={props.onRemove}
              place={place(upload)}
              onMove={move}
            />
          ))}
        </ul>
      )}
      <p role="status" className={classes.moved}>
        {moved}
      </p>
    </div>
  );
}

const isGoingOn = ({ kind }: Upload["state"]) => kind === "uploading" || kind === "reading";

/** The position of the file, of how many. */
type FilePosition = { at: number; of: number };

function tooMany(left: number, most: number): string[] {
  return left > 0 ? [words.tooManyFiles({ most })] : [];
}

function uploadText(percent: number, size: string, waiting: boolean): string {
  return waiting ? words.fileWaiting({ percent, size }) : words.fileProgress({ percent, size });
}

interface UploadLineProps extends Pick<FileDropProps, "onRemove"> {
  upload: Upload;
  disabled: boolean;
  onRetry: ((key: string) => void) | undefined;
  place: FilePosition | null;
  onMove: (upload: Upload, by: -1 | 1) => void;
}

function UploadLine({ upload, disabled, onRetry, onRemove, place, onMove }: UploadLineProps) {
  const { key, name, size, state } = upload;
  const line = useRef<HTMLLIElement>(null);
  // A row that moves loses the focus, so it is restored to where it was.
  const pressed = useRef<-1 | 1 | null>(null);
  const at = place?.at;
  useEffect(() => {
    if (at === undefined || pressed.current === null) return;
    const by = pressed.current;
    pressed.current = null;
    const buttons = [by, -by].map((one) => line.current?.querySelector<HTMLButtonElement>(`[data-move="${one}"]`));
    buttons.find((button) => button && !button.disabled)?.focus();
  }, [at]);
  const moveBy = (by: -1 | 1) => {
    pressed.current = by;
    onMove(upload, by);
  };
  return (
    <li ref={line} className={classes.line} data-state={state.kind}>
      {state.kind === "done" && <IconCircleCheck aria-hidden="true" />}
      {state.kind === "failed" && <IconCircleX aria-hidden="true" />}
      {(state.kind === "uploading" || state.kind === "reading" || state.kind === "chosen") && (
        <IconFile aria-hidden="true" />
      )}
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        {state.kind === "uploading" && (
          <progress
            className={classes.progress}
            max={1}
            value={state.progress}
            aria-label={words.uploading({ name })}
          />
        )}
        {state.kind === "reading" && (
          <progress className={classes.progress} max={1} value={state.progress} aria-label={words.reading({ name })} />
        )}
        <p className={classes.quiet} role={state.kind === "failed" ? "alert" : undefined}>
          {state.kind === "failed" && state.reason}
          {state.kind === "chosen" && (size === null ? words.fileSaved : fileSize(size))}
          {state.kind === "reading" && words.fileBeingRead({ percent: Math.floor(state.progress * 100) })}
          {state.kind === "done" && words.fileUploaded({ size: fileSize(size ?? 0) })}
          {state.kind === "uploading" &&
            uploadText(Math.floor(state.progress * 100), fileSize(size ?? 0), state.waiting === true)}
        </p>
      </div>
      {state.kind === "failed" && !state.byHand && onRetry && (
        <Button
          small
          variant="secondary"
          label={words.tryAgain}
          aria-label={words.tryFileAgain({ name })}
          onClick={() => onRetry(key)}
        />
      )}
      {!disabled && place && (
        <span className={classes.moves}>
          <IconButton
            small
            label={words.moveUp({ name })}
            icon={<IconArrowUp aria-hidden />}
            data-move={-1}
            disabled={place.at === 0}
            onClick={() => moveBy(-1)}
          />
          <IconButton
            small
            label={words.moveDown({ name })}
            icon={<IconArrowDown aria-hidden />}
            data-move={1}
            disabled={place.at === place.of - 1}
            onClick={() => moveBy(1)}
          />
        </span>
      )}
      {!disabled && (
        <Button
          small
          variant="quaternary"
          label={isGoingOn(state) ? words.cancel : words.remove}
          aria-label={isGoingOn(state) ? words.cancelFile({ name }) : words.removeFile({ name })}
          onClick={() => onRemove(key)}
        />
      )}
    </li>
  );
}
