import { maxFileBytes } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { FormField } from "@touchline/contract/library/form-definition";
import { FileDrop, type Upload } from "@touchline/ui";
import { useRef, useState } from "react";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { nameOfField } from "../../../../forms/FieldInput.tsx";
import { words } from "../words.ts";
import type { UploadOptions } from "./useAnswers.ts";

interface FileFieldProps {
  field: FormField;
  settings: ContentSettings;
  /** The one that is there. */
  file: { fileId: string; name: string; bytes: number } | undefined;
  error: string | undefined;
  onUpload: (file: File, options: UploadOptions) => Promise<void>;
  onRemove: () => void;
}

type Sending = { file: File; progress: number; failure: string | null };

/** One file, on its way as soon as it is chosen. */
export function FileField({ field, settings, file, error, onUpload, onRemove }: FileFieldProps) {
  const [sending, setSending] = useState<Sending | null>(null);
  const stop = useRef<AbortController | null>(null);
  const send = async (chosen: File) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setSending({ file: chosen, progress: 0, failure: null });
    const onProgress = (done: number, total: number) =>
      setSending((present) => present && { ...present, progress: total === 0 ? 0 : done / total });
    try {
      await onUpload(chosen, { signal: controller.signal, onProgress });
      setSending(null);
    } catch (cause) {
      if (controller.signal.aborted) return;
      const failure = cause instanceof Error ? messageOf(cause) : words.uploadFailed;
      setSending({ file: chosen, progress: 0, failure });
    }
  };
  const uploads: Upload[] = [];
  if (sending) {
    const { name, size } = sending.file;
    const { failure, progress } = sending;
    const state =
      failure === null ? { kind: "uploading" as const, progress } : { kind: "failed" as const, reason: failure };
    uploads.push({ key: "sending", name, size, state });
  } else if (file) {
    uploads.push({ key: file.fileId, name: file.name, size: file.bytes, state: { kind: "done" } });
  }
  const extensions = "acceptedExtensions" in settings ? settings.acceptedExtensions : [];
  return (
    <FileDrop
      label={nameOfField(field)}
      {...(field.help && { description: field.help })}
      limits={{ extensions, maxBytes: maxFileBytes }}
      error={error}
      uploads={uploads}
      onFiles={([chosen]) => chosen && void send(chosen)}
      onRetry={() => sending && void send(sending.file)}
      onRemove={(key) => {
        if (key === "sending") {
          stop.current?.abort();
          setSending(null);
        } else onRemove();
      }}
    />
  );
}
