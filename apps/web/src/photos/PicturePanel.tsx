import type { UseMutationResult } from "@tanstack/react-query";
import { Button, IconCamera, LoadingState, Panel } from "@touchline/ui";
import { type ChangeEvent, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import classes from "./PicturePanel.module.css";
import { words } from "./words.ts";

const CropDialog = lazy(() => import("./CropDialog.tsx").then((file) => ({ default: file.CropDialog })));

interface PicturePanelProps {
  /** What it is of. A logo keeps its corners. */
  what: "photo" | "logo";
  /** One sentence: what it is for. */
  lead: string;
  /** There is one, which can be changed or removed. */
  has: boolean;
  /** Sends the base64 of a square JPEG; null removes the picture. */
  saving: UseMutationResult<unknown, Error, string | null>;
  /** The picture as it is. */
  children: ReactNode;
}

/** A picture that is chosen or taken, cut to a square, and sent small. What else is in the file never leaves the device. */
export function PicturePanel({ what, lead, has, saving, children }: PicturePanelProps) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const close = () => {
    setPicture(null);
    saving.reset();
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file can then be chosen once more.
    event.target.value = "";
    if (!file) return;
    setProblem(null);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      setProblem(words.unreadable);
    }
  };
  return (
    <Panel title={words[what].title}>
      <div className={classes.picture}>
        {children}
        <div className={classes.words}>
          <p className={classes.lead}>{lead}</p>
          <div className={classes.acts}>
            <input
              ref={input}
              className={classes.file}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              aria-label={words[what].file}
              tabIndex={-1}
              onChange={(event) => void choose(event)}
            />
            <Button
              variant="secondary"
              leftIcon={<IconCamera aria-hidden />}
              label={has ? words[what].change : words[what].choose}
              onClick={() => input.current?.click()}
            />
            {has && (
              <Button
                danger
                variant="quaternary"
                label={words[what].remove}
                loading={saving.isPending && saving.variables === null}
                onClick={() => saving.mutate(null)}
              />
            )}
          </div>
          <p role="alert" className={classes.error}>
            {problem ?? (picture === null ? saving.error?.message : null)}
          </p>
        </div>
      </div>
      {picture && (
        <Suspense fallback={<LoadingState label={words.opening} />}>
          <CropDialog
            what={what}
            picture={picture}
            saving={saving.isPending}
            problem={saving.error?.message ?? null}
            onClose={close}
            onSave={(photoData) => saving.mutate(photoData, { onSuccess: close })}
          />
        </Suspense>
      )}
    </Panel>
  );
}
