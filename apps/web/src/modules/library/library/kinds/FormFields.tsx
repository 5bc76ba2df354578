import { maxFileBytes } from "@touchline/contract";
import type { FormDefinition } from "@touchline/contract/library/form-definition";
import { contentFileKinds } from "@touchline/rules/library/content";
import { Checkbox, FileDrop, type Upload } from "@touchline/ui";
import { lazy, Suspense, useRef, useState } from "react";
import { messageOf } from "../../../../ErrorScreens.tsx";
import classes from "../Library.module.css";
import { addFile } from "../queries.ts";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { newForm } from "./form-edits.ts";
import { usePendingUpload } from "./pending-uploads.ts";
import { ReviewFields } from "./ReviewFields.tsx";

const FormBuilder = lazy(() => import("./FormBuilder.tsx").then((file) => ({ default: file.FormBuilder })));

/** A form: a blank to download and send back, questions on the page, or both for the member to choose. */
export function FormFields({ settings, change, errors, contentIdForFile }: KindFieldsProps<"form">) {
  /** Taken out and put back, it is the same form. */
  const [aside, setAside] = useState<FormDefinition | null>(null);
  const { form } = settings;
  const ofForm = Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith("form.") ? [[path.slice("form.".length), message] as const] : [],
    ),
  );
  return (
    <>
      <Checkbox
        label={words.fillInOnline}
        description={words.fillInOnlineHint}
        checked={form !== null}
        error={form === null ? errors.form : undefined}
        onChange={(event) => {
          if (event.target.checked) change({ form: aside ?? newForm() });
          else {
            setAside(form);
            change({ form: null });
          }
        }}
      />
      {form !== null && (
        <Suspense>
          <FormBuilder form={form} change={(next) => change({ form: next })} errors={ofForm} />
        </Suspense>
      )}
      <BlankField
        fileId={settings.blankFileId}
        onChange={(blankFileId) => change({ blankFileId })}
        error={errors.blankFileId}
        contentIdForFile={contentIdForFile}
      />
      <AcceptedFilesField settings={settings} change={change} errors={errors} />
      <ReviewFields settings={settings} change={change} />
    </>
  );
}

interface BlankFieldProps {
  fileId: string | null;
  onChange: (fileId: string | null) => void;
  error: string | undefined;
  contentIdForFile: () => Promise<string>;
}

/** The blank, sent as soon as it is chosen; it counts once the settings are saved. */
function BlankField({ fileId, onChange, error, contentIdForFile }: BlankFieldProps) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const chosen = useRef<File | null>(null);
  const stop = useRef<AbortController | null>(null);
  usePendingUpload(upload?.state.kind === "uploading");
  const send = async (file: File) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    chosen.current = file;
    const setState = (state: Upload["state"]) => setUpload({ key: "blank", name: file.name, size: file.size, state });
    setState({ kind: "uploading", progress: 0 });
    try {
      const onProgress = (done: number, total: number) =>
        setState({ kind: "uploading", progress: done / (total || 1) });
      const added = await addFile(await contentIdForFile(), file, { signal: controller.signal, onProgress });
      setState({ kind: "done" });
      onChange(added.fileId);
    } catch (cause) {
      if (controller.signal.aborted) return;
      setState({ kind: "failed", reason: cause instanceof Error ? messageOf(cause) : words.uploadFailed });
    }
  };
  const known: Upload | null =
    fileId === null ? null : { key: "blank", name: words.blankForm, size: null, state: { kind: "chosen" } };
  const uploads = [upload ?? known].filter((one) => one !== null);
  return (
    <div className={classes.group}>
      <FileDrop
        label={words.blankForm}
        description={words.blankFormHint}
        limits={{ extensions: contentFileKinds[1], maxBytes: maxFileBytes }}
        error={error}
        uploads={uploads}
        onFiles={([file]) => file && void send(file)}
        onRetry={() => chosen.current && void send(chosen.current)}
        onRemove={() => {
          stop.current?.abort();
          setUpload(null);
          onChange(null);
        }}
      />
    </div>
  );
}
