import { Button, Checkbox, IconCamera, Notice } from "@touchline/ui";
import { useEffect, useId, useRef, useState } from "react";
import { useObjectUrl } from "../photos/useObjectUrl.ts";
import classes from "./Capture.module.css";
import type { CameraProblem } from "./camera.ts";
import { guideOf, type Shape, stageRatios } from "./frame-checks.ts";
import { type TakenPhoto, takePhoto } from "./photo.ts";
import { useCamera } from "./useCamera.ts";
import { useFrames } from "./useFrames.ts";
import { hintTexts, isPoor, problemTexts, qualityText, words } from "./words.ts";

export interface CaptureProps {
  shape: Shape;
  /** The name of the photo, such as "Front of the ID". */
  what: string;
  fileName: string;
  onPhoto: (photo: File) => void;
  onClose: () => void;
  /** There is no live picture, for this reason. */
  onProblem?: (problem: CameraProblem) => void;
}

/**
 * Takes a photo with the live camera: a guide, hints while moving, an automatic shutter, and a preview before the photo is
 * used.
 */
export function Capture({ shape, what, fileName, onPhoto, onClose, onProblem }: CaptureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLDivElement>(null);
  const [photo, setPhoto] = useState<TakenPhoto | null>(null);
  const [isAutomatic, setAutomatic] = useState(true);
  const [isFailed, setFailed] = useState(false);
  const isTaking = useRef(false);
  const id = useId();
  const { state, retry } = useCamera(video, shape === "face" ? "user" : "environment", photo === null);
  const isLive = state.kind === "live" && photo === null;
  const problem = state.kind === "failed" ? state.problem : null;

  const take = async () => {
    if (!isLive || !video.current || isTaking.current) return;
    isTaking.current = true;
    setFailed(false);
    try {
      setPhoto(await takePhoto(video.current, shape, fileName));
    } catch {
      setFailed(true);
    } finally {
      isTaking.current = false;
    }
  };
  const hint = useFrames(video, shape, isLive, isAutomatic ? () => void take() : null);

  const latestOnProblem = useRef(onProblem);
  useEffect(() => {
    latestOnProblem.current = onProblem;
  });
  useEffect(() => {
    if (problem !== null) latestOnProblem.current?.(problem);
  }, [problem]);
  // The focused element was removed with the button that opened the camera, or with the photo that is retaken.
  useEffect(() => {
    if (isLive) shutter.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isLive]);

  const texts = hintTexts[shape === "face" ? "face" : "document"];
  return (
    <section className={classes.capture} aria-label={words.cameraOf({ what })}>
      {photo ? (
        <Preview
          photo={photo}
          shape={shape}
          what={what}
          onUse={() => onPhoto(photo.file)}
          onRetake={() => setPhoto(null)}
        />
      ) : problem ? (
        <Notice
          tone="needs"
          title={words.problemTitle}
          action={
            problem === "busy" || problem === "refused" ? (
              <Button small variant="secondary" label={words.tryAgain} onClick={retry} />
            ) : undefined
          }
        >
          {problemTexts[problem]}
        </Notice>
      ) : null}
      {!photo && !problem && (
        <>
          <div className={classes.stage} style={{ aspectRatio: stageRatios[shape] }}>
            {/* The reader's own face is shown as in a mirror; the photo isn't. */}
            <video
              ref={video}
              className={classes.video}
              data-mirrored={shape === "face" || undefined}
              muted
              playsInline
              aria-label={words.livePicture}
            />
            {isLive && <GuideShape shape={shape} isGood={hint === "good"} />}
          </div>
          <p className={classes.hint} aria-hidden="true" data-good={(isLive && hint === "good") || undefined}>
            {isLive ? texts[hint] : words.opening}
          </p>
          <p className={classes.spoken} role="status" aria-live="polite">
            {isLive ? texts[hint] : words.opening}
          </p>
          {isFailed && <Notice tone="stop">{words.notTaken}</Notice>}
          <div className={classes.buttons} ref={shutter}>
            <Button
              label={words.shutter}
              leftIcon={<IconCamera aria-hidden />}
              disabled={!isLive}
              onClick={() => void take()}
            />
            <Button variant="secondary" label={words.close} onClick={onClose} />
          </div>
          <Checkbox
            id={`${id}-automatic`}
            label={words.automatic}
            description={words.automaticHelp}
            checked={isAutomatic}
            onChange={(event) => setAutomatic(event.target.checked)}
          />
        </>
      )}
      {problem && (
        <div className={classes.buttons}>
          <Button variant="secondary" label={words.close} onClick={onClose} />
        </div>
      )}
    </section>
  );
}

/** The oval or the frame over the live picture, with all around it dimmed. */
function GuideShape({ shape, isGood }: { shape: Shape; isGood: boolean }) {
  const { left, top, width, height } = guideOf(shape);
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return (
    <div
      className={classes.guide}
      data-face={shape === "face" || undefined}
      data-good={isGood || undefined}
      style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
      aria-hidden="true"
    />
  );
}

interface PreviewProps {
  photo: TakenPhoto;
  shape: Shape;
  what: string;
  /** The label of the button that chooses another photo, if it wasn't taken here. */
  other?: string;
  onUse: () => void;
  onRetake: () => void;
}

/** The photo that was taken, with what is wrong with it, and what to do. */
export function Preview({ photo, shape, what, other = words.retake, onUse, onRetake }: PreviewProps) {
  const address = useObjectUrl(photo.file);
  const buttons = useRef<HTMLDivElement>(null);
  const { quality } = photo;
  const warning = quality && qualityText(quality);
  const isRetake = quality !== null && isPoor(quality);
  useEffect(() => {
    buttons.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  const [use, retake] = [
    <Button
      key="use"
      variant={isRetake ? "secondary" : "primary"}
      label={isRetake ? words.useAnyway : words.use}
      onClick={onUse}
    />,
    <Button key="retake" variant={isRetake ? "primary" : "secondary"} label={other} onClick={onRetake} />,
  ];
  return (
    <>
      <div className={classes.photo}>{address && <img src={address} alt={words.preview({ what })} />}</div>
      <p className={classes.spoken} role="status" aria-live="polite">
        {warning ?? words.taken}
      </p>
      {warning ? (
        <Notice tone={isRetake ? "stop" : "needs"}>{warning}</Notice>
      ) : (
        <p className={classes.quiet}>{shape === "face" ? words.isYou : words.readable}</p>
      )}
      <div className={classes.buttons} ref={buttons}>
        {isRetake ? [retake, use] : [use, retake]}
      </div>
    </>
  );
}
