import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import classes from "./FileDrop.module.css";
import { acceptAttribute, type FileLimits, fileProblem, fileSize, usualFileLimits } from "./fileChecks.ts";
import { IconCircleCheck, IconCircleX, IconFile, IconUpload } from "./icons.ts";

/** A file on its way or arrived. `progress` runs from 0 to 1. */
export interface Upload {
  key: string;
  name: string;
  /** In bytes. */
  size: number;
  state: { kind: "uploading"; progress: number } | { kind: "done" } | { kind: "failed"; reason: string };
}

export interface FileDropProps {
  label: string;
  description?: string;
  limits?: FileLimits;
  multiple?: boolean;
  disabled?: boolean;
  uploads: readonly Upload[];
  /** Gets only files that pass the checks. */
  onFiles: (files: File[]) => void;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

/** A place to drop or choose files. What cannot be taken is said at once, before anything travels. */
export function FileDrop(props: FileDropProps) {
  const { label, description, limits = usualFileLimits, multiple = false, disabled = false, uploads } = props;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    const checked = files.map((file) => ({ file, problem: fileProblem(file, limits) }));
    setProblems(checked.flatMap(({ problem }) => problem ?? []));
    const good = checked.filter(({ problem }) => problem === null).map(({ file }) => file);
    if (good.length > 0) props.onFiles(good);
    if (input.current) input.current.value = "";
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  return (
    <div className={classes.frame}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {description && <p className={classes.quiet}>{description}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-disabled={disabled || undefined}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
      >
        <IconUpload aria-hidden="true" />
        <input
          ref={input}
          id={id}
          className={classes.input}
          type="file"
          accept={acceptAttribute(limits)}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-limits ${id}-problems`}
          onChange={(event) => take(event.target.files)}
        />
        <p className={classes.invite}>
          <span className={classes.choose}>Choose {multiple ? "files" : "a file"}</span> or drop{" "}
          {multiple ? "them" : "it"} here
        </p>
        <p className={classes.quiet} id={`${id}-limits`}>
          {limits.extensions.join(", ")}; up to {fileSize(limits.maxBytes)}
        </p>
      </div>
      <div id={`${id}-problems`} role="alert" className={classes.problems}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {uploads.length > 0 && (
        <ul className={classes.list}>
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} onRetry={props.onRetry} onRemove={props.onRemove} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadLine(props: { upload: Upload } & Pick<FileDropProps, "onRetry" | "onRemove">) {
  const { upload, onRetry, onRemove } = props;
  const { key, name, size, state } = upload;
  return (
    <li className={classes.line} data-state={state.kind}>
      {state.kind === "done" && <IconCircleCheck aria-hidden="true" />}
      {state.kind === "failed" && <IconCircleX aria-hidden="true" />}
      {state.kind === "uploading" && <IconFile aria-hidden="true" />}
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        {state.kind === "uploading" && (
          <progress className={classes.progress} max={1} value={state.progress} aria-label={`Uploading ${name}`} />
        )}
        <p className={classes.quiet} role={state.kind === "failed" ? "alert" : undefined}>
          {state.kind === "failed" && state.reason}
          {state.kind === "done" && `${fileSize(size)}, uploaded`}
          {state.kind === "uploading" && `${Math.round(state.progress * 100)} % of ${fileSize(size)}`}
        </p>
      </div>
      {state.kind === "failed" && (
        <Button
          small
          variant="secondary"
          label="Try again"
          aria-label={`Try again: ${name}`}
          onClick={() => onRetry(key)}
        />
      )}
      <Button
        small
        variant="quaternary"
        label={state.kind === "uploading" ? "Cancel" : "Remove"}
        aria-label={`${state.kind === "uploading" ? "Cancel" : "Remove"} ${name}`}
        onClick={() => onRemove(key)}
      />
    </li>
  );
}
