import { useMutation } from "@tanstack/react-query";
import { maxFileBytes } from "@touchline/contract";
import { Button, FileDrop, IconFile } from "@touchline/ui";
import { useRef, useState } from "react";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { addFile } from "../queries.ts";
import { words } from "../words.ts";
import classes from "./Kinds.module.css";
import { usePendingUpload } from "./pending-uploads.ts";

interface FileFieldProps {
  label: string;
  description: string;
  extensions: readonly string[];
  /** The file that is named now. */
  fileId: string | null;
  onChange: (fileId: string | null, file: File | null) => void;
  error: string | undefined;
  contentIdForFile: () => Promise<string>;
  /** Sends it where such files are taken; as a file of the content unless given. */
  add?: typeof addFile;
}

/** One file of the library: uploaded as soon as it is chosen, named by the settings that are saved after it. */
export function FileField({
  label,
  description,
  extensions,
  fileId,
  onChange,
  error,
  contentIdForFile,
  add = addFile,
}: FileFieldProps) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      stop.current = new AbortController();
      setProgress(0);
      return add(await contentIdForFile(), chosen, {
        signal: stop.current.signal,
        onProgress: (done, total) => setProgress(total > 0 ? done / total : 0),
      });
    },
    onSuccess: (added, chosen) => onChange(added.fileId, chosen),
  });
  usePendingUpload(sending.isPending);
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    sending.mutate(chosen);
  };
  if (fileId !== null && !sending.isPending) {
    return (
      <div className={classes.file}>
        <IconFile aria-hidden="true" />
        <span className={classes.fileName}>{file?.name ?? words.fileUploaded({ label })}</span>
        <Button small variant="secondary" label={words.replace} onClick={() => onChange(null, null)} />
      </div>
    );
  }
  const failure = sending.error?.name === "AbortError" ? undefined : sending.error && messageOf(sending.error);
  return (
    <FileDrop
      label={label}
      description={description}
      limits={{ extensions, maxBytes: maxFileBytes }}
      error={failure ?? error}
      uploads={
        sending.isPending && file
          ? [{ key: "one", name: file.name, size: file.size, state: { kind: "uploading", progress } }]
          : []
      }
      onFiles={([chosen]) => {
        if (!sending.isPending) choose(chosen);
      }}
      onRemove={() => stop.current?.abort()}
    />
  );
}
