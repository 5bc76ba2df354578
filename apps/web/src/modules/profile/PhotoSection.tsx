import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, IconCamera, LoadingState, Panel, useNotify } from "@touchline/ui";
import { type ChangeEvent, lazy, Suspense, useRef, useState } from "react";
import { PersonAvatar } from "../../photos/PersonAvatar.tsx";
import classes from "./Profile.module.css";
import { type Details, detailsQuery, putProfile, showEverywhere } from "./queries.ts";

const CropDialog = lazy(() => import("./CropDialog.tsx").then((file) => ({ default: file.CropDialog })));

const unreadable = "This file could not be read as a photo. Choose a JPEG, PNG or WebP.";

/** The photo: chosen or taken, cut to a square, and sent small. What else is in the file never leaves the device. */
export function PhotoSection({ details }: { details: Details }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { profileId, photoId } = details;
  const saving = useMutation({
    mutationFn: (photoData: string | null) =>
      putProfile(profileId, {
        photoData,
        ...(photoData !== null && { photoName: "photo.jpeg", photoExtension: "jpeg" as const }),
      }),
    onSuccess: async (saved, photoData) => {
      queryClient.setQueryData(detailsQuery(profileId).queryKey, saved);
      close();
      notify("done", photoData === null ? "The photo was removed." : "The photo was saved.");
      await showEverywhere(queryClient);
    },
  });
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
      setProblem(unreadable);
    }
  };
  return (
    <Panel title="Photo">
      <div className={classes.photo}>
        <PersonAvatar person={details} size={96} />
        <div className={classes.photoWords}>
          <p className={classes.lead}>Helps people at the field to know who is who. Only the picture itself is kept.</p>
          <div className={classes.acts}>
            <input
              ref={input}
              className={classes.file}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              aria-label="Photo file"
              tabIndex={-1}
              onChange={(event) => void choose(event)}
            />
            <Button
              variant="secondary"
              leftIcon={<IconCamera aria-hidden />}
              label={photoId ? "Change photo" : "Choose photo"}
              onClick={() => input.current?.click()}
            />
            {photoId && (
              <Button
                danger
                variant="quaternary"
                label="Remove photo"
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
        <Suspense fallback={<LoadingState label="Opening the photo" />}>
          <CropDialog
            picture={picture}
            saving={saving.isPending}
            problem={saving.error?.message ?? null}
            onClose={close}
            onSave={(photoData) => saving.mutate(photoData)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
