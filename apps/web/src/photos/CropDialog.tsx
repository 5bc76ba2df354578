import { longestPhotoData, photoSize } from "@touchline/contract/requirements/profile-details";
import { Button, Dialog, Notice } from "@touchline/ui";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import classes from "./CropDialog.module.css";
import { type Crop, dragged, squareOf, wholeCrop } from "./crop.ts";
import { words } from "./words.ts";

interface CropDialogProps {
  /** What it is of. A logo keeps its corners. */
  what: "photo" | "logo";
  picture: ImageBitmap;
  saving: boolean;
  problem: string | null;
  onClose: () => void;
  /** Base64 of a square JPEG. */
  onSave: (photoData: string) => void;
}

/** Twice as many pixels as are kept, for the one who makes it anew. */
const sentSize = photoSize * 2;

const sliders = [
  { part: "zoom", label: words.zoom },
  { part: "x", label: words.horizontal },
  { part: "y", label: words.vertical },
] as const satisfies readonly { part: keyof Crop; label: string }[];

/** Which part of a photo is shown: dragged with a finger or the mouse, or set with the arrow keys. */
export function CropDialog({ what, picture, saving, problem, onClose, onSave }: CropDialogProps) {
  const [crop, setCrop] = useState(wholeCrop);
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={false}
      title={words[what].crop}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button label={words[what].save} loading={saving} onClick={() => onSave(jpegOf(picture, crop))} />
        </>
      }
    >
      <div className={classes.crop}>
        {problem && (
          <Notice tone="stop" title={words.notSaved}>
            {problem}
          </Notice>
        )}
        <Preview
          what={what}
          picture={picture}
          crop={crop}
          onDrag={(moved) => setCrop((present) => dragged(present, picture, moved))}
        />
        <div className={classes.sliders}>
          {sliders.map(({ part, label }) => (
            <label key={part} className={classes.slider}>
              {label}
              <input
                type="range"
                min={0}
                max={1}
                step={0.02}
                value={crop[part]}
                onChange={(event) => setCrop({ ...crop, [part]: Number(event.target.value) })}
              />
            </label>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  what: "photo" | "logo";
  picture: ImageBitmap;
  crop: Crop;
  /** In shares of the frame. */
  onDrag: (moved: { x: number; y: number }) => void;
}

/** The photo as it will be, to be dragged. */
function Preview({ what, picture, crop, onDrag }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = last.current;
    if (before === null) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    last.current = { x: event.clientX, y: event.clientY };
    onDrag({ x: (event.clientX - before.x) / width, y: (event.clientY - before.y) / width });
  };
  const endDrag = () => {
    last.current = null;
  };
  return (
    <canvas
      ref={canvas}
      className={classes.frame}
      width={photoSize}
      height={photoSize}
      role="img"
      aria-label={words[what].preview}
      data-square={what === "logo" || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    />
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(crop, picture);
  const paint = canvas.getContext("2d");
  if (!paint) return;
  paint.fillStyle = "#ffffff";
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.imageSmoothingQuality = "high";
  paint.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as base64 of a JPEG, less fine where it would be too long. */
function jpegOf(picture: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement("canvas");
  canvas.width = sentSize;
  canvas.height = sentSize;
  draw(canvas, picture, crop);
  const [fine, plain] = [0.9, 0.7].map((quality) => canvas.toDataURL("image/jpeg", quality).split(",")[1] ?? "");
  return (fine as string).length <= longestPhotoData ? (fine as string) : (plain as string);
}
