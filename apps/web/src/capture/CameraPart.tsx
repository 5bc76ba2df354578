import { Button, IconCamera, LoadingState } from "@touchline/ui";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { wasLoadedHere } from "../own-document.ts";
import classes from "./CameraPart.module.css";
import { isCameraPermitted, offersCamera } from "./camera.ts";
import type { Shot } from "./shots.ts";
import { useOpenCamera } from "./useOpenCamera.ts";
import { problemTexts, words } from "./words.ts";

/** Loaded only when the camera is opened. */
const Capture = lazy(() => import("./Capture.tsx").then((file) => ({ default: file.Capture })));

interface CameraPartProps {
  /** The photos to take, one after the other. */
  shots: readonly Shot[];
  disabled?: boolean;
  onPhoto: (photo: File, shot: Shot) => void;
  /** Saves what was typed: the page may have to be loaded again for the camera. */
  onBefore?: () => Promise<unknown>;
}

/** Buttons that open the camera, and the camera in their place. Where the browser shows no camera, it says so. */
export function CameraPart({ shots, disabled = false, onPhoto, onBefore }: CameraPartProps) {
  const { open, setOpen } = useOpenCamera();
  const buttons = useRef<HTMLDivElement>(null);
  const [opener, setOpener] = useState<Shot["key"] | null>(null);
  const shot = shots.find(({ key }) => key === open);
  const mustReload = shot !== undefined && offersCamera() && !isCameraPermitted();
  // Loaded at an address without a camera: only an answer for this one permits it.
  const isOwn = wasLoadedHere();
  useEffect(() => {
    if (mustReload && !isOwn) window.location.reload();
  }, [mustReload, isOwn]);
  // The camera has closed: the focus returns to the button that opened it.
  useEffect(() => {
    if (shot || opener === null) return;
    buttons.current?.querySelector<HTMLElement>(`[data-shot="${opener}"] button`)?.focus();
    setOpener(null);
  }, [shot, opener]);

  if (!offersCamera()) {
    return <p className={classes.quiet}>{problemTexts.unsupported}</p>;
  }
  if (shot && !disabled) {
    if (mustReload && !isOwn) return <LoadingState label={words.loadingCamera} lines={4} />;
    const next = shots[shots.indexOf(shot) + 1];
    return (
      <Suspense fallback={<LoadingState label={words.loadingCamera} lines={4} />}>
        <Capture
          key={shot.key}
          shape={shot.shape}
          what={shot.what}
          fileName={shot.fileName}
          onPhoto={(photo) => {
            setOpener(shot.key);
            onPhoto(photo, shot);
            void setOpen(next?.key ?? null);
          }}
          onClose={() => {
            setOpener(shot.key);
            void setOpen(null);
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className={classes.buttons} ref={buttons}>
      {shots.map((one) => (
        <span key={one.key} data-shot={one.key}>
          <Button
            variant="secondary"
            fullWidth
            leftIcon={<IconCamera aria-hidden />}
            label={one.act}
            disabled={disabled}
            onClick={() => void Promise.resolve(onBefore?.()).then(() => setOpen(one.key))}
          />
        </span>
      ))}
    </div>
  );
}
